-- Lists of it are filtered by any part of a plate.
create index card_use_plate on card_use (tenant_id, plate, at);
select searched_by_plate('card_use');
