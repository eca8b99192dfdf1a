import {
  aboveTenants,
  Conditions,
  containing,
  handle,
  type Kernel,
  type Query,
  serveReport,
  type TenantTx,
} from '@boyun/kernel/server';
import { getOpenSystemAlarms, systemAlarmList } from './system-alarm.contract.ts';

/** Maximum number of alarms `getOpenSystemAlarms` returns. */
const MAX_OPEN = 20;

/** Returns the conditions and the query function for the alarms a caller may see: the platform all, a tenant its own. */
function visible(tx: TenantTx, kernel: Kernel): { conditions: Conditions; query: Query } {
  const conditions = new Conditions();
  if (tx.who.isPlatform) return { conditions, query: kernel.database.systemOf.office };
  return { conditions: conditions.add('a.of_tenant = ?', tx.tenantId), query: (...asked) => tx.query(...asked) };
}

const textOf = (tx: TenantTx) => (tx.who.language === 'en' ? 'a.text_en' : 'a.text_zh');

async function countOpen(tx: TenantTx, kernel: Kernel): Promise<number> {
  const { conditions, query } = visible(tx, kernel);
  const [count] = await query<{ total: number }>(
    `select count(*) as total from system_alarm a where a.ended_at is null and ${conditions.sql}`,
    conditions.values,
  );
  return count!.total;
}

/** The faults of the installation, open ones first. */
export const systemAlarmReport = serveReport(
  systemAlarmList,
  ({ who }) => ({
    from: 'system_alarm',
    as: 'a',
    tenant: who.isPlatform ? null : 'a.of_tenant',
    joins: 'left join tenant t on t.id = a.of_tenant',
    lot: null,
    own: null,
    filters: {
      state: (state) => (state === 'open' ? 'a.ended_at is null' : 'a.ended_at is not null'),
      text: containing('a.name', 'a.subject', 'a.text_zh', 'a.text_en', 't.name'),
    },
    period: 'a.raised_at',
    columns: {
      state: "case when a.ended_at is null then 'open' else 'ended' end",
      text: `a.text_${who.language}`,
      tenantName: 't.name',
    },
    order: 'a.ended_at is null desc, a.raised_at desc, a.id desc',
    aggregates: {
      of: { openCount: 'count(*)' },
      // Independent of the filters, because the page reports from it that all is well.
      without: ['state', 'text', 'from', 'to'],
      where: 'a.ended_at is null',
    },
  }),
  aboveTenants,
);

/** The caller's open alarms, for the mark in the shell and the band on other pages. */
export const systemAlarmOperations = [
  handle(getOpenSystemAlarms, async (tx, _input, _act, kernel) => {
    const openCount = await countOpen(tx, kernel);
    if (openCount === 0) return { openCount, alarms: [] };
    const { conditions, query } = visible(tx, kernel);
    const alarms = await query<{ id: string; name: string; subject: string; text: string; raisedAt: Date }>(
      `select a.id, a.name, a.subject, ${textOf(tx)} as text, a.raised_at
       from system_alarm a where a.ended_at is null and ${conditions.sql} order by a.raised_at desc, a.id desc limit ${MAX_OPEN}`,
      conditions.values,
    );
    return { openCount, alarms };
  }),
];
