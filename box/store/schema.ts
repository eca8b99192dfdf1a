/** The tables of the box, by version: a database of version n lacks the statements from n on. Released statements are never changed. */
export const SCHEMA: readonly string[] = [
  `create table meta (name text primary key, value text not null) strict, without rowid;

   -- What the cloud sent, by section and key; round is the full snapshot it was last seen in.
   create table fact (section text not null, key text not null, value text not null, round integer not null,
     primary key (section, key)) strict, without rowid;

   create table listed (key text primary key, plate text not null, value text not null, round integer not null) strict, without rowid;
   create index listed_plate on listed (plate);

   -- Stays in the lot. Own ones began here and have no order of the cloud yet. marked is a growing
   -- number: of two changes the later one has the larger.
   create table stay (
     id text primary key, plate text not null, plate_key text not null, entered_ms integer not null, left_ms integer,
     entry_event text, list_entry_id text, value text not null, own_paid text not null default '[]', fee_lines text,
     is_own integer not null default 0, entry_seq integer not null default 0, left_seq integer not null default 0,
     marked integer not null default 0, round integer not null default 0) strict, without rowid;
   create index stay_plate on stay (plate);
   create index stay_plate_key on stay (plate_key);
   create index stay_event on stay (entry_event);
   create index stay_entry on stay (list_entry_id);

   create table passing (
     event_id text primary key, lane_id text not null, camera_id text not null, at_ms integer not null, state text not null
       check (state in ('asked', 'waiting', 'done')), decided_by text check (decided_by in ('cloud', 'box', 'attendant')),
     message text not null, answer text, stay_id text, carried_plate text, standing text, due_fen integer, due_at_ms integer,
     reason_zh text, reason_en text) strict, without rowid;
   create index passing_open on passing (lane_id) where state <> 'done';
   create index passing_at on passing (at_ms);

   create table picture (event_id text primary key, at_ms integer not null, bytes blob not null) strict;

   -- In order; a row goes only when the cloud has taken it.
   create table queue (seq integer primary key autoincrement, item_id text not null unique, kind text not null, at_ms integer not null,
     event_id text, body text not null) strict;

   -- What people did at the booth, for its page.
   create table act (id integer primary key, at_ms integer not null, lane_code text, plate text, name text not null, kind text not null,
     amount_fen integer, reason text) strict;`,
];
