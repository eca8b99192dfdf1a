import { dayKey } from '@boyun/domain/period';
import { type LotSetting, requireLot, setLotState } from '@boyun/facilities/server';
import { Refusal } from '@boyun/kernel/contract';
import { handle, type TenantTx } from '@boyun/kernel/server';
import { hasChannelSet } from '@boyun/money/server';
import { findTariffs } from '../lot-tariff/lot-tariff.queries.ts';
import { closeLot, getReadiness, MISSING, openingRefusal, openLot } from './opening.contract.ts';
import { findParts } from './opening.queries.ts';
import { lotClosed, lotOpened } from './opening-event.contract.ts';

/** Whether a rule with a version in force applies to the lot today. */
async function hasTariff(tx: TenantTx, { id, timeZone }: LotSetting): Promise<boolean> {
  const tariffs = await findTariffs(tx, id, dayKey(tx.now.getTime(), timeZone));
  return tariffs.some((one) => one.versionNumber !== null);
}

/** What a lot needs. */
export const getReadinessServer = handle(getReadiness, async (tx, { lotId }) => {
  const lot = await requireLot(tx, lotId);
  return {
    ...(await findParts(tx, lotId)),
    hasTariff: await hasTariff(tx, lot),
    hasPayment: await hasChannelSet(tx, [lotId]),
  };
});

/** Opens a lot that has what it cannot work without: a lane or, at the roadside, a spot; and a tariff unless it is free. */
export const openLotServer = handle(openLot, async (tx, { lotId, isFree }, act) => {
  const lot = await requireLot(tx, lotId);
  if (lot.state === 'open') throw new Refusal(openingRefusal['already-open']);
  const { hasSpots, hasLane } = await findParts(tx, lotId);
  const missing: (keyof typeof MISSING)[] = [];
  if (!hasSpots) missing.push('spots');
  if (lot.kind === 'closed' && !hasLane) missing.push('lane');
  if (!isFree && !(await hasTariff(tx, lot))) missing.push('tariff');
  if (missing.length > 0) {
    const { language } = tx.who;
    const list = new Intl.ListFormat(language, { type: 'conjunction' });
    throw new Refusal(openingRefusal['not-ready'], {
      missing: list.format(missing.map((one) => MISSING[one][language])),
    });
  }
  await setLotState(tx, lotId, 'open');
  tx.emit(lotOpened, { lotId, subjectId: lotId, data: { isFree } });
  act.describe({
    subjectKind: 'lot',
    subjectId: lotId,
    subject: lot.name,
    before: { state: lot.state },
    after: { state: 'open', isFree },
  });
  return {};
});

/** Closes a lot in business. */
export const closeLotServer = handle(closeLot, async (tx, { lotId }, act) => {
  const lot = await requireLot(tx, lotId);
  if (lot.state !== 'open') throw new Refusal(openingRefusal['not-open']);
  await setLotState(tx, lotId, 'closed');
  tx.emit(lotClosed, { lotId, subjectId: lotId, data: {} });
  const [before, after] = [{ state: lot.state }, { state: 'closed' }];
  act.describe({ subjectKind: 'lot', subjectId: lotId, subject: lot.name, before, after });
  return {};
});
