-- A tenant that changes its merchant turns the former row off and keeps it: payments are asked about and refunded with the merchant that took them.
alter table pay_channel drop constraint pay_channel_tenant_id_lot_id_channel_key;
create unique index pay_channel_in_use on pay_channel (tenant_id, lot_id, channel) nulls not distinct where is_enabled;
create index pay_channel_lot on pay_channel (tenant_id, lot_id);
