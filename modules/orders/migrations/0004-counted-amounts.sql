-- What was waived and what corrections of times changed until now counts towards the thresholds of approval flows.
insert into counted_amount (tenant_id, id, subject_id, kind, amount_fen, at)
select c.tenant_id, gen_random_uuid(), c.order_id, 'order.' || c.kind, amount.fen, c.at
from order_change c
cross join lateral (
  select abs(sum(round(100 * (ltrim(x->'before'->>'zh', '¥')::numeric - ltrim(x->'after'->>'zh', '¥')::numeric))))::bigint as fen
  from jsonb_array_elements(c.changes) x
  where x->'label'->>'zh' in ('待收金额', '应收金额')
    and x->'before'->>'zh' ~ '^¥\d+\.\d\d$' and x->'after'->>'zh' ~ '^¥\d+\.\d\d$'
) amount
where c.kind in ('waive', 'times') and amount.fen > 0;
