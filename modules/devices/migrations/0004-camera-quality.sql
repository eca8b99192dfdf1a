-- How well a camera reads at present; written by who keeps its passings.
alter table camera
  add column read_percent int check (read_percent between 0 and 100),
  add column mean_confidence int check (mean_confidence between 0 and 100),
  add column ahead_seconds int;
