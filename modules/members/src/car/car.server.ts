import { normalizePlate } from '@boyun/domain/plate';
import { maskPhone, Refusal, type Row } from '@boyun/kernel/contract';
import { handle, notFound, serveResource } from '@boyun/kernel/server';
import { customerOf } from '../session/driver-session.service.ts';
import {
  addCarPicture,
  addOwnCar,
  approveCar,
  carRefusal,
  certifyOwnCar,
  customerCar,
  getCarClaim,
  getOwnCars,
  rejectCar,
  removeOwnCar,
  revokeCar,
  setUsualCar,
} from './car.contract.ts';
import { findCar, findCarsOf, findOtherClaims, picturesOf } from './car.queries.ts';
import {
  addCar,
  addPicture,
  approve,
  askCertification,
  makeUsual,
  refuse,
  removeCar,
  requireCar,
  subjectOfCar,
} from './car.service.ts';

/** Cars of customers. */
export const customerCarServer = serveResource(customerCar, {
  async afterRead(tx, rows) {
    const found = await tx.query<{ id: string; mobile: string | null; claimCount: number }>(
      `select a.id, c.mobile, (select count(*)::int from customer_car o
         where o.tenant_id = a.tenant_id and o.plate = a.plate and o.id <> a.id) as "claimCount"
       from customer_car a join customer_fact c on c.tenant_id = a.tenant_id and c.id = a.customer_id
       where a.tenant_id = $1 and a.id = any($2::uuid[])`,
      [tx.tenantId, rows.map((row) => row.id)],
    );
    const facts = new Map(found.map((one) => [one.id, one]));
    for (const row of rows as Row<typeof customerCar>[]) {
      const { mobile = null, claimCount = 0 } = facts.get(row.id) ?? {};
      row.mobile = mobile && maskPhone(mobile);
      row.claimCount = claimCount;
    }
  },
});

/** Decisions of staff about cars. */
const staffServers = [
  handle(getCarClaim, async (tx, { carId }) => {
    const car = await findCar(tx, carId);
    if (!car) throw notFound(tx.who, { zh: '车辆', en: 'Car' });
    const others = await findOtherClaims(tx, car);
    const pictures = await picturesOf(tx, [car.id, ...others.map((one) => one.id)]);
    return {
      pictures: pictures.get(car.id) ?? [],
      others: others.map((one) => ({
        ...one,
        mobile: one.mobile && maskPhone(one.mobile),
        pictures: pictures.get(one.id) ?? [],
      })),
    };
  }),
  handle(approveCar, async (tx, { carId, note }, act) => {
    const car = await requireCar(tx, carId, 'approve');
    const { reviewId, isPending, effect } = await approve(tx, car, note);
    act.describe({ ...subjectOfCar(car), before: { state: car.state }, after: { note, effect } });
    return { reviewId, isPending };
  }),
  ...([rejectCar, revokeCar] as const).map((operation) =>
    handle(operation, async (tx, { carId, note }, act) => {
      const name = operation === rejectCar ? 'reject' : 'revoke';
      const car = await requireCar(tx, carId, name);
      await refuse(tx, car, name, note);
      act.describe({ ...subjectOfCar(car), before: { state: car.state }, after: { state: 'rejected', note } });
      return {};
    }),
  ),
];

/** The cars of the customer who calls. */
const ownServers = [
  handle(getOwnCars, async (tx) => {
    const cars = await findCarsOf(tx, customerOf(tx));
    const pictures = await picturesOf(
      tx,
      cars.map((one) => one.id),
    );
    return {
      cars: cars.map(({ id, plate, plateColor, isDefault, state, note }) => ({
        id,
        plate,
        plateColor: plateColor as 0,
        isDefault,
        state,
        note: state === 'certified' ? null : note,
        pictures: pictures.get(id) ?? [],
      })),
    };
  }),
  handle(addOwnCar, async (tx, { plate: given, plateColor }, act) => {
    const plate = normalizePlate(given);
    const { car, isNew } = await addCar(tx, customerOf(tx), { plate, plateColor: Number(plateColor) });
    if (!isNew) throw new Refusal(carRefusal.known, { plate });
    act.describe({ ...subjectOfCar(car), after: { plate, plateColor } });
    return { carId: car.id };
  }),
  handle(setUsualCar, async (tx, { carId }, act) => {
    const car = await requireCar(tx, carId, null);
    await makeUsual(tx, car);
    act.describe(subjectOfCar(car));
    return {};
  }),
  handle(removeOwnCar, async (tx, { carId }, act, kernel) => {
    const car = await requireCar(tx, carId, null);
    await removeCar(tx, kernel, car);
    act.describe({ ...subjectOfCar(car), before: { state: car.state } });
    return {};
  }),
  handle(addCarPicture, async (tx, { carId }, act, kernel) => {
    const car = await requireCar(tx, carId, 'ask');
    const pictures = await addPicture(tx, kernel, car, act.file);
    act.describe({ ...subjectOfCar(car), after: { pictureCount: pictures.length } });
    return { pictures };
  }),
  handle(certifyOwnCar, async (tx, { carId }, act) => {
    const car = await requireCar(tx, carId, 'ask');
    const state = await askCertification(tx, car);
    act.describe({ ...subjectOfCar(car), before: { state: car.state }, after: { state } });
    return { state };
  }),
];

/** Cars of customers: what staff decides, and what customers do themselves. */
export const carServers = [...staffServers, ...ownServers];
