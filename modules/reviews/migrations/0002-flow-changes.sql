-- A change of an approval flow that only one administrator can ask for takes effect at this moment unless it is refused.
alter table review add column takes_effect_at timestamptz;
create index review_takes_effect on review (tenant_id, takes_effect_at) where state = 'pending' and takes_effect_at is not null;

-- Only administrators change approval flows from now on: the right leaves all other roles.
update role set permissions = array(select p from unnest(permissions) as p
    where p not in ('review-flow.create', 'review-flow.update', 'review-flow.delete')), updated_at = now(), version = version + 1
  where permissions && array['review-flow.create', 'review-flow.update', 'review-flow.delete'];
