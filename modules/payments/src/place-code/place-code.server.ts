import { normalizePlate } from '@boyun/domain/plate';
import { requireLot } from '@boyun/facilities/server';
import { type Language, Refusal, singleSlot } from '@boyun/kernel/contract';
import {
  asHolder,
  coversLot,
  handle,
  handleFreely,
  type Kernel,
  newCode,
  notFound,
  serveReport,
  sql,
  type TenantTx,
} from '@boyun/kernel/server';
import { takesPhonePayments } from '@boyun/money/server';
import { findByPayCode, offersInvoice, type ParkingOrder, priceOrder } from '@boyun/orders/server';
import { debtsAskedWith } from '../payment/debt.service.ts';
import {
  findPlaceStay,
  getPlaceCodes,
  getPlacePage,
  placeCodeList,
  placeRefusal,
  rotatePlaceCode,
} from './place-code.contract.ts';
import {
  countLookups,
  endPlaceCode,
  findPayable,
  findScanned,
  insertLookup,
  insertPlaceCodes,
  lockPlaceCode,
  PLACE_NAME,
  type PlaceCode,
} from './place-code.queries.ts';
import { placeCodesOf, placePath } from './place-code.service.ts';

/** Returns the plate of the car that waits at an exit lane; null where none waits. Filled by the module of passings. */
export const waitingPlate =
  singleSlot<(tx: TenantTx, laneId: string) => Promise<string | null>>('payment.waiting-plate');

const DAY_MS = 24 * 3_600_000;
const WINDOW_MS = 10 * 60_000;
/**
 * Look-ups within ten minutes. Phones share addresses with others, so that of an address only those without a result count: who tries
 * plates out has many, who pays has few.
 */
const MOST = { byCode: 300, byPlate: 10, missesByAddress: 15 };

export const placeCodeListServer = serveReport(placeCodeList, ({ tx }) => {
  const since = new Date(tx.now.getTime() - DAY_MS);
  const lookups = sql`select count(*)::int from stay_lookup k
    where k.tenant_id = c.tenant_id and k.place_code_id = c.id and k.at > ${since}`;
  return {
    from: 'place_code',
    as: 'c',
    lot: 'c.lot_id',
    own: null,
    where: ['c.ended_at is null', `${PLACE_NAME} is not null`],
    columns: {
      name: PLACE_NAME,
      lookupCount: sql`(${lookups})`,
      missCount: sql`(${lookups} and k.order_id is null)`,
    },
    order: 'c.lot_id, c.kind, c.id',
  };
});

const showServer = handle(getPlaceCodes, async (tx, { lotId, kind, placeId }, act, kernel) => {
  const lot = await requireLot(tx, lotId);
  const { codes, createdCount } = await placeCodesOf(tx, { lotId: lot.id, kind, placeId });
  act.describe({
    subjectKind: 'lot',
    subjectId: lot.id,
    subject: placeId ? `${lot.name} ${codes[0]!.name}` : lot.name,
    after: { kind, count: codes.length, createdCount },
  });
  return {
    lotName: lot.name,
    site: kernel.configuration.publicUrl,
    codes: codes.map((one) => ({ ...one, path: placePath(one) })),
  };
});

const rotateServer = handle(rotatePlaceCode, async (tx, { placeCodeId, note }, act) => {
  const old = await lockPlaceCode(tx, placeCodeId);
  if (!old || !coversLot(tx.who, old.lotId)) throw notFound(tx.who, { zh: '固定码', en: 'Fixed code' });
  await endPlaceCode(tx, old.id);
  const next = { kind: old.kind, placeId: old.placeId, code: newCode(tx) };
  await insertPlaceCodes(tx, old.lotId, [next]);
  act.describe({ subjectKind: 'place-code', subjectId: old.id, subject: old.name, after: { kind: old.kind, note } });
  return { path: placePath(next) };
});

/** Runs work for somebody who has scanned a fixed code; refuses one that is not valid. */
const atPlace = <T>(
  kernel: Kernel,
  code: string,
  language: Language,
  isLocked: boolean,
  work: (tx: TenantTx, place: PlaceCode) => Promise<T>,
): Promise<T> =>
  asHolder(kernel, code, { name: 'driver', unknown: placeRefusal['unknown-code'], language }, async (tx) => {
    const place = await findScanned(tx, code, isLocked);
    if (!place) throw new Refusal(placeRefusal['unknown-code']);
    return work(tx, place);
  });

/** Returns the stay of a plate in a lot that is due now, and the sum; null where nothing is. */
async function findDue(
  tx: TenantTx,
  lotId: string,
  plate: string,
): Promise<{ order: ParkingOrder; dueFen: number } | null> {
  const { timeZone } = await requireLot(tx, lotId);
  for (const { payCode } of await findPayable(tx, lotId, plate)) {
    const order = (await findByPayCode(tx, payCode, false))!;
    const isInside = order.parkingState === 'inside';
    const own = isInside ? (await priceOrder(tx, order, tx.now, timeZone)).dueFen : order.dueFen;
    const dueFen = Math.max(0, own) + (await debtsAskedWith(tx, order, true)).sumFen;
    if (dueFen > 0) return { order, dueFen };
  }
  return null;
}

const pageServer = handleFreely(getPlacePage, (kernel, { code }, { language }) =>
  atPlace(kernel, code, language, false, async (tx, place) => {
    const lot = await requireLot(tx, place.lotId);
    const waiting = place.kind === 'lane' ? await tx.slots.find(waitingPlate)?.(tx, place.placeId) : null;
    const due = waiting ? await findDue(tx, lot.id, waiting) : null;
    return {
      lotName: lot.name,
      kind: place.kind,
      name: place.name,
      canPay: await takesPhonePayments(tx, lot.id),
      waitingPlate: due && due.order.plate,
      waitingDueFen: due && due.dueFen,
      canInvoice: await offersInvoice(tx, lot.id),
    };
  }),
);

const findServer = handleFreely(findPlaceStay, async (kernel, { code, plate: given }, { language, address }) => {
  const plate = normalizePlate(given);
  const passCode = await atPlace(kernel, code, language, true, async (tx, place) => {
    const count = await countLookups(tx, place, { plate, address }, new Date(tx.now.getTime() - WINDOW_MS));
    if (Object.entries(MOST).some(([key, most]) => count[key as keyof typeof MOST] >= most))
      throw new Refusal(placeRefusal['too-often']);
    const due = await findDue(tx, place.lotId, plate);
    const lookup = { plate, address, orderId: due?.order.id ?? null, passCode: due && newCode(tx) };
    await insertLookup(tx, place, lookup);
    if (due)
      tx.audit({
        action: findPlaceStay.audit!,
        subjectKind: 'order',
        subjectId: due.order.id,
        subject: `${due.order.orderNo} ${plate}`,
        after: { place: place.name, address },
      });
    return lookup.passCode;
  });
  // Refused after the commit, so that the look-up stays written down.
  if (!passCode) throw new Refusal(placeRefusal['not-found']);
  return { code: passCode };
});

/** Fixed codes: shown and replaced by staff, scanned by drivers. */
export const placeCodeServers = [showServer, rotateServer, pageServer, findServer];
