import { type Sweep, sweepTenants } from '@boyun/kernel/server';
import { makeBills } from './unit-bill.service.ts';

/** Makes the bills of the month before, soon after it has ended. */
export const unitBilling: Sweep = {
  name: 'unit-bills',
  everySeconds: 3600,
  async run(kernel) {
    const sql = `select distinct q.tenant_id from unit_quota q
      join unit u on u.tenant_id = q.tenant_id and u.id = q.unit_id
      join lot_fact l on l.tenant_id = q.tenant_id and l.id = q.lot_id
      cross join lateral (select date_trunc('month', $1::timestamptz at time zone l.time_zone) as this_month) t
      where u.valid_from < t.this_month at time zone l.time_zone
        and (u.valid_until is null or u.valid_until > (t.this_month - interval '1 month') at time zone l.time_zone)
        and not exists (select from unit_bill b where b.tenant_id = q.tenant_id and b.unit_id = q.unit_id and b.lot_id = q.lot_id
          and b.month = to_char(t.this_month - interval '1 month', 'YYYY-MM'))`;
    await sweepTenants(kernel, { sql, values: [kernel.clock.now()] }, (tx) => makeBills(tx, {}));
  },
};
