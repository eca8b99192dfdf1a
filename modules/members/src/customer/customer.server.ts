import { disabledReason, maskPhone, Refusal, type Row } from '@boyun/kernel/contract';
import { handle, notFound, serveResource, type TenantTx } from '@boyun/kernel/server';
import { endSessionsOf } from '../session/driver-session.service.ts';
import {
  customer,
  customerRefusal,
  customerTransitions,
  freezeCustomer,
  getCustomerDetail,
  mergeCustomers,
  releaseCustomer,
  revealMobile,
} from './customer.contract.ts';
import {
  type CustomerRow,
  findCustomer,
  findFigures,
  findLastStays,
  findShownCars,
  setState,
} from './customer.queries.ts';
import { customerFrozen, customerReleased } from './customer-event.contract.ts';
import { mergeInto } from './merge-customer.service.ts';

/** Customers; numbers are masked for everybody, since `revealMobile` leaves a trace. */
export const customerServer = serveResource(customer, {
  async afterRead(tx, rows) {
    const figures = new Map(
      (
        await findFigures(
          tx,
          rows.map((row) => row.id),
        )
      ).map((one) => [one.id, one]),
    );
    for (const row of rows as Row<typeof customer>[]) {
      row.balanceFen = figures.get(row.id)?.balanceFen ?? null;
      row.carCount = figures.get(row.id)?.carCount ?? 0;
      row.mobile = row.mobile && maskPhone(row.mobile);
    }
  },
});

/** A locked customer on whom an act is possible. */
async function requireCustomer(
  tx: TenantTx,
  id: string,
  act: keyof typeof customerTransitions,
): Promise<CustomerRow & { readonly mobile: string }> {
  const row = await findCustomer(tx, id, true);
  if (!row) throw notFound(tx.who, { zh: '客户', en: 'Customer' });
  const reason = disabledReason(customerTransitions, act, row.state);
  if (reason) throw new Refusal(customerRefusal['not-possible'], { reason: reason[tx.who.language] });
  return { ...row, mobile: row.mobile! };
}

const subjectOf = ({ id, name, mobile }: CustomerRow) => ({
  subjectKind: customer.name,
  subjectId: id,
  subject: name ?? (mobile && maskPhone(mobile)),
});

/** What staff does with customers. */
export const customerServers = [
  ...([freezeCustomer, releaseCustomer] as const).map((operation) =>
    handle(operation, async (tx, { customerId, note }, act) => {
      const name = operation === freezeCustomer ? 'freeze' : 'release';
      const row = await requireCustomer(tx, customerId, name);
      const { to } = customerTransitions[name];
      await setState(tx, row.id, to);
      if (name === 'freeze') await endSessionsOf(tx, row.id);
      tx.emit(name === 'freeze' ? customerFrozen : customerReleased, {
        lotId: null,
        subjectId: row.id,
        data: { note },
      });
      act.describe({ ...subjectOf(row), before: { state: row.state }, after: { state: to, note } });
      return {};
    }),
  ),
  handle(getCustomerDetail, async (tx, { customerId }) => {
    if (!(await findCustomer(tx, customerId))) throw notFound(tx.who, { zh: '客户', en: 'Customer' });
    return { cars: await findShownCars(tx, customerId), stays: await findLastStays(tx, customerId) };
  }),
  handle(mergeCustomers, async (tx, { customerId, otherMobile, note }, act) => {
    const row = await requireCustomer(tx, customerId, 'reveal');
    const other = await mergeInto(tx, row, otherMobile);
    act.describe({ ...subjectOf(row), after: { otherMobile: maskPhone(otherMobile), name: other.name, note } });
    return {};
  }),
  handle(revealMobile, async (tx, { customerId, note }, act) => {
    const row = await requireCustomer(tx, customerId, 'reveal');
    act.describe({ ...subjectOf(row), after: { note } });
    return { fullNumber: row.mobile };
  }),
];
