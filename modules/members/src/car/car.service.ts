import { createHash } from 'node:crypto';
import { disabledReason, Refusal } from '@boyun/kernel/contract';
import { contentType, type Kernel, notFound, type TenantTx, type Upload } from '@boyun/kernel/server';
import { findOwners } from '@boyun/lists/server';
import { type Approval, type Asked, reviewedAct } from '@boyun/reviews/server';
import { findCustomer } from '../customer/customer.queries.ts';
import { customerOf } from '../session/driver-session.service.ts';
import { type CarState, carRefusal, carTransitions } from './car.contract.ts';
import { type CarRow, findCarsOf, lockCar, lockCertified, picturesOf, setCarState } from './car.queries.ts';
import {
  carAdded,
  carApproved,
  carAsked,
  carCertified,
  carMoved,
  carPictureAdded,
  carRejected,
  carRemoved,
  carRevoked,
  usualCarSet,
} from './car-event.contract.ts';
import { carReviews } from './car-review.contract.ts';

/** Cars and pictures a customer may have. */
const MOST_CARS = 10;
const MOST_PICTURES = 6;

const factsOf = ({ id, customerId, plate }: CarRow, note?: string | null) => ({
  lotId: null,
  subjectId: id,
  data: { customerId, plate, ...(note === undefined ? {} : { note }) },
});

/** What the audit log says about a car. */
export const subjectOfCar = ({ id, plate }: Pick<CarRow, 'id' | 'plate'>) => ({
  subjectKind: 'customer-car',
  subjectId: id,
  subject: plate,
});

/** A locked car, on which an act is possible where one is named; a stranger's does not exist for a driver. */
export async function requireCar(tx: TenantTx, id: string, act: keyof typeof carTransitions | null): Promise<CarRow> {
  const row = await lockCar(tx, id);
  if (!row || (tx.who.kind === 'driver' && row.customerId !== customerOf(tx)))
    throw notFound(tx.who, { zh: '车辆', en: 'Car' });
  const reason = act && disabledReason(carTransitions, act, row.state);
  if (reason) throw new Refusal(carRefusal['not-possible'], { reason: reason[tx.who.language] });
  return row;
}

/** Adds a car to a customer's; the first is the usual one. Returns the one there is where the customer has it already. */
export async function addCar(
  tx: TenantTx,
  customerId: string,
  { plate, plateColor }: { readonly plate: string; readonly plateColor: number },
): Promise<{ car: CarRow; isNew: boolean }> {
  await findCustomer(tx, customerId, true);
  const cars = await findCarsOf(tx, customerId);
  const same = cars.find((one) => one.plate === plate);
  if (same) return { car: same, isNew: false };
  if (cars.length >= MOST_CARS) throw new Refusal(carRefusal['too-many'], { most: MOST_CARS });
  const id = tx.newId();
  await tx.query(
    `insert into customer_car (tenant_id, id, created_at, updated_at, customer_id, plate, plate_color, is_default)
     values ($1, $2, $3, $3, $4, $5, $6, $7)`,
    [tx.tenantId, id, tx.now, customerId, plate, plateColor, cars.length === 0],
  );
  const car = (await lockCar(tx, id))!;
  tx.emit(carAdded, factsOf(car));
  return { car, isNew: true };
}

/** Makes a car of the caller the usual one. */
export async function makeUsual(tx: TenantTx, car: CarRow): Promise<void> {
  await tx.query(
    `update customer_car set is_default = (id = $3), updated_at = $4 where tenant_id = $1 and customer_id = $2
       and is_default <> (id = $3)`,
    [tx.tenantId, car.customerId, car.id, tx.now],
  );
  tx.emit(usualCarSet, factsOf(car));
}

/** Removes a car with its pictures; the eldest of the others becomes the usual one where it was. */
export async function removeCar(tx: TenantTx, { files }: Pick<Kernel, 'files'>, car: CarRow): Promise<void> {
  const keys = (await picturesOf(tx, [car.id])).get(car.id) ?? [];
  await tx.query('delete from customer_car where tenant_id = $1 and id = $2', [tx.tenantId, car.id]);
  tx.afterCommit(async () => {
    for (const key of keys) await files.remove(key);
  });
  tx.emit(carRemoved, factsOf(car));
  const [next] = car.isDefault ? await findCarsOf(tx, car.customerId) : [];
  if (next) await makeUsual(tx, next);
}

/** Adds a picture to a car; the same one is kept once. Returns the keys of all. */
export async function addPicture(
  tx: TenantTx,
  { files }: Pick<Kernel, 'files'>,
  car: CarRow,
  file: Upload | null,
): Promise<string[]> {
  const ending = file && contentType(file.bytes);
  if (!file || (ending !== 'jpg' && ending !== 'png')) throw new Refusal(carRefusal['no-picture']);
  const keys = (await picturesOf(tx, [car.id])).get(car.id) ?? [];
  if (keys.length >= MOST_PICTURES) throw new Refusal(carRefusal['picture-over'], { most: MOST_PICTURES });
  const id = tx.newId();
  const key = `${tx.tenantId}/car/${tx.now.toISOString().slice(0, 10)}/${id}.${ending}`;
  const [made] = await tx.query(
    `insert into customer_car_picture (tenant_id, id, car_id, at, key, digest) values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant_id, car_id, digest) do nothing returning id`,
    [tx.tenantId, id, car.id, tx.now, key, createHash('sha256').update(file.bytes).digest('hex')],
  );
  if (!made) return keys;
  await files.put(key, file.bytes);
  tx.emit(carPictureAdded, { ...factsOf(car), data: { customerId: car.customerId, plate: car.plate, key } });
  return [...keys, key];
}

/** Whether the operator's records know a plate under a mobile: a list, or a wallet. */
async function isOnRecord(tx: TenantTx, plate: string, mobile: string): Promise<boolean> {
  const owners = await findOwners(tx, [plate], (phone) => phone === mobile);
  if (owners.has(plate)) return true;
  const [bound] = await tx.query(
    `select 1 as one from wallet_plate_fact p join wallet_fact w on w.tenant_id = p.tenant_id and w.id = p.wallet_id
     where p.tenant_id = $1 and p.plate = $2 and w.mobile = $3`,
    [tx.tenantId, plate, mobile],
  );
  return bound !== undefined;
}

/** Asks for the certification of a car: at once where records prove it and nobody else has it, else by pictures that a person checks. */
export async function askCertification(tx: TenantTx, car: CarRow): Promise<CarState> {
  await tx.lock(`car ${car.plate}`);
  const { mobile } = (await findCustomer(tx, car.customerId))!;
  const isFree = (await lockCertified(tx, car.plate)) === null;
  if (isFree && mobile && (await isOnRecord(tx, car.plate, mobile))) {
    await setCarState(tx, car.id, { state: 'certified', proof: 'record', note: null, by: null });
    tx.emit(carCertified, factsOf(car, null));
    return 'certified';
  }
  const pictures = await picturesOf(tx, [car.id]);
  if (!pictures.has(car.id)) throw new Refusal(carRefusal['picture-needed']);
  await setCarState(tx, car.id, { state: 'pending', note: null, by: null });
  tx.emit(carAsked, factsOf(car));
  return 'pending';
}

/** Certifies a car, and takes it away from whoever had it. */
async function certify(tx: TenantTx, car: CarRow, note: string, by: string): Promise<void> {
  await tx.lock(`car ${car.plate}`);
  const former = await lockCertified(tx, car.plate);
  if (former && former.id !== car.id) {
    await setCarState(tx, former.id, { state: 'moved', note, by });
    tx.emit(carMoved, factsOf(former, note));
  }
  await setCarState(tx, car.id, { state: 'certified', proof: 'person', note, by });
  tx.emit(carCertified, factsOf(car, note));
}

/** Moves a certified car to another customer, once a second person agrees. */
export const askMove = reviewedAct<{ readonly carId: string }>(
  carReviews.move.name,
  async (tx: TenantTx, { carId }, approval: Approval) =>
    certify(tx, await requireCar(tx, carId, 'approve'), approval.reason, approval.requestedBy),
);

/** Certifies a car; one that is another customer's waits for a second person. */
export async function approve(tx: TenantTx, car: CarRow, note: string): Promise<Asked> {
  await tx.lock(`car ${car.plate}`);
  const former = await lockCertified(tx, car.plate);
  tx.emit(carApproved, factsOf(car, note));
  if (!former) {
    await certify(tx, car, note, tx.who.name);
    return { reviewId: null, isPending: false, effect: 'below-threshold' };
  }
  const nameOf = async (id: string) => {
    const text = (await findCustomer(tx, id))?.name ?? '—';
    return { zh: text, en: text };
  };
  return askMove(tx, {
    lotIds: [],
    subjectKind: 'customer-car',
    subjectId: car.id,
    subject: car.plate,
    summary: {
      zh: `${car.plate} 已认证给其他客户，转给新的认领人`,
      en: `${car.plate} is certified for another customer; move it to the new one`,
    },
    changes: [
      {
        label: { zh: '车主', en: 'Customer' },
        before: await nameOf(former.customerId),
        after: await nameOf(car.customerId),
      },
    ],
    amountFen: null,
    counting: 'alone',
    reason: note,
    payload: { carId: car.id },
  });
}

/** Refuses a claim, or takes a certification back. */
export async function refuse(tx: TenantTx, car: CarRow, act: 'reject' | 'revoke', note: string): Promise<void> {
  await setCarState(tx, car.id, { state: carTransitions[act].to, note, by: tx.who.name });
  tx.emit(act === 'reject' ? carRejected : carRevoked, factsOf(car, note));
}
