import type { TenantTx } from '@boyun/kernel/server';
import type { ShiftState } from './shift.contract.ts';

/** A shift as read by the business logic. */
export interface Shift {
  readonly id: string;
  readonly sentryId: string;
  readonly sentryName: string;
  readonly lotId: string;
  readonly accountId: string;
  readonly holderName: string;
  readonly state: ShiftState;
  readonly openedAt: Date;
  readonly openingFen: number;
  readonly expectedFen: number | null;
  readonly countedFen: number | null;
  readonly handedInFen: number | null;
  /** Number of payments included in its count. */
  readonly cashCount: number;
}

const SHIFT = `select s.id, s.sentry_id, y.name as "sentryName", s.lot_id,
    s.account_id, a.name as "holderName", s.state, s.opened_at, s.opening_fen,
    s.expected_fen, s.counted_fen, s.handed_in_fen,
    (select count(*) from shift_payment x where x.tenant_id = s.tenant_id and x.shift_id = s.id)::int as "cashCount"
  from shift s
  join sentry y on y.tenant_id = s.tenant_id and y.id = s.sentry_id
  join account_fact a on a.tenant_id = s.tenant_id and a.id = s.account_id
  where s.tenant_id = $1`;

/** Returns a shift by id with its row locked; null when it does not exist. */
export async function lockShift(tx: TenantTx, id: string): Promise<Shift | null> {
  const [row] = await tx.query<Shift>(`${SHIFT} and s.id = $2 for update of s`, [tx.tenantId, id]);
  return row ?? null;
}

/** Returns the open shift of an account. */
export async function findHeldShift(tx: TenantTx, accountId: string): Promise<Shift | null> {
  const [row] = await tx.query<Shift>(`${SHIFT} and s.account_id = $2 and s.state = 'open'`, [tx.tenantId, accountId]);
  return row ?? null;
}

/** Returns the counted, unsigned shifts of an account, oldest first. */
export function listCounted(tx: TenantTx, accountId: string): Promise<Shift[]> {
  return tx.query<Shift>(`${SHIFT} and s.account_id = $2 and s.state = 'counted' order by s.opened_at`, [
    tx.tenantId,
    accountId,
  ]);
}

/** Returns the unfinished shift of a booth: open, or counted but not signed. */
export async function findUnfinished(tx: TenantTx, sentryId: string): Promise<Shift | null> {
  const [row] = await tx.query<Shift>(
    `${SHIFT} and s.sentry_id = $2 and s.state in ('open', 'counted') order by s.opened_at limit 1`,
    [tx.tenantId, sentryId],
  );
  return row ?? null;
}

/** Returns the cash that the last shift of a booth left in the till; nothing where there was none. */
export async function findLeftInTill(tx: TenantTx, sentryId: string): Promise<number> {
  const [row] = await tx.query<{ fen: number }>(
    `select counted_fen - handed_in_fen as fen from shift where tenant_id = $1 and sentry_id = $2 and state = 'closed'
     order by opened_at desc limit 1`,
    [tx.tenantId, sentryId],
  );
  return row?.fen ?? 0;
}

/** Returns a booth with its row locked, so that two people cannot go on duty in it concurrently. */
export async function lockSentry(tx: TenantTx, id: string): Promise<{ name: string; lotId: string } | null> {
  const [row] = await tx.query<{ name: string; lotId: string }>(
    'select name, lot_id from sentry where tenant_id = $1 and id = $2 for update',
    [tx.tenantId, id],
  );
  return row ?? null;
}

/** Inserts an open shift and returns its id. */
export async function insertShift(
  tx: TenantTx,
  of: { sentryId: string; lotId: string; accountId: string; openingFen: number },
): Promise<string> {
  const id = tx.newId();
  await tx.query(
    `insert into shift (tenant_id, id, sentry_id, lot_id, account_id, state, opened_at, opening_fen)
     values ($1, $2, $3, $4, $5, 'open', $6, $7)`,
    [tx.tenantId, id, of.sentryId, of.lotId, of.accountId, tx.now, of.openingFen],
  );
  return id;
}

/**
 * SQL condition over a shift `s` and a row `p` of `money_fact`: the money belongs to the shift and is in no count yet. Cash belongs
 * to the shift during which its collector received it, from going on duty until the signature, including after the count.
 * If two shifts of the collector are unsigned, it is the last one begun before the payment. A payment recorded only after
 * its shift was signed, because its transaction committed later, goes to the collector's next shift. Ten shifts back are
 * considered.
 */
export const UNCOUNTED = `p.tenant_id = s.tenant_id and p.channel = 'cash' and p.state = 'succeeded' and p.actor_id = s.account_id
  and s.state <> 'closed'
  and p.paid_at >= (select min(b.opened_at) from (select b.opened_at from shift b where b.tenant_id = s.tenant_id
    and b.account_id = s.account_id and b.opened_at <= s.opened_at order by b.opened_at desc limit 10) b)
  and exists (select from shift b where b.tenant_id = s.tenant_id and b.account_id = s.account_id
    and b.opened_at <= p.paid_at and (b.closed_at is null or p.paid_at <= b.closed_at))
  and s.id = (select b.id from shift b where b.tenant_id = s.tenant_id and b.account_id = s.account_id and b.state <> 'closed'
    order by b.opened_at <= p.paid_at desc, abs(extract(epoch from p.paid_at - b.opened_at)), b.id limit 1)
  and not exists (select from shift_payment x where x.tenant_id = p.tenant_id and x.move_id = p.id)`;

/** Returns sum and number of an unsigned shift's payments that are in no count yet. */
export async function sumUncounted(tx: TenantTx, shiftId: string): Promise<{ cashFen: number; cashCount: number }> {
  const [row] = await tx.query<{ cashFen: number; cashCount: number }>(
    `select coalesce(sum(p.amount_fen), 0)::bigint as "cashFen", count(p.id)::int as "cashCount"
     from shift s join money_fact p on ${UNCOUNTED} where s.tenant_id = $1 and s.id = $2`,
    [tx.tenantId, shiftId],
  );
  return row!;
}

/** Returns the cash that unsigned shifts have taken, counted or not, by account: it is handed over when they end. */
export async function cashOfShifts(tx: TenantTx): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query<{ accountId: string; fen: number }>(
    `select s.account_id, sum(coalesce(s.expected_fen - s.opening_fen, 0) + coalesce((select sum(p.amount_fen) from money_fact p
       where ${UNCOUNTED}), 0))::bigint as fen
     from shift s where s.tenant_id = $1 and s.state <> 'closed' group by 1`,
    [tx.tenantId],
  );
  return new Map(rows.map((one) => [one.accountId, one.fen]));
}

/** Adds the uncounted payments of a shift to its count, each once, and returns the sum of all its counted payments. */
export async function countCash(tx: TenantTx, shiftId: string): Promise<number> {
  await tx.query(
    `insert into shift_payment (tenant_id, move_id, shift_id)
     select $1, p.id, s.id from shift s join money_fact p on ${UNCOUNTED} where s.tenant_id = $1 and s.id = $2`,
    [tx.tenantId, shiftId],
  );
  const [row] = await tx.query<{ cashFen: number }>(
    `select coalesce(sum(p.amount_fen), 0)::bigint as "cashFen"
     from shift_payment x join money_fact p on p.tenant_id = x.tenant_id and p.id = x.move_id
     where x.tenant_id = $1 and x.shift_id = $2`,
    [tx.tenantId, shiftId],
  );
  return row!.cashFen;
}

/** Writes an entry to the booth log. */
export async function logSentry(
  tx: TenantTx,
  shift: Pick<Shift, 'id' | 'sentryId' | 'lotId'>,
  kind: 'opened' | 'counted' | 'recounted' | 'closed',
  more: { amountFen: number; differenceFen?: number; note?: string | null },
): Promise<void> {
  await tx.query(
    `insert into sentry_log (tenant_id, id, at, kind, sentry_id, lot_id, shift_id, account_id, amount_fen, difference_fen, note)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      tx.tenantId,
      tx.newId(),
      tx.now,
      kind,
      shift.sentryId,
      shift.lotId,
      shift.id,
      tx.who.userId,
      more.amountFen,
      more.differenceFen ?? null,
      more.note ?? null,
    ],
  );
}
