import type { OfferException, WeeklyWindow } from '@boyun/domain/shared-parking';
import type { TenantTx } from '@boyun/kernel/server';
import type { OfferState } from './shared-offer.contract.ts';

/** What an offer asks for: hours and prices. */
export interface OfferTerms {
  readonly windows: readonly WeeklyWindow[];
  readonly hourFen: number;
  readonly dayCapFen: number | null;
}

/** An offer. */
export interface OfferRow extends OfferTerms {
  readonly id: string;
  readonly offerNo: string;
  readonly lotId: string;
  readonly spotId: string;
  readonly spot: string;
  readonly ownerId: string;
  readonly state: OfferState;
  readonly placeNo: number;
}

const OFFER = `select o.id, o.offer_no, o.lot_id, o.spot_id, s.number as spot, o.owner_id, o.state, o.windows, o.hour_fen, o.day_cap_fen, o.place_no
  from shared_offer o join spot_fact s on s.tenant_id = o.tenant_id and s.id = o.spot_id where o.tenant_id = $1`;

/** An offer, locked: against bookings with `update`, against changes of the offer with `share`. */
export async function lockOffer(tx: TenantTx, id: string, how: 'share' | 'update'): Promise<OfferRow | null> {
  const [row] = await tx.query<OfferRow>(`${OFFER} and o.id = $2 for ${how} of o`, [tx.tenantId, id]);
  return row ?? null;
}

/** An offer; null where there is none. */
export async function findOffer(tx: TenantTx, id: string): Promise<OfferRow | null> {
  const [row] = await tx.query<OfferRow>(`${OFFER} and o.id = $2`, [tx.tenantId, id]);
  return row ?? null;
}

/** The offers of lots that take bookings, the cheapest first; of all lots of the tenant where none is named. */
export function findOpenOffers(tx: TenantTx, lotIds: readonly string[] | null): Promise<OfferRow[]> {
  return tx.query<OfferRow>(
    `${OFFER} and o.state = 'open' and ($2::uuid[] is null or o.lot_id = any($2)) order by o.hour_fen, o.id limit 1000`,
    [tx.tenantId, lotIds],
  );
}

/** The offers of an owner that have not ended, newest first. */
export function findOffersOf(tx: TenantTx, ownerId: string): Promise<OfferRow[]> {
  return tx.query<OfferRow>(`${OFFER} and o.owner_id = $2 and o.state <> 'ended' order by o.id desc limit 50`, [
    tx.tenantId,
    ownerId,
  ]);
}

/** Inserts an offer; false where its spot is offered already. */
export async function insertOffer(
  tx: TenantTx,
  row: Omit<OfferRow, 'placeNo' | 'spot'> & { readonly offeredBy: string; readonly remark: string | null },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into shared_offer (tenant_id, id, created_at, updated_at, offer_no, lot_id, spot_id, owner_id, state, windows, hour_fen,
       day_cap_fen, offered_by, remark)
     values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     on conflict (tenant_id, spot_id) where state in ('asked', 'pending', 'open', 'paused') do nothing returning id`,
    [
      tx.tenantId,
      row.id,
      tx.now,
      row.offerNo,
      row.lotId,
      row.spotId,
      row.ownerId,
      row.state,
      JSON.stringify(row.windows),
      row.hourFen,
      row.dayCapFen,
      row.offeredBy,
      row.remark,
    ],
  );
  return rows.length === 1;
}

/** Sets the state of an offer. */
export async function setOfferState(tx: TenantTx, id: string, state: OfferState, note: string | null): Promise<void> {
  await tx.query(
    `update shared_offer set state = $3, note = coalesce($4, note), updated_at = $5, version = version + 1 where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, state, note, tx.now],
  );
}

/** Sets hours and prices of an offer. */
export async function setOfferTerms(tx: TenantTx, id: string, terms: OfferTerms): Promise<void> {
  await tx.query(
    `update shared_offer set windows = $3, hour_fen = $4, day_cap_fen = $5, updated_at = $6, version = version + 1
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, JSON.stringify(terms.windows), terms.hourFen, terms.dayCapFen, tx.now],
  );
}

/** An exception of an offer. */
export interface ExceptionRow {
  readonly id: string;
  readonly offerId: string;
  readonly kind: OfferException['kind'];
  readonly fromAt: Date;
  readonly untilAt: Date;
  readonly note: string | null;
}

/** The exceptions of offers that end after a moment, in their order. */
export function findExceptions(tx: TenantTx, offerIds: readonly string[], after: Date): Promise<ExceptionRow[]> {
  return tx.query<ExceptionRow>(
    `select id, offer_id, kind, from_at, until_at, note from shared_exception
     where tenant_id = $1 and offer_id = any($2::uuid[]) and until_at > $3 order by from_at, id`,
    [tx.tenantId, offerIds, after],
  );
}

/** As the domain reads it. */
export const exceptionOf = ({
  kind,
  fromAt,
  untilAt,
}: Pick<ExceptionRow, 'kind' | 'fromAt' | 'untilAt'>): OfferException => ({
  kind,
  fromMs: fromAt.getTime(),
  toMs: untilAt.getTime(),
});

/** Inserts an exception. */
export async function insertException(tx: TenantTx, row: ExceptionRow): Promise<void> {
  await tx.query(
    `insert into shared_exception (tenant_id, id, offer_id, kind, from_at, until_at, note, created_at, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [tx.tenantId, row.id, row.offerId, row.kind, row.fromAt, row.untilAt, row.note, tx.now, tx.who.name],
  );
}

/** Deletes an exception of an offer; false where there is none. */
export async function deleteException(tx: TenantTx, offerId: string, id: string): Promise<boolean> {
  const rows = await tx.query(
    'delete from shared_exception where tenant_id = $1 and offer_id = $2 and id = $3 returning id',
    [tx.tenantId, offerId, id],
  );
  return rows.length === 1;
}

/** What is booked of an offer. */
export interface HeldTime {
  readonly id: string;
  readonly bookingNo: string;
  readonly plate: string;
  readonly fromAt: Date;
  readonly untilAt: Date;
}

/** The bookings that hold an offer and end after a moment, in their order. */
export function findHeld(tx: TenantTx, offerId: string, after: Date): Promise<HeldTime[]> {
  return tx.query<HeldTime>(
    `select id, booking_no, plate, from_at, until_at from shared_booking
     where tenant_id = $1 and offer_id = $2 and state in ('unpaid', 'booked', 'arrived') and until_at > $3 order by from_at`,
    [tx.tenantId, offerId, after],
  );
}

/** The offers of these that nobody holds within a time. */
export async function findFree(
  tx: TenantTx,
  offerIds: readonly string[],
  fromAt: Date,
  untilAt: Date,
): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    `select o.id from shared_offer o where o.tenant_id = $1 and o.id = any($2::uuid[])
       and not exists (select from shared_booking b where b.tenant_id = o.tenant_id and b.offer_id = o.id
         and b.state in ('unpaid', 'booked', 'arrived') and b.until_at > $3 and b.from_at < $4)`,
    [tx.tenantId, offerIds, fromAt, untilAt],
  );
  return new Set(rows.map((one) => one.id));
}
