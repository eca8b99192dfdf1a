import { Refusal } from '@boyun/kernel/contract';
import { coversLot, handle, notFound, serveResource } from '@boyun/kernel/server';
import { chargingRefusal } from '../charge-rule/charge-rule.contract.ts';
import { requireRule } from '../charge-rule/charge-rule.service.ts';
import { bindingConflicts, chargeBinding } from './charge-binding.contract.ts';
import { findBareLots, findOddities, refuseOverlap } from './charge-binding.service.ts';

export const chargeBindingServer = serveResource(chargeBinding, {
  async beforeWrite(tx, values, before) {
    const row = { ...before, ...values } as NonNullable<typeof before>;
    await requireRule(tx, row.chargeRuleId);
    const place = { lotId: row.lotId ?? null, areaId: row.areaId ?? null };
    if (tx.who.lotIds !== null && (!place.lotId || (before && !before.lotId)))
      throw new Refusal(chargingRefusal['binding-reach']);
    if (place.lotId && place.areaId) throw new Refusal(chargingRefusal['binding-place']);
    if (row.fromDay && row.toDay && row.toDay < row.fromDay) throw new Refusal(chargingRefusal['binding-days']);
    const range = { ...row, ...place, fromDay: row.fromDay ?? null, toDay: row.toDay ?? null };
    await refuseOverlap(tx, range, before?.id ?? null);
    return values;
  },
  async beforeDelete(tx, row) {
    if (!coversLot(tx.who, row.lotId)) throw notFound(tx.who, chargeBinding.title);
  },
});

export const bindingConflictsServer = handle(bindingConflicts, async (tx) => ({
  conflicts: await findOddities(tx),
  bareLots: (await findBareLots(tx)).map((one) => ({ lotId: one.id })),
}));
