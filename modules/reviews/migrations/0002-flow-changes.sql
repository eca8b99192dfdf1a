-- A change of an approval flow requested by a sole administrator takes effect at this time unless it is rejected.
alter table review add column takes_effect_at timestamptz;
create index review_takes_effect on review (tenant_id, takes_effect_at) where state = 'pending' and takes_effect_at is not null;

-- Only administrators may change approval flows: the permission is removed from all other roles.
update role set permissions = array(select p from unnest(permissions) as p
    where p not in ('review-flow.create', 'review-flow.update', 'review-flow.delete')), updated_at = now(), version = version + 1
  where permissions && array['review-flow.create', 'review-flow.update', 'review-flow.delete'];
