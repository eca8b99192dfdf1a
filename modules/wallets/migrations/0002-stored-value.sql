-- The movements of wallets are kept with those of cards, under the same ids.
select take_stored_entries('wallet', 'wallet_entry', 'wallet_id');
drop function take_stored_entries;
alter table wallet_entry_part drop constraint wallet_entry_part_tenant_id_entry_id_fkey;
alter table wallet_entry_part add foreign key (tenant_id, entry_id) references stored_entry (tenant_id, id);
drop view wallet_entry_fact;
drop table wallet_entry;
