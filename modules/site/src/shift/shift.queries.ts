import type { TenantTx } from '@boyun/kernel/server';
import type { ShiftState } from './shift.contract.ts';

/** A shift as business sees it. */
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
}

const SHIFT = `select s.id, s.sentry_id as "sentryId", y.name as "sentryName", s.lot_id as "lotId",
    s.account_id as "accountId", a.name as "holderName", s.state, s.opened_at as "openedAt", s.opening_fen as "openingFen",
    s.expected_fen as "expectedFen", s.counted_fen as "countedFen", s.handed_in_fen as "handedInFen"
  from shift s
  join sentry y on y.tenant_id = s.tenant_id and y.id = s.sentry_id
  join account a on a.tenant_id = s.tenant_id and a.id = s.account_id
  where s.tenant_id = $1`;

/** A shift by its id, its row locked. */
export async function lockShift(tx: TenantTx, id: string): Promise<Shift | null> {
  const [row] = await tx.query<Shift>(`${SHIFT} and s.id = $2 for update of s`, [tx.tenantId, id]);
  return row ?? null;
}

/** The shift somebody holds now. */
export async function findHeldShift(tx: TenantTx, accountId: string): Promise<Shift | null> {
  const [row] = await tx.query<Shift>(`${SHIFT} and s.account_id = $2 and s.state = 'open'`, [tx.tenantId, accountId]);
  return row ?? null;
}

/** What still goes on in a booth: an open shift, or one nobody has signed. */
export async function findUnfinished(tx: TenantTx, sentryId: string): Promise<Shift | null> {
  const [row] = await tx.query<Shift>(
    `${SHIFT} and s.sentry_id = $2 and s.state in ('open', 'counted') order by s.opened_at limit 1`,
    [tx.tenantId, sentryId],
  );
  return row ?? null;
}

/** A booth, its row locked, so that two people do not go on duty in it at once. */
export async function lockSentry(tx: TenantTx, id: string): Promise<{ name: string; lotId: string } | null> {
  const [row] = await tx.query<{ name: string; lotId: string }>(
    'select name, lot_id as "lotId" from sentry where tenant_id = $1 and id = $2 for update',
    [tx.tenantId, id],
  );
  return row ?? null;
}

/** Begins a shift and answers its id. */
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

/** Cash its holder took since the shift began; and what was left over of the holder's shift before, because the payment
 * was written after that count. SQL over a shift `s` and a payment `p`. */
export const UNCOUNTED = `p.tenant_id = $1 and p.channel = 'cash' and p.state = 'succeeded' and p.actor_id = s.account_id
  and not exists (select from shift_payment x where x.tenant_id = p.tenant_id and x.payment_id = p.id)
  and (p.paid_at >= s.opened_at or exists (
    select from shift b where b.tenant_id = s.tenant_id and b.account_id = s.account_id and b.id <> s.id
      and b.state <> 'open' and p.paid_at between b.opened_at and b.counted_at))`;

/** Cash of a shift that is open: what no count has taken yet. */
export async function sumOpenCash(tx: TenantTx, shiftId: string): Promise<{ cashFen: number; cashCount: number }> {
  const [row] = await tx.query<{ cashFen: number; cashCount: number }>(
    `select coalesce(sum(p.amount_fen), 0)::bigint as "cashFen", count(p.id)::int as "cashCount"
     from shift s join payment p on ${UNCOUNTED} where s.tenant_id = $1 and s.id = $2`,
    [tx.tenantId, shiftId],
  );
  return row!;
}

/** Takes the cash of a shift into its count, each payment once, and answers the sum of all it has taken. */
export async function takeCashInto(tx: TenantTx, shiftId: string): Promise<number> {
  await tx.query(
    `insert into shift_payment (tenant_id, payment_id, shift_id)
     select $1, p.id, s.id from shift s join payment p on ${UNCOUNTED} where s.tenant_id = $1 and s.id = $2`,
    [tx.tenantId, shiftId],
  );
  const [row] = await tx.query<{ cashFen: number }>(
    `select coalesce(sum(p.amount_fen), 0)::bigint as "cashFen"
     from shift_payment x join payment p on p.tenant_id = x.tenant_id and p.id = x.payment_id
     where x.tenant_id = $1 and x.shift_id = $2`,
    [tx.tenantId, shiftId],
  );
  return row!.cashFen;
}

/** Writes down what happened in a booth. */
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
