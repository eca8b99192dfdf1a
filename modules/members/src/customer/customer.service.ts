import { reaction, type TenantTx } from '@boyun/kernel/server';
import { customerRegistered, customerRenumbered } from '@boyun/lists/contract';
import type { CustomerBook } from '@boyun/lists/server';
import { type CustomerRow, findByMobile, insertCustomer, type NewCustomer } from './customer.queries.ts';

/** Returns the customer of a mobile, made where the mobile is new, and whether it is. */
export async function takeCustomer(tx: TenantTx, given: NewCustomer): Promise<{ row: CustomerRow; isNew: boolean }> {
  const id = await insertCustomer(tx, given);
  const row = (await findByMobile(tx, given.mobile))!;
  if (id) tx.emit(customerRegistered, { lotId: null, subjectId: id, data: { mobile: given.mobile } });
  return { row, isNew: id !== null };
}

/** Whoever has a wallet is a customer, under the number of the wallet. */
export const enterCustomers = reaction('enter-customers', [customerRegistered, customerRenumbered], {
  from: 'beginning',
  async react(tx, { kind, data }) {
    const mobile = kind === customerRenumbered.kind ? data.newMobile : data.mobile;
    const known = kind === customerRenumbered.kind && !(await findByMobile(tx, mobile));
    if (known) {
      const moved = await tx.query(
        `update customer set mobile = $3, updated_at = $4, version = version + 1
         where tenant_id = $1 and mobile = $2 returning id`,
        [tx.tenantId, data.mobile, mobile, tx.now],
      );
      if (moved.length > 0) return;
    }
    await insertCustomer(tx, { mobile, name: null, language: 'zh', channel: 'office', referrerId: null });
  },
});

/** Whose car a plate is: the customer it is certified for, else the one whose wallet it is bound to. */
export const memberBook: CustomerBook = {
  async mobilesOf(tx, plates) {
    const rows = await tx.query<{ plate: string; mobile: string }>(
      `select distinct on (plate) plate, mobile from (
         select a.plate, c.mobile, 1 as place from customer_car a join customer c on c.tenant_id = a.tenant_id and c.id = a.customer_id
         where a.tenant_id = $1 and a.plate = any($2::text[]) and a.state = 'certified' and c.mobile is not null
         union all
         select p.plate, w.mobile, 2 from wallet_plate_fact p join wallet_fact w on w.tenant_id = p.tenant_id and w.id = p.wallet_id
         where p.tenant_id = $1 and p.plate = any($2::text[])
       ) known order by plate, place`,
      [tx.tenantId, plates],
    );
    return new Map(rows.map(({ plate, mobile }) => [plate, mobile]));
  },
  async platesOf(tx, mobiles) {
    const rows = await tx.query<{ mobile: string; plates: string[] }>(
      `select mobile, array_agg(plate order by plate) as plates from (
         select c.mobile, a.plate from customer c join customer_car a on a.tenant_id = c.tenant_id and a.customer_id = c.id
         where c.tenant_id = $1 and c.mobile = any($2::text[]) and a.state = 'certified'
         union
         select w.mobile, p.plate from wallet_fact w join wallet_plate_fact p on p.tenant_id = w.tenant_id and p.wallet_id = w.id
         where w.tenant_id = $1 and w.mobile = any($2::text[]) and not exists (select from customer_car o
           where o.tenant_id = p.tenant_id and o.plate = p.plate and o.state = 'certified')
       ) known group by mobile`,
      [tx.tenantId, mobiles],
    );
    return new Map(rows.map(({ mobile, plates }) => [mobile, plates]));
  },
};
