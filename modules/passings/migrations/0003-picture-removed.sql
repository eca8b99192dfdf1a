-- The term in days after which the picture was removed; null where there is a picture or never was one.
alter table passing add column picture_removed_days smallint;
