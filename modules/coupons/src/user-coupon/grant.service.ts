import { randomInt } from 'node:crypto';
import { pattern } from '@boyun/domain/pattern';
import { isPlate, normalizePlate } from '@boyun/domain/plate';
import { type Label, Refusal } from '@boyun/kernel/contract';
import { coversLots, notFound, type TenantTx } from '@boyun/kernel/server';
import { mobilesOf, platesOf } from '@boyun/lists/server';
import { reductionOffered } from '@boyun/orders/contract';
import { coupon, couponRefusal } from '../coupon/coupon.contract.ts';
import type { GotFrom } from './user-coupon.contract.ts';

/** A coupon that is about to be granted. */
export interface LockedCoupon {
  readonly id: string;
  readonly name: string;
  readonly lotIds: readonly string[];
  readonly grantType: 1 | 2;
  readonly status: 1 | 2;
  readonly stock: number | null;
  readonly perPlate: number | null;
  readonly grantedCount: number;
  readonly validFrom: Date | null;
  readonly validUntil: Date | null;
  readonly validDays: number | null;
}

/** Characters of codes: none that can be read as another. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const CODE_LENGTH = 12;
const DAY_MS = 86_400_000;
/** The most plates of one event. */
const MOST_TOLD = 1000;

/** Returns a code that cannot be guessed: 60 random bits. */
export function newCouponCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

/** Locks a coupon of which some are granted. Refuses one that the caller does not see, or that is disabled or over. */
export async function lockCoupon(tx: TenantTx, id: string): Promise<LockedCoupon> {
  const [found] = await tx.query<LockedCoupon>(
    `select id, name, lot_ids, grant_type, status, stock, per_plate, granted_count, valid_from, valid_until, valid_days
     from coupon where tenant_id = $1 and id = $2 for update`,
    [tx.tenantId, id],
  );
  if (!found || !coversLots(tx.who, found.lotIds)) throw notFound(tx.who, coupon.title);
  if (found.status === 1) throw new Refusal(couponRefusal.disabled);
  if (found.validUntil && found.validUntil <= tx.now) throw new Refusal(couponRefusal.over);
  return found;
}

/**
 * Who has a coupon: a car; with a mobile, a car whose driver gave the number; with a mobile alone, the person, and so the cars of that
 * customer; with neither, a code on paper.
 */
export interface Holder {
  readonly plate: string | null;
  readonly mobile: string | null;
}

/** Nobody yet: the code is on paper. */
export const ON_PAPER: Holder = { plate: null, mobile: null };

/** A holder by plate, or by mobile where there is none. */
export const keyOf = ({ plate, mobile }: Holder): string => plate ?? mobile ?? '';

interface Grant {
  readonly holders: readonly Holder[];
  readonly gotFrom: keyof typeof GotFrom;
  readonly batchId: string;
}

/** Grants a locked coupon once for each holder. Refuses more than its stock. Returns the codes. */
export async function grant(
  tx: TenantTx,
  given: LockedCoupon,
  { holders, gotFrom, batchId }: Grant,
): Promise<string[]> {
  refuseBeyondStock(given, holders.length);
  const codes = holders.map(newCouponCode);
  await tx.query(
    `insert into user_coupon (tenant_id, id, coupon_id, code, plate, mobile, got_from, grant_type, state, valid_from, valid_until,
       created_at, updated_at, granted_by, batch_id)
     select $1, g.id, $2, g.code, g.plate, g.mobile, $3, $4, 'granted', $5, $6, $7, $7, $8, $9
     from unnest($10::uuid[], $11::text[], $12::text[], $13::text[]) as g(id, code, plate, mobile)`,
    [
      tx.tenantId,
      given.id,
      gotFrom,
      given.grantType,
      startOf(tx, given),
      endOf(tx, given),
      tx.now,
      tx.who.name,
      batchId,
      codes.map(() => tx.newId()),
      codes,
      holders.map((one) => one.plate),
      holders.map((one) => one.mobile),
    ],
  );
  await noteGranted(tx, given, holders);
  return codes;
}

/** Refuses to grant more of a coupon than its stock has left. */
export function refuseBeyondStock({ stock, grantedCount }: LockedCoupon, count: number): void {
  const left = stock === null ? Number.POSITIVE_INFINITY : stock - grantedCount;
  if (count > left) throw new Refusal(couponRefusal['out-of-stock'], { left });
}

/** Counts what was granted of a locked coupon, and tells the cars that their fees are lower now. */
export async function noteGranted(
  tx: TenantTx,
  given: Pick<LockedCoupon, 'id'>,
  holders: readonly Holder[],
): Promise<void> {
  await tx.query('update coupon set granted_count = granted_count + $3 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    given.id,
    holders.length,
  ]);
  const mobiles = holders.flatMap(({ plate, mobile }) => (plate === null && mobile !== null ? [mobile] : []));
  const cars = [...holders.flatMap(({ plate }) => plate ?? []), ...[...(await platesOf(tx, mobiles)).values()].flat()];
  for (let at = 0; at < cars.length; at += MOST_TOLD) {
    const plates = cars.slice(at, at + MOST_TOLD);
    tx.emit(reductionOffered, { lotId: null, subjectId: given.id, data: { plates } });
  }
}

/** The beginning of a coupon that is granted now. */
export const startOf = (tx: TenantTx, { validFrom }: Pick<LockedCoupon, 'validFrom'>): Date =>
  validFrom && validFrom > tx.now ? validFrom : tx.now;

/** The end of a coupon that is granted now. */
export function endOf(tx: TenantTx, given: LockedCoupon): Date {
  return given.validUntil ?? new Date(startOf(tx, given).getTime() + given.validDays! * DAY_MS);
}

/** A holder who cannot have a coupon, with the reason. */
export interface FailedHolder extends Holder {
  readonly reason: string;
}

const BAD_PLATE: Label = { zh: '不是有效的车牌', en: 'Not a valid plate' };
const BAD_MOBILE: Label = { zh: '不是有效的手机号', en: 'Not a valid mobile number' };
const NOBODY: Label = { zh: '请填写车牌或手机号', en: 'Enter a plate or a mobile number' };

/** A holder as it is kept: plates in their usual form, nothing for what is empty. */
export const tidied = ({ plate, mobile }: Holder): Holder => ({
  plate: plate ? normalizePlate(plate) : null,
  mobile: mobile?.trim() || null,
});

/** What is wrong with a holder; null where nothing is. */
export function faultOf({ plate, mobile }: Holder): Label | null {
  if (plate !== null && !isPlate(plate)) return BAD_PLATE;
  if (mobile !== null && !pattern.mobile.isValid(mobile)) return BAD_MOBILE;
  return plate === null && mobile === null ? NOBODY : null;
}

/** Holders that can have a coupon, each once, and the others with the reason; `most` is how many each may have, null for any number. */
export async function chooseHolders(
  tx: TenantTx,
  given: LockedCoupon,
  entered: readonly Holder[],
  most: number | null = given.perPlate,
): Promise<{ holders: Holder[]; failed: FailedHolder[] }> {
  const { language } = tx.who;
  const failed: FailedHolder[] = [];
  const valid = new Map<string, Holder>();
  for (const one of entered.map(tidied)) {
    const fault = faultOf(one);
    if (fault) failed.push({ ...one, reason: fault[language] });
    else valid.set(keyOf(one), one);
  }
  if (most === null) return { holders: [...valid.values()], failed };
  const counts = await countHad(tx, given.id, [...valid.values()]);
  const reason = language === 'zh' ? `每车每人限领${most}张` : `Each car and person has at most ${most}`;
  const isFull = (one: Holder) => (counts.get(keyOf(one)) ?? 0) >= most;
  return {
    holders: [...valid.values()].filter((one) => !isFull(one)),
    failed: [...failed, ...[...valid.values()].filter(isFull).map((one) => ({ ...one, reason }))],
  };
}

/**
 * How many of a coupon each holder has had, by `keyOf`. A car has had its own and those of its customer's mobile; a person those of the
 * mobile and of all cars of that customer.
 */
export async function countHad(
  tx: TenantTx,
  couponId: string,
  holders: readonly Holder[],
): Promise<ReadonlyMap<string, number>> {
  const [customers, cars] = [
    await mobilesOf(
      tx,
      holders.flatMap((one) => one.plate ?? []),
    ),
    await platesOf(
      tx,
      holders.flatMap((one) => one.mobile ?? []),
    ),
  ];
  const names = holders.flatMap((one) => {
    const { plate, mobile } = one;
    const plates = [plate, ...(mobile === null ? [] : (cars.get(mobile) ?? []))];
    const mobiles = [mobile, plate === null ? null : (customers.get(plate) ?? null)];
    return [...new Set([...plates, ...mobiles])].flatMap((name) => (name === null ? [] : [{ key: keyOf(one), name }]));
  });
  const rows = await tx.query<{ key: string; count: number }>(
    `with named as (select key, name from unnest($3::text[], $4::text[]) as n(key, name)),
     had as (select id, plate, mobile from user_coupon where tenant_id = $1 and coupon_id = $2 and state <> 'revoked'
       and (plate = any($4) or mobile = any($4)))
     select key, count(*)::int as count from (
       select n.key, h.id from named n join had h on h.plate = n.name
       union select n.key, h.id from named n join had h on h.mobile = n.name) as each group by key`,
    [tx.tenantId, couponId, names.map((one) => one.key), names.map((one) => one.name)],
  );
  return new Map(rows.map(({ key, count }) => [key, count]));
}
