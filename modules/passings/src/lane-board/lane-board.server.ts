import { type TidalWindow, tidalDirection } from '@boyun/domain/tidal';
import { modeOf } from '@boyun/facilities/server';
import type { Output } from '@boyun/kernel/contract';
import { handle, lotCondition, type TenantTx } from '@boyun/kernel/server';
import { getLaneBoard } from './lane-board.contract.ts';

type Board = Output<typeof getLaneBoard>;
type BoardRow = Board['lanes'][number];

interface BoardLane extends BoardRow {
  readonly tidalPlan: readonly TidalWindow[];
  readonly zone: string;
  readonly waitsToward: 'entry' | 'exit' | null;
}

/** Serves the board. */
export const getLaneBoardServer = handle(getLaneBoard, (tx, { lotId }) => readLaneBoard(tx, lotId));

/** Reads the board: each lane with its last passing and the state of its last command, each found by one index probe. */
export async function readLaneBoard(tx: TenantTx, lotId: string | null): Promise<Board> {
  const conditions = lotCondition(tx.who, 'lane').add('lane.lot_id = ?', lotId);
  const now = conditions.place(tx.now);
  const found = await tx.query<BoardLane>(
    `select lane.id as "laneId", lane.lot_id, lane.direction,
       lane.tidal_plan, l.time_zone as zone, p.direction as "waitsToward", camera.state as "cameraState",
       ${modeOf('lane', now)} as mode,
       case when lane.mode_until > ${now} then lane.mode_until end as "modeUntil",
       p.id as "passingId", p.happened_at, p.plate, p.plate_color, p.standing, p.decision,
       (w.passing_id is not null) as "isWaiting", p.reason_zh, p.reason_en,
       p.screen_text, p.picture, p.order_id,
       case when w.passing_id is not null then p.due_fen else 0 end as "dueFen", c.state as "commandState",
       c.created_at as "commandAt"
     from lane_fact lane join lot_fact l on l.tenant_id = lane.tenant_id and l.id = lane.lot_id
     left join lateral (select state from camera_fact camera where tenant_id = lane.tenant_id and lane_id = lane.id
       order by last_seen_at desc nulls last limit 1) camera on true
     left join waiting_car w on w.tenant_id = lane.tenant_id and w.lane_id = lane.id
     -- Who waits there, whatever card was refused meanwhile.
     left join lateral (select * from passing where tenant_id = lane.tenant_id and lane_id = lane.id and not is_late and voided_at is null
         and (w.passing_id is null or id = w.passing_id)
       order by id desc limit 1) p on true
     -- The barrier's state belongs to the car that stands there: the command for its passing, or one by hand since.
     left join lateral (select state, created_at from gate_command_fact g where g.tenant_id = lane.tenant_id
         and g.lane_id = lane.id and g.id >= first_uuid(p.received_at - interval '1 hour')
         and (g.passing_id = p.id or g.created_at >= p.received_at)
       order by created_at desc limit 1) c on true
     where ${conditions.sql} order by lane.lot_id, lane.direction, lane.code limit 500`,
    conditions.values,
  );
  const lots = lotCondition(tx.who, 'lot', 'id').add('lot.id = ?', lotId);
  const states = await tx.query<Board['lots'][number]>(
    `select lot.id as "lotId", s.cars_inside, lot.capacity from lot_fact lot
     join lot_state_fact s on s.tenant_id = lot.tenant_id and s.lot_id = lot.id
     where ${lots.sql} order by lot.name`,
    lots.values,
  );
  const lanes = found.map(({ tidalPlan, zone, waitsToward, ...lane }) => ({
    ...lane,
    // A waiting car sets the direction of its lane; an empty lane has the direction of its schedule.
    direction:
      lane.isWaiting && waitsToward ? waitsToward : tidalDirection(tidalPlan, lane.direction, tx.now.getTime(), zone),
  }));
  return { lots: states, lanes };
}
