-- Why the picture of a passing could not be stored; the passing was decided without it.
alter table passing add column picture_lost text;
