-- Where in the picture the camera saw the plate, in pixels: {"left", "top", "right", "bottom"}; null where it did not say.
alter table passing add column plate_box jsonb;
