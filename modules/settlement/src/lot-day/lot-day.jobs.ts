import { type Sweep, sweepTenants } from '@boyun/kernel/server';
import { sumLotDays } from './lot-day.service.ts';

/** Writes down what lots brought on each day, once it has ended. */
export const lotDays: Sweep = {
  name: 'lot-days',
  everySeconds: 600,
  run: (kernel) =>
    sweepTenants(
      kernel,
      {
        sql: `select t.id as "tenantId" from tenant t left join lot_day_state s on s.tenant_id = t.id
          where t.kind = 'operator' and (s.next_day is null or s.next_day < $1::date)`,
        values: [kernel.clock.now().toISOString().slice(0, 10)],
      },
      sumLotDays,
    ),
};
