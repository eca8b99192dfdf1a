import { endOfRenewal, endOfTerm, endOfTerms, refundOf, resumeTerms } from '@boyun/domain/pack';
import { wallTime } from '@boyun/domain/period';
import { isPlate, normalizePlate } from '@boyun/domain/plate';
import { requireLot } from '@boyun/facilities/server';
import { disabledReason, Refusal } from '@boyun/kernel/contract';
import { coversLot, notFound, serialNumber, type TenantTx } from '@boyun/kernel/server';
import { listRefusal } from '@boyun/lists/contract';
import { refuseWhileOpen } from '@boyun/money/server';
import { type PackAct, PackReturnKind, type PackState, packRefusal, packTransitions } from './pack.contract.ts';
import {
  countSold,
  findOverlap,
  findPack,
  findPendingReturn,
  findRule,
  insertPackEvent,
  insertPlates,
  type PackRow,
  type RuleRow,
} from './pack.queries.ts';
import {
  packApproved,
  packCancelled,
  packExpired,
  packPaused,
  packPlatesChanged,
  packRefunded,
  packRefundFailed,
  packRejected,
  packRenewed,
  packResumed,
  packSold,
} from './pack-event.contract.ts';
import type { PackMethod, PackPaid } from './pack-method.contract.ts';
import { packPurpose } from './pack-purpose.contract.ts';

const DAY_MS = 86_400_000;

/** Input of a sale. */
export interface NewPack {
  readonly packRuleId: string;
  readonly lotId: string;
  readonly plates: readonly string[];
  readonly ownerName: string;
  readonly ownerPhone: string | null;
  readonly validFrom: Date;
  /** The end, if given by an import; null: computed from the number of periods. */
  readonly validUntil: Date | null;
  readonly count: number;
  readonly amountFen: number;
  readonly remark: string | null;
}

/** Splits a text into plates at spaces, commas and line breaks. */
export function platesOf(text: string): string[] {
  return text
    .split(/[\s,，、;；]+/)
    .filter(Boolean)
    .map(normalizePlate);
}

/** Returns distinct valid plates; refuses more than the rule allows. */
export function checkPlates(plates: readonly string[], rule: RuleRow): string[] {
  const found = [...new Set(plates)];
  for (const plate of found) if (!isPlate(plate)) throw new Refusal(listRefusal['bad-plate'], { plate });
  if (found.length > rule.platesPerPack)
    throw new Refusal(packRefusal['too-many-plates'], { most: rule.platesPerPack });
  return found;
}

/** Returns the values of a pack to sell; refuses what its rule does not allow. Locks the rule. */
export async function preparePack(tx: TenantTx, sale: NewPack) {
  const lot = await requireLot(tx, sale.lotId);
  const rule = await findRule(tx, sale.packRuleId, true);
  if (!rule) throw notFound(tx.who, { zh: '月卡规则', en: 'Rule' });
  if (!rule.isOnSale) throw new Refusal(packRefusal['not-on-sale'], { rule: rule.name });
  if (rule.lotIds.length > 0 && !rule.lotIds.includes(lot.id))
    throw new Refusal(packRefusal['wrong-lot'], { rule: rule.name });
  const plates = checkPlates(sale.plates, rule);
  const until =
    sale.validUntil ?? new Date(endOfTerm(sale.validFrom.getTime(), { ...rule, count: sale.count }, lot.timeZone));
  if (until <= sale.validFrom) throw new Refusal(listRefusal['ends-before-start']);
  await refuseOverlap(tx, plates, rule, { from: sale.validFrom, until, exceptId: null });
  if (rule.quota !== null && (await countSold(tx, rule.id)) >= rule.quota)
    throw new Refusal(packRefusal['sold-out'], { rule: rule.name, quota: rule.quota });
  // An imported pack needs no approval here.
  const isReviewed = rule.hasReview && sale.validUntil === null;
  const state: PackState = isReviewed ? 'pending' : until <= tx.now ? 'expired' : 'active';
  return {
    packNo: serialNumber('M', tx.now, lot.timeZone, { digits: 8 }),
    packRuleId: rule.id,
    lotId: lot.id,
    lotIds: [...rule.lotIds],
    vehicleKinds: [...rule.vehicleKinds],
    dailyFrom: rule.dailyFrom,
    dailyTo: rule.dailyTo,
    carsPerPack: rule.carsPerPack,
    isRenewed: false,
    ownerName: sale.ownerName,
    ownerPhone: sale.ownerPhone,
    plates: plates.join(' '),
    state,
    validFrom: sale.validFrom,
    validUntil: until,
    pausedAt: null,
    endedAt: null,
    terms: [{ fromMs: sale.validFrom.getTime(), toMs: until.getTime(), paidFen: sale.amountFen }],
    paidFen: sale.amountFen,
    refundedFen: 0,
    remark: sale.remark,
  };
}

/** Refuses an amount above 0 for a free pack. */
export function checkMethod(amountFen: number, method: PackMethod): void {
  if (method === 'free' && amountFen > 0) throw new Refusal(packRefusal['free-amount']);
}

/** Records the sale of a new pack that nothing is paid for here: plates, history entry and event. */
export async function fileSale(
  tx: TenantTx,
  pack: Omit<PackRow, 'terms' | 'endedAt' | 'refundedFen'>,
  method: 'free' | null,
): Promise<void> {
  await insertPlates(tx, pack.id, platesOf(pack.plates), pack.validFrom);
  await emitPackEvent(tx, pack, 'sold', { amountFen: pack.paidFen, method });
}

/** Whether the plates of a pack that was closed unpaid are still free, and its rule has a place left. */
export async function isFree(tx: TenantTx, pack: PackRow): Promise<boolean> {
  const rule = (await findRule(tx, pack.packRuleId, true))!;
  const span = { from: pack.validFrom, until: pack.validUntil, exceptId: pack.id };
  if (await findOverlap(tx, platesOf(pack.plates), rule.id, span)) return false;
  return rule.quota === null || (await countSold(tx, rule.id)) < rule.quota;
}

async function refuseOverlap(
  tx: TenantTx,
  plates: readonly string[],
  rule: RuleRow,
  span: { readonly from: Date; readonly until: Date; readonly exceptId: string | null },
): Promise<void> {
  const plate = await findOverlap(tx, plates, rule.id, span);
  if (plate) throw new Refusal(packRefusal['has-pack'], { plate, rule: rule.name });
}

const packEvents = {
  sold: packSold,
  approved: packApproved,
  rejected: packRejected,
  renewed: packRenewed,
  'plates-changed': packPlatesChanged,
  paused: packPaused,
  resumed: packResumed,
  cancelled: packCancelled,
  refunded: packRefunded,
  'refund-failed': packRefundFailed,
  expired: packExpired,
} as const satisfies Record<keyof typeof PackAct, unknown>;

/** Records an act in the history and the event log; by the caller unless said otherwise. */
export async function emitPackEvent(
  tx: TenantTx,
  pack: Omit<PackRow, 'terms' | 'endedAt' | 'refundedFen'>,
  act: keyof typeof PackAct,
  {
    reviewId = null,
    ...more
  }: {
    amountFen?: number;
    method?: PackPaid | null;
    note?: string | null;
    refundFen?: number;
    reviewId?: string | null;
  } = {},
  actorName: string = tx.who.name,
): Promise<void> {
  const plates = platesOf(pack.plates);
  const { id: packId, lotId, packNo, packRuleId, validFrom, validUntil, carsPerPack, lotIds, state } = pack;
  await insertPackEvent(tx, { packId, lotId, act, plates, validUntil, ...more }, actorName);
  const data = { packId, packNo, packRuleId, plates, lotIds, carsPerPack, state, validFrom, validUntil, ...more };
  tx.emit(packEvents[act], { lotId, subjectId: packId, data });
}

/** A pack in the caller's scope, locked, with its rule; refuses if its state does not allow the act. */
export async function requirePack(tx: TenantTx, packId: string, act: keyof typeof packTransitions) {
  const pack = await findPack(tx, packId, true);
  if (!pack || !coversLot(tx.who, pack.lotId)) throw notFound(tx.who, { zh: '月卡', en: 'Pack' });
  const impossible = disabledReason(packTransitions, act, pack.state);
  if (impossible) throw new Refusal(packRefusal['not-possible'], { reason: impossible[tx.who.language] });
  await refuseWhileOpen(tx, packPurpose.kind, pack.id);
  const pending = await findPendingReturn(tx, pack.id);
  if (pending) throw new Refusal(packRefusal['under-review'], { kind: PackReturnKind[pending.kind][tx.who.language] });
  return { pack, rule: (await findRule(tx, pack.packRuleId, false))! };
}

/** Remaining value of a pack in fen at a moment, or at its end if it ended before. */
export function worthOf(pack: PackRow, at: Date): Omit<ReturnType<typeof refundOf>, 'paidFen'> {
  if (pack.state === 'refunded' || pack.state === 'expired') return { refundFen: 0, unusedDays: 0, terms: [] };
  const atMs = Math.min(at.getTime(), pack.endedAt?.getTime() ?? Number.POSITIVE_INFINITY);
  const worth = refundOf(pack.terms, atMs, pack.pausedAt?.getTime() ?? null);
  // A part of an earlier refund may have failed at its provider.
  return { ...worth, refundFen: Math.max(0, worth.refundFen - pack.refundedFen) };
}

/** Updates a locked pack; returns it with the new values. */
export async function change(tx: TenantTx, pack: PackRow, values: Partial<PackRow>): Promise<PackRow> {
  const next = { ...pack, ...values };
  await tx.query(
    `update pack set state = $3, plates = $4, valid_until = $5, paused_at = $6, terms = $7, paid_fen = $8,
       ended_at = $9, refunded_fen = $10, updated_at = $11, is_renewed = $12, version = version + 1
     where tenant_id = $1 and id = $2`,
    [
      tx.tenantId,
      pack.id,
      next.state,
      next.plates,
      next.validUntil,
      next.pausedAt,
      JSON.stringify(next.terms),
      next.paidFen,
      next.endedAt,
      next.refundedFen,
      tx.now,
      next.isRenewed,
    ],
  );
  return next;
}

/** The time span in which a pack can be renewed. */
export function renewalOf(pack: Pick<PackRow, 'validUntil'>, rule: RuleRow): { from: Date; until: Date } {
  const end = pack.validUntil.getTime();
  return { from: new Date(end - rule.renewBeforeDays * DAY_MS), until: new Date(end + rule.renewAfterDays * DAY_MS) };
}

/** Input of a renewal. */
export interface Renewal {
  readonly packId: string;
  readonly count: number;
  readonly amountFen: number;
  readonly method: PackMethod;
  readonly note: string | null;
}

/** Returns the pack of a renewal, locked, and its new end; refuses what its rule does not allow. */
export async function checkRenewal(tx: TenantTx, given: Renewal, askedAt: Date) {
  checkMethod(given.amountFen, given.method);
  const { pack, rule } = await requirePack(tx, given.packId, 'renew');
  const lot = await requireLot(tx, pack.lotId);
  const window = renewalOf(pack, rule);
  if (askedAt < window.from)
    throw new Refusal(packRefusal['too-early'], {
      from: wallTime(window.from.getTime(), lot.timeZone).replace('T', ' ').slice(0, 16),
    });
  if (askedAt > window.until) throw new Refusal(packRefusal['too-late']);
  const toMs = endOfRenewal(pack.terms, pack.validUntil.getTime(), { ...rule, count: given.count }, lot.timeZone);
  const validUntil = new Date(toMs);
  const span = { from: pack.validUntil, until: validUntil, exceptId: pack.id };
  await refuseOverlap(tx, platesOf(pack.plates), rule, span);
  return { pack, rule, validUntil };
}

/** Adds a paid term to the end of a locked pack. */
export function extend(tx: TenantTx, pack: PackRow, toMs: number, paidFen: number): Promise<PackRow> {
  const validUntil = new Date(toMs);
  return change(tx, pack, {
    state: validUntil > tx.now ? 'active' : 'expired',
    validUntil,
    terms: [...pack.terms, { fromMs: pack.validUntil.getTime(), toMs, paidFen }],
    paidFen: pack.paidFen + paidFen,
    isRenewed: true,
  });
}

/** Replaces the plates of a pack from now on; earlier stays of the old plates stay covered. */
export async function changePlates(tx: TenantTx, packId: string, given: readonly string[], note: string) {
  const { pack, rule } = await requirePack(tx, packId, 'change-plates');
  const plates = checkPlates(given, rule);
  const old = platesOf(pack.plates);
  const added = plates.filter((plate) => !old.includes(plate));
  await refuseOverlap(tx, added, rule, { from: tx.now, until: pack.validUntil, exceptId: pack.id });
  await tx.query(
    `update pack_plate set until_at = greatest(from_at, $4)
     where tenant_id = $1 and pack_id = $2 and until_at is null and plate <> all($3::text[])`,
    [tx.tenantId, pack.id, plates, tx.now],
  );
  await insertPlates(tx, pack.id, added, new Date(Math.max(tx.now.getTime(), pack.validFrom.getTime())));
  const after = await change(tx, pack, { plates: plates.join(' ') });
  await emitPackEvent(tx, after, 'plates-changed', { note });
  return { before: pack, after };
}

/** Pauses a pack now, or resumes it with the time that was left. */
export async function pauseOrResume(tx: TenantTx, packId: string, act: 'pause' | 'resume', note: string) {
  const { pack } = await requirePack(tx, packId, act);
  if (act === 'pause') {
    if (pack.validFrom > tx.now) throw new Refusal(packRefusal['not-begun']);
    const after = await change(tx, pack, { state: 'paused', pausedAt: tx.now });
    await emitPackEvent(tx, after, 'paused', { note });
    return { before: pack, after };
  }
  const { timeZone } = await requireLot(tx, pack.lotId);
  const terms = resumeTerms(pack.terms, pack.pausedAt!.getTime(), tx.now.getTime(), timeZone);
  const validUntil = new Date(endOfTerms(terms, pack.validUntil.getTime()));
  const after = await change(tx, pack, { state: 'active', pausedAt: null, terms, validUntil });
  await emitPackEvent(tx, after, 'resumed', { note });
  return { before: pack, after };
}

/** Marks a pack as expired. */
export async function expire(tx: TenantTx, packId: string): Promise<void> {
  const pack = await findPack(tx, packId, true);
  if (pack?.state !== 'active' || pack.validUntil > tx.now) return;
  await emitPackEvent(tx, await change(tx, pack, { state: 'expired' }), 'expired');
}
