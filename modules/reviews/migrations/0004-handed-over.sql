-- A request that nobody can decide is handed over: to another role, or to a person who decides the current level besides its role.
alter table review add column person_id uuid;
alter table review_step drop constraint review_step_act_check;
alter table review_step add constraint review_step_act_check
  check (act in ('submit', 'approve', 'reject', 'withdraw', 'hand-over'));
