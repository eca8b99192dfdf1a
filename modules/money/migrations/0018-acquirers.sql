-- How UnionPay is reached where the merchant does not sign itself: the acquirer, and whom the money is for.
alter table pay_channel
  add column acquirer_no text,
  add column category_no text,
  add column payee_name text,
  add column payee_short_name text;
