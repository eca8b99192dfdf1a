-- Lists of items are filtered by any part of a plate.
create index box_item_plate on box_item (tenant_id, plate, received_at);
select searched_by_plate('box_item');
