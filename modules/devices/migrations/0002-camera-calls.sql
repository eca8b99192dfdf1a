-- Where a camera is called whose replies move no barrier, as whom, and why the last call failed.
alter table camera
  add column call_url text,
  add column call_user text,
  add column call_secret_sealed text,
  add column call_error text;
