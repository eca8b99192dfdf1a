import { randomInt } from 'node:crypto';
import { isPlate, normalizePlate } from '@boyun/domain/plate';
import { Refusal } from '@boyun/kernel/contract';
import { coversLots, notFound, type TenantTx } from '@boyun/kernel/server';
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

/** Returns a code that cannot be guessed: 60 random bits. */
function newCouponCode(): string {
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

interface Grant {
  readonly plates: readonly (string | null)[];
  readonly gotFrom: keyof typeof GotFrom;
  readonly batchId: string;
  /** Of the person who claims it. */
  readonly mobile?: string;
}

/** Grants a locked coupon once for each entry; null is a paper coupon without a plate. Refuses more than its stock. Returns the codes. */
export async function grant(
  tx: TenantTx,
  given: LockedCoupon,
  { plates, gotFrom, batchId, mobile }: Grant,
): Promise<string[]> {
  const left = given.stock === null ? Number.POSITIVE_INFINITY : given.stock - given.grantedCount;
  if (plates.length > left) throw new Refusal(couponRefusal['out-of-stock'], { left });
  const codes = plates.map(newCouponCode);
  await tx.query(
    `insert into user_coupon (tenant_id, id, coupon_id, code, plate, got_from, grant_type, state, valid_from, valid_until, granted_at,
       granted_by, batch_id, mobile)
     select $1, g.id, $2, g.code, g.plate, $3, $4, 'granted', $5, $6, $7, $8, $9, $13
     from unnest($10::uuid[], $11::text[], $12::text[]) as g(id, code, plate)`,
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
      plates,
      mobile ?? null,
    ],
  );
  await tx.query('update coupon set granted_count = granted_count + $3 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    given.id,
    codes.length,
  ]);
  const known = plates.filter((one) => one !== null);
  if (known.length > 0) tx.emit(reductionOffered, { lotId: null, subjectId: given.id, data: { plates: known } });
  return codes;
}

const startOf = (tx: TenantTx, { validFrom }: LockedCoupon) => (validFrom && validFrom > tx.now ? validFrom : tx.now);

/** The end of a coupon that is granted now. */
export function endOf(tx: TenantTx, given: LockedCoupon): Date {
  return given.validUntil ?? new Date(startOf(tx, given).getTime() + given.validDays! * DAY_MS);
}

/** Plates that can have a coupon, each once, and the others with the reason. */
export async function choosePlates(
  tx: TenantTx,
  given: LockedCoupon,
  entered: readonly string[],
): Promise<{ plates: string[]; failed: { plate: string; reason: string }[] }> {
  const plates = [...new Set(entered.map(normalizePlate))];
  const isZh = tx.who.language === 'zh';
  const wrong = plates.filter((one) => !isPlate(one));
  const failed = wrong.map((plate) => ({ plate, reason: isZh ? '不是有效的车牌' : 'Not a valid plate' }));
  const valid = plates.filter(isPlate);
  if (given.perPlate === null) return { plates: valid, failed };
  const rows = await tx.query<{ plate: string }>(
    `select plate from user_coupon where tenant_id = $1 and coupon_id = $2 and plate = any($3::text[]) and state <> 'revoked'
     group by plate having count(*) >= $4`,
    [tx.tenantId, given.id, valid, given.perPlate],
  );
  const full = new Set(rows.map((row) => row.plate));
  const reason = isZh ? `每车限领${given.perPlate}张` : `Each car has at most ${given.perPlate}`;
  return {
    plates: valid.filter((one) => !full.has(one)),
    failed: [...failed, ...[...full].map((plate) => ({ plate, reason }))],
  };
}
