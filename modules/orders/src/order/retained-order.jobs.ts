import { maskAlarms } from '@boyun/alarms/server';
import { slot } from '@boyun/kernel/contract';
import {
  maskPlateEvents,
  maskPlateRows,
  PLATE_MASK,
  type PlateMask,
  plateMaskOf,
  progressOf,
  type RetainedKind,
  systemWho,
  type TenantTx,
} from '@boyun/kernel/server';
import { maskPlates } from '@boyun/money/server';
import { STAY } from './stay-bill.service.ts';

/** Masks the plates that a higher module has written down with orders. */
export const orderMasks = slot<(tx: TenantTx, masks: readonly PlateMask[]) => Promise<unknown>>('order.masks');

/** SQL conditions on the order `o` under which an open matter of a higher module still needs it. */
export const openMatters = slot<string>('order.open-matters');

/** The SQL condition that retains order `o`: car inside, debt, undecided request, or an open matter of another module. */
const isOpen = ({ slots }: Pick<TenantTx, 'slots'>) =>
  `(${[
    `o.parking_state = 'inside'`,
    `o.pay_state in ('unpaid', 'paying', 'part-paid', 'arrears')`,
    `exists (select from review_fact r where r.tenant_id = o.tenant_id and r.subject_id = o.id and r.state = 'pending')`,
    ...slots.all(openMatters),
  ].join(' or ')})`;

/** Returns those of the orders that open matters need: cars inside, debts, undecided requests and complaints. */
export async function findOpenOrders(tx: TenantTx, orderIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    `select o.id from parking_order o where o.tenant_id = $1 and o.id = any($2) and ${isOpen(tx)}`,
    [tx.tenantId, orderIds],
  );
  return new Set(rows.map((row) => row.id));
}

/** Removes the names of picture files, `keys`, from orders. The caller removes the files. */
export async function forgetOrderPictures(
  tx: TenantTx,
  orderIds: readonly string[],
  keys: readonly string[],
): Promise<void> {
  for (const side of ['entry', 'exit'])
    await tx.query(
      `update parking_order set ${side}_picture = null
       where tenant_id = $1 and id = any($2) and ${side}_picture = any($3)`,
      [tx.tenantId, orderIds, keys],
    );
}

/** Masks the plates of orders, and what payments, alarms and events say of them. */
async function maskOrders(
  tx: TenantTx,
  rows: readonly { readonly id: string; readonly plate: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  const masks = rows.map(plateMaskOf);
  await maskPlateRows(tx, { table: 'parking_order', idColumn: 'id', assignments: 'plate_key = r.mask' }, masks);
  const payments = await maskPlates(tx, STAY, masks);
  const alarms = await maskAlarms(tx, 'order', masks);
  for (const mask of tx.slots.all(orderMasks)) await mask(tx, masks);
  await maskPlateEvents(tx, [...masks, ...payments, ...alarms]);
}

/** The plates of cars that came in by no list are masked once the term is over. */
export const retainedStrangers: RetainedKind = {
  key: 'strangerPlate',
  part: 'orders',
  table: 'parking_order',
  condition: `standing = 'temporary' and list_entry_id is null and plate not like '%${PLATE_MASK}'`,
  step: ({ database }, { tenantId, before, after, limit }) =>
    database.inTenant(systemWho(tenantId), async (tx) => {
      const rows = await tx.query<{ id: string; plate: string; isDue: boolean }>(
        `select o.id, o.plate, o.standing = 'temporary' and o.list_entry_id is null
           and o.plate not like '%${PLATE_MASK}' and not ${isOpen(tx)} as "isDue"
         from parking_order o where o.tenant_id = $1 and o.id < first_uuid($2) and ($3::uuid is null or o.id > $3)
         order by o.id limit $4`,
        [tenantId, before, after, limit],
      );
      const due = rows.filter((row) => row.isDue);
      await maskOrders(tx, due);
      return progressOf(rows, limit, due.length);
    }),
};
