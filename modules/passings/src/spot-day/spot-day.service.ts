import { noteFalseRates } from '@boyun/devices/server';
import { wallTime } from '@boyun/domain/period';
import { compareSightings, type SpotComparison } from '@boyun/domain/spot-signal';
import { type Kernel, sweepTenants, type TenantTx } from '@boyun/kernel/server';

const DAY_MS = 86_400_000;
/** How far apart a detector and a person may notice the same car. */
const TOLERANCE_MS = 5 * 60_000;
/** Spots summed by one statement. */
const AT_ONCE = 200;
/** Days a detector is judged by. */
const JUDGED_DAYS = 7;

interface Place {
  readonly spotId: string;
  readonly lotId: string;
  readonly zone: string;
  readonly detectorNo: string | null;
}

interface Signal {
  readonly spotId: string;
  readonly isTaken: boolean;
  readonly happenedAt: Date;
  readonly source: 'detector' | 'camera' | 'person';
  readonly outcome: string;
}

interface SpotDay extends SpotComparison {
  readonly day: string;
  readonly changes: number;
  readonly flaps: number;
}

/** Sums the days of all spots that begin after `since`, from their signals. */
export async function sumSpotDays(kernel: Kernel, since: Date): Promise<void> {
  const sql = 'select distinct tenant_id from spot_signal where id >= first_uuid($1)';
  await sweepTenants(kernel, { sql, values: [since] }, async (tx) => {
    const places = await tx.query<Place>(
      `select s.id as "spotId", s.lot_id, l.time_zone as zone, s.detector_no
       from spot_fact s join lot_fact l on l.tenant_id = s.tenant_id and l.id = s.lot_id
       where s.tenant_id = $1 and exists (select from spot_signal g
         where g.tenant_id = s.tenant_id and g.spot_id = s.id and g.happened_at >= $2)
       order by s.id`,
      [tx.tenantId, since],
    );
    for (let at = 0; at < places.length; at += AT_ONCE) await sumSome(tx, places.slice(at, at + AT_ONCE), since);
  });
}

async function sumSome(tx: TenantTx, places: readonly Place[], since: Date): Promise<void> {
  const signals = await tx.query<Signal>(
    `select spot_id, is_taken, happened_at, source, outcome from spot_signal
     where tenant_id = $1 and spot_id = any($2::uuid[]) and happened_at >= $3 and outcome not in ('test', 'muted', 'pending')
     order by happened_at, id`,
    // The day before says in which state the spot was.
    [tx.tenantId, places.map((one) => one.spotId), new Date(since.getTime() - DAY_MS)],
  );
  const bySpot = Map.groupBy(signals, (one) => one.spotId);
  const days = places.flatMap((place) =>
    daysOf(bySpot.get(place.spotId) ?? [], place.zone, since).map((day) => ({ place, day })),
  );
  await tx.query(
    `insert into spot_day (tenant_id, spot_id, lot_id, day, detector_no, change_count, flap_count, agreed_count, missed_count, stuck_count)
     select $1, * from unnest($2::uuid[], $3::uuid[], $4::date[], $5::text[], $6::int[], $7::int[], $8::int[], $9::int[], $10::int[])
     on conflict (tenant_id, spot_id, day) do update set lot_id = excluded.lot_id, detector_no = excluded.detector_no,
       change_count = excluded.change_count, flap_count = excluded.flap_count, agreed_count = excluded.agreed_count,
       missed_count = excluded.missed_count, stuck_count = excluded.stuck_count`,
    [
      tx.tenantId,
      days.map(({ place }) => place.spotId),
      days.map(({ place }) => place.lotId),
      days.map(({ day }) => day.day),
      days.map(({ place }) => place.detectorNo),
      days.map(({ day }) => day.changes),
      days.map(({ day }) => day.flaps),
      days.map(({ day }) => day.agreed),
      days.map(({ day }) => day.missed),
      days.map(({ day }) => day.stuck),
    ],
  );
}

/** The days of one spot after the day that `since` is in, which is not read whole. */
function daysOf(signals: readonly Signal[], zone: string, since: Date): SpotDay[] {
  const dayOf = (at: Date) => wallTime(at.getTime(), zone).slice(0, 10);
  const timed = signals.map((one) => ({ ...one, atMs: one.happenedAt.getTime(), day: dayOf(one.happenedAt) }));
  const said = timed.filter((one) => one.source === 'detector' && one.outcome !== 'flap');
  const days = [...new Set(timed.map((one) => one.day))].filter((day) => day > dayOf(since)).sort();
  return days.map((day) => {
    const ofDay = timed.filter((one) => one.day === day);
    const sightings = ofDay.filter((one) => one.source !== 'detector');
    const before = said.filter((one) => one.day < day).at(-1)?.isTaken ?? false;
    const saidToday = said.filter((one) => one.day === day);
    return {
      day,
      changes: saidToday.filter((one, index) => one.isTaken !== (saidToday[index - 1]?.isTaken ?? before)).length,
      // A change and its return are one false report.
      flaps: Math.ceil(ofDay.filter((one) => one.outcome === 'flap').length / 2),
      // Without a detector there is nothing to compare.
      ...(said.length === 0
        ? { agreed: 0, missed: 0, stuck: 0 }
        : compareSightings(said, !said[0]!.isTaken, sightings, TOLERANCE_MS)),
    };
  });
}

/** Notes which share of the reports of each detector was false in the last days. */
export async function judgeDetectors(kernel: Kernel): Promise<void> {
  const from = new Date(kernel.clock.now().getTime() - JUDGED_DAYS * DAY_MS);
  const sql = 'select distinct tenant_id from spot_day where day >= $1::date';
  await sweepTenants(kernel, { sql, values: [from] }, async (tx) => {
    const rates = await tx.query<{ serialNo: string; percent: number | null }>(
      `select detector_no as "serialNo", round(100.0 * sum(flap_count) / nullif(sum(change_count + flap_count), 0))::int as percent
       from spot_day where tenant_id = $1 and day >= $2::date and detector_no is not null group by 1`,
      [tx.tenantId, from],
    );
    await noteFalseRates(tx, rates);
  });
}
