import type { PackPeriod, PaidTerm } from '@boyun/domain/pack';
import type { TenantTx } from '@boyun/kernel/server';
import type { RefundWay } from '@boyun/money/contract';
import type { PackAct, PackReturnKind, PackState } from './pack.contract.ts';
import type { PackPaid } from './pack-method.contract.ts';
import type { PackReturnState } from './pack-return.contract.ts';

/** A pack. */
export interface PackRow {
  readonly id: string;
  readonly packNo: string;
  readonly packRuleId: string;
  readonly lotId: string;
  readonly lotIds: readonly string[];
  readonly carsPerPack: number;
  readonly plates: string;
  readonly ownerName: string;
  readonly ownerPhone: string | null;
  readonly state: PackState;
  readonly validFrom: Date;
  readonly validUntil: Date;
  readonly pausedAt: Date | null;
  readonly endedAt: Date | null;
  readonly terms: readonly PaidTerm[];
  readonly paidFen: number;
  readonly refundedFen: number;
  readonly isRenewed: boolean;
}

/** A pack rule. */
export interface RuleRow {
  readonly id: string;
  readonly name: string;
  readonly lotIds: readonly string[];
  readonly vehicleKinds: readonly string[];
  readonly period: PackPeriod;
  readonly days: number | null;
  readonly priceFen: number;
  readonly dailyFrom: string | null;
  readonly dailyTo: string | null;
  readonly carsPerPack: number;
  readonly platesPerPack: number;
  readonly quota: number | null;
  readonly renewBeforeDays: number;
  readonly renewAfterDays: number;
  readonly hasReview: boolean;
  readonly isOnSale: boolean;
}

const PACK = `select id, pack_no, pack_rule_id, lot_id, lot_ids,
    cars_per_pack, plates, owner_name, owner_phone, state, valid_from, valid_until,
    paused_at, ended_at, terms, paid_fen, refunded_fen, is_renewed
  from pack where tenant_id = $1 and id = $2`;

const RULE = `select id, name, lot_ids, vehicle_kinds, period, days, price_fen,
    daily_from, daily_to, cars_per_pack, plates_per_pack,
    quota, renew_before_days, renew_after_days, has_review,
    is_on_sale
  from pack_rule where tenant_id = $1 and id = $2`;

/** A pack, locked when `isLocked`; null if it does not exist. */
export async function findPack(tx: TenantTx, id: string, isLocked: boolean): Promise<PackRow | null> {
  const [row] = await tx.query<PackRow>(`${PACK}${isLocked ? ' for update' : ''}`, [tx.tenantId, id]);
  return row ?? null;
}

/** A pack rule, or null; `isLocked` serialises sales under it. */
export async function findRule(tx: TenantTx, id: string, isLocked: boolean): Promise<RuleRow | null> {
  const [row] = await tx.query<RuleRow>(`${RULE}${isLocked ? ' for update' : ''}`, [tx.tenantId, id]);
  return row ?? null;
}

/** Number of packs of a rule that have not ended. */
export async function countSold(tx: TenantTx, ruleId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*) as count from pack
     where tenant_id = $1 and pack_rule_id = $2 and state in ('unpaid', 'pending', 'active', 'paused') and valid_until > $3`,
    [tx.tenantId, ruleId, tx.now],
  );
  return row!.count;
}

/** A plate that already has a pack of the same rule in a time span; null if none. */
export async function findOverlap(
  tx: TenantTx,
  plates: readonly string[],
  ruleId: string,
  span: { readonly from: Date; readonly until: Date; readonly exceptId: string | null },
): Promise<string | null> {
  const [row] = await tx.query<{ plate: string }>(
    `select c.plate from pack_plate c join pack p on p.tenant_id = c.tenant_id and p.id = c.pack_id
     where c.tenant_id = $1 and c.plate = any($2::text[]) and c.until_at is null and p.pack_rule_id = $3
       and p.state in ('unpaid', 'pending', 'active', 'paused') and p.id is distinct from $4
       and p.valid_from < $6 and (p.valid_until > $5 or p.state = 'paused')
     limit 1`,
    [tx.tenantId, plates, ruleId, span.exceptId, span.from, span.until],
  );
  return row?.plate ?? null;
}

/** Adds plates to a pack from a time on. */
export async function insertPlates(tx: TenantTx, packId: string, plates: readonly string[], from: Date): Promise<void> {
  await tx.query(
    `insert into pack_plate (tenant_id, id, pack_id, plate, from_at)
     select $1, given.id, $2, given.plate, $5 from unnest($3::uuid[], $4::text[]) as given(id, plate)`,
    [tx.tenantId, packId, plates.map(() => tx.newId()), plates, from],
  );
}

/** Adds an entry to the history of a pack. */
export async function insertPackEvent(
  tx: TenantTx,
  entry: {
    readonly packId: string;
    readonly lotId: string;
    readonly act: keyof typeof PackAct;
    readonly plates: readonly string[];
    readonly validUntil: Date;
    readonly amountFen?: number;
    readonly method?: PackPaid | null;
    readonly note?: string | null;
  },
  actorName: string,
): Promise<void> {
  await tx.query(
    `insert into pack_event (tenant_id, id, pack_id, lot_id, at, act, actor_name, amount_fen, method, valid_until, plates, note)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      tx.tenantId,
      tx.newId(),
      entry.packId,
      entry.lotId,
      tx.now,
      entry.act,
      actorName,
      entry.amountFen ?? 0,
      entry.method ?? null,
      entry.validUntil,
      entry.plates,
      entry.note ?? null,
    ],
  );
}

/** A cancellation or refund. */
interface ReturnRow {
  readonly id: string;
  readonly packId: string;
  readonly kind: keyof typeof PackReturnKind;
  readonly state: keyof typeof PackReturnState;
  readonly amountFen: number;
  readonly worthFen: number;
  readonly method: RefundWay | null;
  readonly requestedBy: string | null;
  readonly requestedByName: string;
}

const RETURN = `select id, pack_id, kind, state, amount_fen, worth_fen, method,
    requested_by, requested_by_name
  from pack_return where tenant_id = $1`;

/** A cancellation or refund, locked; null if it does not exist. */
export async function lockReturn(tx: TenantTx, id: string): Promise<ReturnRow | null> {
  const [row] = await tx.query<ReturnRow>(`${RETURN} and id = $2 for update`, [tx.tenantId, id]);
  return row ?? null;
}

/** The pending cancellation or refund of a pack; null if none. */
export async function findPendingReturn(tx: TenantTx, packId: string): Promise<ReturnRow | null> {
  const [row] = await tx.query<ReturnRow>(`${RETURN} and pack_id = $2 and state = 'reviewing'`, [tx.tenantId, packId]);
  return row ?? null;
}

/** Inserts a cancellation or refund. */
export async function insertReturn(
  tx: TenantTx,
  given: {
    readonly id: string;
    readonly returnNo: string;
    readonly pack: PackRow;
    readonly kind: keyof typeof PackReturnKind;
    readonly worthFen: number;
    readonly unusedDays: number;
    readonly amountFen: number;
    readonly method: RefundWay | null;
    readonly note: string;
  },
): Promise<void> {
  await tx.query(
    `insert into pack_return (tenant_id, id, return_no, pack_id, lot_id, kind, state, plates, worth_fen, unused_days,
       amount_fen, method, reason, requested_by_name, requested_at, requested_by)
     values ($1, $2, $3, $4, $5, $6, 'reviewing', $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      tx.tenantId,
      given.id,
      given.returnNo,
      given.pack.id,
      given.pack.lotId,
      given.kind,
      given.pack.plates,
      given.worthFen,
      given.unusedDays,
      given.amountFen,
      given.method,
      given.note,
      tx.who.name,
      tx.now,
      tx.who.userId,
    ],
  );
}

/** Updates the outcome of a cancellation or refund. */
export async function settleReturn(
  tx: TenantTx,
  id: string,
  state: 'done' | 'rejected',
  byName: string,
  done: { readonly amountFen: number; readonly worthFen: number } | null = null,
): Promise<void> {
  await tx.query(
    `update pack_return set state = $3, decided_by_name = $4, decided_at = $5, amount_fen = coalesce($6, amount_fen),
       worth_fen = coalesce($7, worth_fen)
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, state, byName, tx.now, done?.amountFen ?? null, done?.worthFen ?? null],
  );
}

/** Frees the plates of a pack that was not paid, or takes them again. */
export async function holdPlates(tx: TenantTx, packId: string, isHeld: boolean): Promise<void> {
  await tx.query(
    `update pack_plate set until_at = case when $3 then null else from_at end where tenant_id = $1 and pack_id = $2`,
    [tx.tenantId, packId, isHeld],
  );
}
