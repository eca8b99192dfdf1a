import { raiseAlarm, resolveDeviceAlarms } from '@boyun/alarms/server';
import { noteQuality } from '@boyun/devices/server';
import { type CameraDay, isClockWrong, judgeLens } from '@boyun/domain/camera-quality';
import { type Kernel, sweepTenants, type TenantTx } from '@boyun/kernel/server';
import { lensCleared, lensSuspected } from './camera-quality-event.contract.ts';

/** Below this confidence a reading counts as a poor one. */
const LOW_CONFIDENCE = 80;
const DAY_MS = 86_400_000;
/** Days before the present one and the one before it that are a camera's past. */
const PAST_DAYS = 14;

/** Sums the days of all cameras whose beginning is not before `since`, from their passings. */
export async function sumCameraDays(kernel: Kernel, since: Date): Promise<void> {
  // The day that `since` is in is not read whole.
  const sql = 'select distinct tenant_id from passing where id >= first_uuid($1)';
  await sweepTenants(kernel, { sql, values: [since] }, async (tx) => {
    await tx.query(
      `insert into camera_day (tenant_id, camera_id, lot_id, day, car_count, read_count, low_count, confidence_sum,
         picture_count, ahead_seconds)
       select p.tenant_id, p.camera_id, c.lot_id, (p.happened_at at time zone l.time_zone)::date, count(*)::int,
         (count(*) filter (where p.read_plate is not null and p.read_plate = p.plate))::int,
         (count(*) filter (where p.confidence < ${LOW_CONFIDENCE}))::int, coalesce(sum(p.confidence), 0)::int,
         (count(*) filter (where p.picture is not null or p.picture_removed_days is not null))::int,
         (percentile_cont(0.5) within group (order by extract(epoch from coalesce(p.said_at, p.happened_at) - p.received_at))
           filter (where not p.is_late and not p.is_offline))::int
       from passing p
       join camera_fact c on c.tenant_id = p.tenant_id and c.id = p.camera_id
       join lot_fact l on l.tenant_id = c.tenant_id and l.id = c.lot_id
       where p.tenant_id = $1 and p.id >= first_uuid($2) and p.voided_at is null
         and (p.happened_at at time zone l.time_zone)::date > ($2::timestamptz at time zone l.time_zone)::date
       group by p.tenant_id, p.camera_id, c.lot_id, 4
       on conflict (tenant_id, camera_id, day) do update set lot_id = excluded.lot_id, car_count = excluded.car_count,
         read_count = excluded.read_count, low_count = excluded.low_count, confidence_sum = excluded.confidence_sum,
         picture_count = excluded.picture_count, ahead_seconds = excluded.ahead_seconds`,
      [tx.tenantId, since],
    );
  });
}

interface Known {
  readonly cameraId: string;
  readonly name: string;
  readonly lotId: string;
  readonly laneId: string;
  readonly isLensSuspect: boolean;
  readonly isClockWrong: boolean;
  /** Newest first. */
  readonly days: readonly (CameraDay & {
    readonly age: number;
    readonly confidence: number;
    readonly ahead: number | null;
  })[];
}

/** Judges all cameras by their days; suspicions begin and end with hysteresis, and each begins with one alarm. */
export async function judgeCameras(kernel: Kernel): Promise<void> {
  const from = new Date(kernel.clock.now().getTime() - (PAST_DAYS + 2) * DAY_MS);
  const sql = 'select distinct tenant_id from camera_day where day >= $1::date';
  await sweepTenants(kernel, { sql, values: [from] }, async (tx) => {
    const cameras = await findCameras(tx, from);
    await noteQuality(tx, cameras.map(presentOf));
    for (const camera of cameras) await judge(tx, camera);
  });
}

function findCameras(tx: TenantTx, from: Date): Promise<Known[]> {
  return tx.query<Known>(
    `select c.id as "cameraId", c.name, c.lot_id, c.lane_id, coalesce(s.is_lens_suspect, false) as is_lens_suspect,
       coalesce(s.is_clock_wrong, false) as is_clock_wrong,
       json_agg(json_build_object('age', ($3::timestamptz at time zone l.time_zone)::date - d.day, 'cars', d.car_count,
         'read', d.read_count, 'confidence', d.confidence_sum, 'ahead', d.ahead_seconds) order by d.day desc) as days
     from camera_day d
     join camera_fact c on c.tenant_id = d.tenant_id and c.id = d.camera_id
     join lot_fact l on l.tenant_id = c.tenant_id and l.id = c.lot_id
     left join camera_suspicion s on s.tenant_id = c.tenant_id and s.camera_id = c.id
     where d.tenant_id = $1 and d.day >= $2::date
     group by c.id, c.name, c.lot_id, c.lane_id, s.is_lens_suspect, s.is_clock_wrong`,
    [tx.tenantId, from, tx.now],
  );
}

/** The figures of the present day with the one before. */
function presentOf({ cameraId, days }: Known) {
  const latest = days.filter(({ age }) => age <= 1);
  const cars = latest.reduce((sum, one) => sum + one.cars, 0);
  const share = (value: 'read' | 'confidence', of: number) =>
    cars === 0 ? null : Math.min(100, Math.round((latest.reduce((sum, one) => sum + one[value], 0) / cars) * of));
  return {
    cameraId,
    readPercent: share('read', 100),
    meanConfidence: share('confidence', 1),
    aheadSeconds: latest.find(({ ahead }) => ahead !== null)?.ahead ?? null,
  };
}

async function judge(tx: TenantTx, camera: Known): Promise<void> {
  const { cameraId, days, name, lotId, laneId } = camera;
  const latest = days.filter(({ age }) => age <= 1);
  const past = days.filter(({ age }) => age > 1);
  const lens = judgeLens(latest, past, camera.isLensSuspect);
  const ahead = latest.find((one) => one.ahead !== null)?.ahead ?? null;
  const isWrong = isClockWrong(ahead, camera.isClockWrong);
  if (lens.isSuspect === camera.isLensSuspect && isWrong === camera.isClockWrong) return;
  await tx.query(
    `insert into camera_suspicion (tenant_id, camera_id, is_lens_suspect, is_clock_wrong) values ($1, $2, $3, $4)
     on conflict (tenant_id, camera_id) do update set is_lens_suspect = excluded.is_lens_suspect,
       is_clock_wrong = excluded.is_clock_wrong`,
    [tx.tenantId, cameraId, lens.isSuspect, isWrong],
  );
  if (lens.isSuspect !== camera.isLensSuspect) {
    const [rate, usual] = [lens.rate ?? 0, lens.usual ?? 0].map((share) => Math.round(share * 100)) as [number, number];
    const data = { cameraId, laneId, name, readPercent: rate, usualPercent: usual };
    tx.emit(lens.isSuspect ? lensSuspected : lensCleared, { lotId, subjectId: cameraId, data });
    if (lens.isSuspect)
      await raiseAlarm(tx, {
        kind: 'lens-dirty',
        device: { kind: 'camera', id: cameraId, name },
        severity: 'medium',
        lotId,
        laneId,
        description: {
          zh: `相机“${name}”识别率${rate}%，平时${usual}%，镜头可能脏污`,
          en: `Camera "${name}" reads ${rate} %, usually ${usual} %: its lens may be dirty`,
        },
      });
    else await resolveDeviceAlarms(tx, cameraId, 'lens-dirty', '识别率已恢复');
  }
  if (isWrong === camera.isClockWrong) return;
  if (isWrong)
    await raiseAlarm(tx, {
      kind: 'clock-drift',
      device: { kind: 'camera', id: cameraId, name },
      severity: 'medium',
      lotId,
      laneId,
      description: {
        zh: `相机“${name}”时钟${(ahead ?? 0) > 0 ? '快' : '慢'}${Math.abs(ahead ?? 0)}秒`,
        en: `The clock of camera "${name}" is ${Math.abs(ahead ?? 0)} s ${(ahead ?? 0) > 0 ? 'fast' : 'slow'}`,
      },
    });
  else await resolveDeviceAlarms(tx, cameraId, 'clock-drift', '时钟已恢复');
}
