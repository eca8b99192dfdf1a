import type { ReportRow } from '@boyun/kernel/contract';
import { Conditions, computeReport, type Kernel } from '@boyun/kernel/server';
import { tenantList } from './tenant.contract.ts';

type Figures = 'lotCount' | 'accountCount' | 'deviceCount' | 'passingCount' | 'paidFen';
type UsedTenant = Omit<ReportRow<typeof tenantList>, Figures>;

const RECENT_MS = 30 * 86_400_000;

/** Usage figures of each tenant, by the names the modules give them. */
async function figuresOf(kernel: Kernel): Promise<Map<string, Map<number, number>>> {
  const since = new Date(kernel.clock.now().getTime() - RECENT_MS);
  const found = new Map<string, Map<number, number>>();
  for (const { name, sql, isRecent } of kernel.figures) {
    const rows = await kernel.database.systemOf.office<{ tenantId: number; value: number }>(
      sql,
      isRecent ? [since] : [],
    );
    found.set(name, new Map(rows.map((one) => [one.tenantId, one.value])));
  }
  return found;
}

/** The tenants with their usage, without the platform itself. */
export const tenantListReport = computeReport(tenantList, async ({ tx, filters, kernel }) => {
  const conditions = new Conditions()
    .add('t.kind = ?', 'operator')
    .add("(t.name ilike '%' || ? || '%' or t.code ilike '%' || ? || '%')", filters.name);
  const now = conditions.place(tx.now);
  const state = `case when t.erasing_at is not null then 'erasing' when t.deletion_due_at is not null then 'deleting' when t.state = 'frozen' then 'frozen'
    when t.expires_at <= ${now} then 'expired' else 'active' end`;
  conditions.add(`${state} = ?`, filters.state);
  const rows = await kernel.database.systemOf.office<UsedTenant & { tenantId: number }>(
    `select t.id as "tenantId", t.id::text as id, t.code, t.name, ${state} as state, t.contact_name,
       t.contact_phone, t.expires_at, t.lot_quota,
       t.account_quota, t.device_quota, t.monthly_fee_fen, t.lot_fee_fen, t.deletion_due_at,
       t.is_trial,
       t.time_zone, t.created_at,
       p.online_count, p.last_sign_in_at,
       case when p.support_until > ${now} then p.support_until end as "supportUntil",
       case when p.support_until > ${now} then p.is_support_read_only end as "isSupportReadOnly",
       case when p.support_until > ${now} then p.is_export_allowed end as "isExportAllowed", e.erased_rows,
       case when e.id is not null then least(99, 100 * e.erased_rows / greatest(e.estimated_rows, 1))::int end
         as "erasedPercent"
     from tenant t
     join tenant_access_fact p on p.tenant_id = t.id
     left join tenant_erasure e on e.id = t.id
     where ${conditions.sql} order by t.id desc`,
    conditions.values,
  );
  const figures = await figuresOf(kernel);
  const all = rows.map((row) => ({
    ...row,
    ...Object.fromEntries([...figures].map(([name, values]) => [name, values.get(row.tenantId) ?? 0])),
  }));
  const sum = (key: string) => all.reduce((total, row) => total + Number(row[key as keyof UsedTenant] ?? 0), 0);
  const totals = Object.fromEntries(Object.keys(tenantList.totals!).map((key) => [key, sum(key)]));
  return { rows: all, totals };
});
