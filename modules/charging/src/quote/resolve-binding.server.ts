import { coversLot, handle, notFound } from '@boyun/kernel/server';
import { resolveBinding } from '../charge-binding/charge-binding.contract.ts';
import { findTariff } from './quote.service.ts';

export const resolveBindingServer = handle(resolveBinding, async (tx, input) => {
  if (!coversLot(tx.who, input.lotId)) throw notFound(tx.who, { zh: '车场', en: 'Parking lot' });
  const found = await findTariff(tx, {
    lotId: input.lotId,
    at: input.at ?? tx.now,
    vehicleKind: input.vehicleKind,
    plateColor: input.plateColor ?? 0,
    spotKind: input.spotKind,
  });
  return { bindingId: found?.bindingId ?? null, chargeRuleId: found?.ruleId ?? null, number: found?.number ?? null };
});
