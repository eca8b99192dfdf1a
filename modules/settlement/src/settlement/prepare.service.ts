import { dayOfKey, keyOfDay } from '@boyun/domain/period';
import { lotDayKey, settleShare } from '@boyun/domain/settlement';
import { Refusal } from '@boyun/kernel/contract';
import { coversLots, notFound, serialNumber, type TenantTx } from '@boyun/kernel/server';
import { sumLotDays } from '../lot-day/lot-day.service.ts';
import { type SettlementCycle, subMerchant, subMerchantRefusal } from '../sub-merchant/sub-merchant.contract.ts';
import { findSubMerchant, type SubMerchantRow, settledUntil, termsOf } from '../sub-merchant/sub-merchant.queries.ts';
import { settlementRefusal } from './settlement.contract.ts';
import { carriedOver, findLotDays, type KeptTerms, type LotDayFigures, netOfMonth } from './settlement.queries.ts';

/** The most days of a settlement. */
const MOST_DAYS = 366;

const dayAfter = (day: string) => keyOfDay(dayOfKey(day) + 1);
const dayBefore = (day: string) => keyOfDay(dayOfKey(day) - 1);
const earlier = (one: string, other: string) => (one < other ? one : other);

/** The last day of the cycle that a day is in. */
function cycleEnd(day: string, cycle: SettlementCycle): string {
  if (cycle === 'week') {
    // Weeks begin on Mondays; 1970-01-01 was a Thursday.
    const number = dayOfKey(day);
    return keyOfDay(number + 6 - ((number + 3) % 7));
  }
  if (cycle === 'half-month' && day.slice(8) <= '15') return `${day.slice(0, 8)}15`;
  const next = keyOfDay(dayOfKey(`${day.slice(0, 7)}-01`) + 31).slice(0, 7);
  return dayBefore(`${next}-01`);
}

/** The days a sub-merchant can be settled for now. */
export interface Settleable {
  readonly fromDay: string;
  /** The last day that is complete and within the contract; null where not even the first is. */
  readonly lastDay: string | null;
}

async function settleableOf(tx: TenantTx, row: SubMerchantRow, completeBefore: string | null): Promise<Settleable> {
  const until = await settledUntil(tx, row.id);
  const fromDay = until ? dayAfter(until) : row.validFrom;
  const complete = completeBefore ? dayBefore(completeBefore) : '';
  const lastDay = row.validUntil ? earlier(row.validUntil, complete) : complete;
  return { fromDay, lastDay: lastDay >= fromDay ? lastDay : null };
}

/** A settlement as it would be, or is about to be, written. */
export interface Prepared extends Settleable {
  readonly row: SubMerchantRow;
  /** Null where there is no day to settle. */
  readonly toDay: string | null;
  /** Whether the last day is that of a cycle, or of the contract. */
  readonly isWholeCycle: boolean;
  readonly days: readonly LotDayFigures[];
  readonly shareFen: number;
  readonly carriedFen: number;
}

const NO_MONEY = {
  grossFen: 0,
  operatorFen: 0,
  merchantFen: 0,
  owingFen: 0,
  receivedFen: 0,
  refundedFen: 0,
  feeFen: 0,
  netFen: 0,
  settlementId: null,
};

/** Every day of each lot in a range, also those that brought nothing. */
function everyDay(
  { lotIds }: SubMerchantRow,
  from: string,
  to: string,
  found: readonly LotDayFigures[],
): LotDayFigures[] {
  const known = new Map(found.map((one) => [lotDayKey(one), one]));
  const all: LotDayFigures[] = [];
  for (let day = from; day <= to; day = dayAfter(day))
    for (const lotId of [...lotIds].sort())
      all.push(known.get(lotDayKey({ lotId, day })) ?? { ...NO_MONEY, lotId, day, shareFen: null });
  return all;
}

/** Works a settlement out; nothing is written but what days that have ended brought. */
async function prepare(
  tx: TenantTx,
  row: SubMerchantRow,
  settleable: Settleable,
  toDay: string | null,
): Promise<Prepared> {
  const carriedFen = await carriedOver(tx, row.id);
  const none = { row, ...settleable, toDay: null, isWholeCycle: false, days: [], shareFen: 0, carriedFen };
  if (!toDay) return none;
  const { fromDay } = settleable;
  const found = everyDay(row, fromDay, toDay, await findLotDays(tx, row.lotIds, fromDay, toDay));
  const earlierFen = await netOfMonth(tx, row.id, fromDay);
  const { shareFen, parts } = settleShare(termsOf(row), { from: fromDay, to: toDay }, found, earlierFen);
  const shares = new Map(parts.map(({ key, fen }) => [key, fen]));
  const days = found.map((one) => ({ ...one, shareFen: shares.get(lotDayKey(one))! }));
  const isWholeCycle = toDay === cycleEnd(toDay, row.cycle) || toDay === row.validUntil;
  return { ...none, toDay, isWholeCycle, days, shareFen };
}

/** A sub-merchant whose lots the caller all sees. */
async function requireSubMerchant(tx: TenantTx, id: string, isLocked: boolean): Promise<SubMerchantRow> {
  const row = await findSubMerchant(tx, id, isLocked);
  if (!row || !coversLots(tx.who, row.lotIds)) throw notFound(tx.who, subMerchant.title);
  return row;
}

/** Works out what a settlement would be, by default of the next cycle as far as it is complete. */
export async function preview(tx: TenantTx, subMerchantId: string, wanted: string | null): Promise<Prepared> {
  const row = await requireSubMerchant(tx, subMerchantId, false);
  const [state] = await tx.query<{ day: string }>('select next_day as day from lot_day_state where tenant_id = $1', [
    tx.tenantId,
  ]);
  const settleable = await settleableOf(tx, row, state?.day ?? null);
  const { fromDay, lastDay } = settleable;
  if (!lastDay) return prepare(tx, row, settleable, null);
  const toDay = wanted ?? cycleEnd(fromDay, row.cycle);
  if (wanted) refuseRange(settleable, wanted);
  return prepare(tx, row, settleable, earlier(toDay, lastDay));
}

function refuseRange({ fromDay, lastDay }: Settleable, toDay: string): void {
  if (!lastDay) throw new Refusal(settlementRefusal.nothing);
  if (toDay < fromDay) throw new Refusal(settlementRefusal['before-start'], { day: fromDay });
  if (toDay > lastDay) throw new Refusal(settlementRefusal['not-yet'], { day: lastDay });
  if (dayOfKey(toDay) - dayOfKey(fromDay) >= MOST_DAYS)
    throw new Refusal(settlementRefusal['too-long'], { days: MOST_DAYS });
}

/**
 * Makes the draft of a settlement and puts its days into it. The row of the sub-merchant is locked, so that two at once make one; a day that
 * another sub-merchant's settlement has is refused by its row.
 */
export async function makeDraft(tx: TenantTx, subMerchantId: string, toDay: string) {
  const completeBefore = await sumLotDays(tx);
  const row = await requireSubMerchant(tx, subMerchantId, true);
  if (row.status === 1) throw new Refusal(subMerchantRefusal.disabled);
  const [draft] = await tx.query<{ no: string }>(
    `select settlement_no as no from settlement where tenant_id = $1 and sub_merchant_id = $2 and state = 'draft'`,
    [tx.tenantId, subMerchantId],
  );
  if (draft) throw new Refusal(settlementRefusal['has-draft'], draft);
  const settleable = await settleableOf(tx, row, completeBefore);
  refuseRange(settleable, toDay);
  const made = await prepare(tx, row, settleable, toDay);
  const id = tx.newId();
  const settlementNo = serialNumber('J', tx.now, tx.who.zone, { digits: 4, isTimed: true });
  const { name, bankName, accountName, accountNo } = row;
  const terms: KeptTerms = { name, share: termsOf(row), bankName, accountName, accountNo };
  await tx.query(
    `insert into settlement (tenant_id, id, settlement_no, sub_merchant_id, from_day, to_day, state, lot_ids, terms, share_fen, carried_fen,
       created_at, created_by)
     values ($1, $2, $3, $4, $5, $6, 'draft', $7, $8, $9, $10, $11, $12)`,
    [
      tx.tenantId,
      id,
      settlementNo,
      subMerchantId,
      made.fromDay,
      toDay,
      row.lotIds,
      JSON.stringify(terms),
      made.shareFen,
      made.carriedFen,
      tx.now,
      tx.who.name,
    ],
  );
  await claimDays(tx, id, made.days);
  return { ...made, id, settlementNo };
}

async function claimDays(tx: TenantTx, settlementId: string, days: readonly LotDayFigures[]): Promise<void> {
  const values = [
    tx.tenantId,
    settlementId,
    days.map((one) => one.lotId),
    days.map((one) => one.day),
    days.map((one) => one.shareFen),
  ];
  const claimed = await tx.query<{ lotId: string; day: string }>(
    `insert into lot_day as d (tenant_id, lot_id, day, settlement_id, share_fen)
     select $1, lot, day, $2, share from unnest($3::uuid[], $4::date[], $5::bigint[]) as u(lot, day, share) order by lot, day
     on conflict (tenant_id, lot_id, day) do update set settlement_id = excluded.settlement_id, share_fen = excluded.share_fen
       where d.settlement_id is null
     returning lot_id, day`,
    values,
  );
  if (claimed.length === days.length) return;
  const mine = new Set(claimed.map(lotDayKey));
  const { lotId, day } = days.find((one) => !mine.has(lotDayKey(one)))!;
  const [lot] = await tx.query<{ name: string }>('select name from lot_fact where tenant_id = $1 and id = $2', [
    tx.tenantId,
    lotId,
  ]);
  throw new Refusal(settlementRefusal.taken, { lot: lot!.name, day });
}
