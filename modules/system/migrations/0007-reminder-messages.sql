-- Messages that remind, of whatever; those about charge rules were the first.
alter table message drop constraint message_kind_check;
update message set kind = 'reminder' where kind = 'tariff';
alter table message add constraint message_kind_check check (kind in ('alarm', 'reminder', 'review', 'person'));
