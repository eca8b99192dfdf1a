import { maskPhone, Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { customerRenumbered } from '@boyun/lists/contract';
import { findWalletOf } from '@boyun/wallets/server';
import { endSessionsOf } from '../session/driver-session.service.ts';
import { customerRefusal } from './customer.contract.ts';
import { type CustomerRow, findByMobile, findCustomer } from './customer.queries.ts';
import { customersMerged } from './customer-event.contract.ts';

/** The tables of this module whose rows go along; a car that both have stays the better proven one. */
async function moveRows(tx: TenantTx, fromId: string, toId: string): Promise<void> {
  const ids = [tx.tenantId, fromId, toId];
  // The certified one of a plate that both have is kept; a database that allows one certified car a plate never has two.
  await tx.query(
    `delete from customer_car a using customer_car b
     where a.tenant_id = $1 and b.tenant_id = $1 and a.plate = b.plate and a.id <> b.id
       and a.customer_id in ($2, $3) and b.customer_id in ($2, $3)
       and (case when b.state = 'certified' then 0 when b.customer_id = $3 then 1 else 2 end)
         < (case when a.state = 'certified' then 0 when a.customer_id = $3 then 1 else 2 end)`,
    ids,
  );
  await tx.query(
    `update customer_car set customer_id = $3, is_default = false, updated_at = $4 where tenant_id = $1 and customer_id = $2`,
    [...ids, tx.now],
  );
  await tx.query(
    `update customer_car set is_default = true where tenant_id = $1 and id = (select id from customer_car
       where tenant_id = $1 and customer_id = $2 order by is_default desc, created_at, id limit 1)`,
    [tx.tenantId, toId],
  );
  await tx.query('update customer_message set customer_id = $3 where tenant_id = $1 and customer_id = $2', ids);
}

/** Merges the customer of another number into a locked one; returns the customer that is given up. */
export async function mergeInto(tx: TenantTx, kept: CustomerRow, otherMobile: string): Promise<CustomerRow> {
  const found = await findByMobile(tx, otherMobile);
  if (!found) throw new Refusal(customerRefusal['no-other']);
  if (found.id === kept.id) throw new Refusal(customerRefusal.same);
  const other = (await findCustomer(tx, found.id, true))!;
  if (((await findWalletOf(tx, otherMobile))?.balanceFen ?? 0) > 0) throw new Refusal(customerRefusal['has-money']);
  await moveRows(tx, other.id, kept.id);
  await endSessionsOf(tx, other.id);
  await tx.query(
    `update customer set state = 'deleted', mobile = null, remark = $3, updated_at = $4, version = version + 1
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, other.id, `→ ${maskPhone(kept.mobile!)}`, tx.now],
  );
  tx.emit(customersMerged, { lotId: null, subjectId: kept.id, data: { otherId: other.id } });
  const renumbered = { mobile: otherMobile, newMobile: kept.mobile! };
  tx.emit(customerRenumbered, { lotId: null, subjectId: kept.id, data: renumbered });
  return other;
}
