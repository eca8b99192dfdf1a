-- Thousandths of a percent are exact: a share of a binary fraction does not add up.
alter table pay_channel alter column fee_percent type numeric(5, 3) using round(fee_percent::numeric, 3);
