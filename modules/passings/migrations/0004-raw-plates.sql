-- What a camera sent in place of a plate, where it cannot be one: the passing counts as one without a plate.
alter table passing add column raw_plate text;
