-- A role may name the page its accounts land on; the account's own comes first, the one of its job last.
alter table role add column dashboard_path text check (dashboard_path in ('dashboardCd',
  '_cloud_operation/laneMonitor',
  '_cloud_operation/roadside',
  '_cloud_operation/order',
  '_cloud_operation/Alarm_Dispose',
  '_cloud_operation/review',
  '_cloud_operation/parkLotInspect',
  '_cloud_operation/statistics'));

create or replace function dashboard_of(one account) returns text language sql stable as $$
  select coalesce(one.dashboard_path,
    (select r.dashboard_path from account_role a join role r on r.tenant_id = a.tenant_id and r.id = a.role_id
     where a.tenant_id = one.tenant_id and a.account_id = one.id and r.dashboard_path is not null
     order by r.is_admin desc, r.id limit 1),
    case
    when exists (select from tenant t where t.id = one.tenant_id and t.kind = 'platform') then '_cloud_tenant/statistic'
    when one.job_kind in ('cloud-attendant', 'booth-attendant') then '_cloud_operation/laneMonitor'
    when one.job_kind = 'collector' then '_cloud_operation/roadside'
    when one.job_kind = 'inspector' then '_cloud_operation/parkLotInspect'
    else 'dashboardCd' end)
$$;

create or replace view employee with (security_invoker = true) as
  select tenant_id, id, version, created_at, updated_at, account, name, mobile, department_id, job_kind, state, has_all_lots,
    region_ids, area_ids, lot_ids, last_sign_in_at, dashboard_path
  from account where state <> 'left' and not is_support;
