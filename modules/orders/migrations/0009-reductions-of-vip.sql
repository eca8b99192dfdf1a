-- VIP groups reduce fees too.
alter table order_reduction drop constraint order_reduction_source_check;
alter table order_reduction add constraint order_reduction_source_check
  check (source in ('list', 'vip', 'activity', 'merchant', 'coupon', 'waiver'));
