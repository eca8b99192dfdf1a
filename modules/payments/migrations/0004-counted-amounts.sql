-- What went back of parking fees until now, or is about to, counts towards the thresholds of approval flows.
insert into counted_amount (tenant_id, id, subject_id, kind, amount_fen, at)
select tenant_id, gen_random_uuid(), order_id, 'order.refund', -amount_fen, created_at
from payment
where purpose = 'order-refund' and state in ('paying', 'succeeded') and amount_fen < 0 and order_id is not null;
