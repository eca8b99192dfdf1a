import { reaction } from '@boyun/kernel/server';
import { stayLeft } from '@boyun/orders/contract';
import { carCertified, carMoved, carRejected, carRevoked } from '../car/car-event.contract.ts';
import type { MessageKind } from './message.contract.ts';
import { insertMessage } from './message.queries.ts';

const KINDS: Readonly<Record<string, MessageKind>> = {
  [carCertified.kind]: 'car-certified',
  [carRejected.kind]: 'car-rejected',
  [carMoved.kind]: 'car-moved',
  [carRevoked.kind]: 'car-revoked',
};

/** Tells customers what became of their cars' certification. */
export const tellOfCars = reaction('tell-customers-of-cars', [carCertified, carRejected, carMoved, carRevoked], {
  async react(tx, { kind, data: { customerId, plate, note } }) {
    await insertMessage(tx, customerId, { kind: KINDS[kind]!, plate, note });
  },
});

/** Tells customers that a certified car left, with the fee and the page of the receipt. */
export const tellOfStays = reaction('tell-customers-of-stays', [stayLeft], {
  async pick(query, events) {
    const rows = await query<{ tenantId: number; plate: string }>(
      `select tenant_id, plate from customer_car_fact where (tenant_id, plate) in (select * from unnest($1::int[], $2::text[]))`,
      [events.map((one) => one.tenantId), events.map((one) => String(one.data.plate))],
    );
    const known = new Set(rows.map((one) => `${one.tenantId} ${one.plate}`));
    return events.filter((one) => known.has(`${one.tenantId} ${one.data.plate}`));
  },
  async react(tx, { lotId, subjectId, data: { plate } }) {
    const [row] = await tx.query<{ customerId: string; feeFen: number; payCode: string }>(
      `select a.customer_id, o.fee_fen - o.reduced_fen as "feeFen", o.pay_code
       from stay_fact o join customer_car a on a.tenant_id = o.tenant_id and a.plate = o.plate and a.state = 'certified'
       where o.tenant_id = $1 and o.id = $2`,
      [tx.tenantId, subjectId],
    );
    if (!row || !plate || !lotId) return;
    const { customerId, feeFen, payCode } = row;
    const more = { lotId, amountFen: Math.max(0, feeFen), path: `/pay/${payCode}` };
    await insertMessage(tx, customerId, { kind: 'stay-left', plate, note: null, ...more });
  },
});
