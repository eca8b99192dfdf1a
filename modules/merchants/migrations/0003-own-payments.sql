-- Money that goes back by the provider it came from may fail there: it is put back into the credit.
alter table merchant_entry drop constraint merchant_entry_kind_check;
alter table merchant_entry add constraint merchant_entry_kind_check
  check (kind in ('top-up', 'refund', 'refund-failed', 'use', 'use-back', 'package'));

-- What a merchant buys by itself: so many grants at this price. Without a price packages are sold by staff.
alter table merchant_discount add column package_count int check (package_count > 0);
alter table merchant_discount add column package_price_fen bigint check (package_price_fen > 0);
alter table merchant_discount add constraint merchant_discount_package_check
  check ((package_count is null) = (package_price_fen is null) and (package_count is null or charging = 'package'));
