import { wallTime } from '@boyun/domain/period';
import type { ScreenWords } from '@boyun/domain/screen-frame';
import { brightnessAt, fillTemplate, type ScreenSituation } from '@boyun/domain/screen-text';
import { type Kernel, sweepFound, systemWho, type TenantTx } from '@boyun/kernel/server';
import { screenOffline, screenOnline } from './screen-event.contract.ts';
import { type ScreenOutcome, type ScreenPlace, sendToScreen } from './screen-line.service.ts';

/** Cache name of a tenant's templates. */
export const TEMPLATES_KEPT = 'screen-templates';

/** What is shown and said in a situation, before its values are filled in. */
export interface ScreenTemplate {
  readonly situation: ScreenSituation;
  readonly lotIds: readonly string[];
  readonly lines: string;
  readonly voice: string | null;
}

/** The template of a situation in a lot: one for that lot, else one for all; null where the product's own words apply. */
export async function findTemplate(
  tx: TenantTx,
  situation: ScreenSituation,
  lotId: string,
): Promise<ScreenTemplate | null> {
  const all = await tx.cached(TEMPLATES_KEPT, () =>
    tx.query<ScreenTemplate>(
      'select situation, lot_ids, lines, voice from screen_template where tenant_id = $1 and is_enabled order by name',
      [tx.tenantId],
    ),
  );
  const fitting = all.filter((one) => one.situation === situation);
  return fitting.find((one) => one.lotIds.includes(lotId)) ?? fitting.find((one) => one.lotIds.length === 0) ?? null;
}

/** A screen at an address of its own. */
export interface NetworkScreen extends ScreenPlace {
  readonly tenantId: number;
  readonly id: string;
  readonly lotId: string;
  readonly isSpeaking: boolean;
  readonly brightnessPlan: string | null;
  readonly zone: string;
}

/** Sends words to a screen, and notes what became of it. Never throws. */
export async function showOnScreen(kernel: Kernel, screen: NetworkScreen, words: ScreenWords): Promise<ScreenOutcome> {
  const { zone, brightnessPlan, isSpeaking, tenantId } = screen;
  const clock = wallTime(kernel.clock.now().getTime(), zone).slice(11, 16);
  const outcome = await sendToScreen(kernel, screen, {
    lines: words.lines,
    voice: isSpeaking ? (words.voice ?? null) : null,
    brightness: brightnessAt(brightnessPlan, clock),
  });
  await kernel.database
    .inTenant(systemWho(tenantId), (tx) => noteOutcome(tx, screen.id, words.lines.join('\n'), outcome))
    .catch((error: Error) =>
      kernel.log.warn({ screen: screen.id, err: error }, 'what became of a screen was not noted'),
    );
  return outcome;
}

/** Failures in a row after which a screen counts as offline. */
const MOST_FAILURES = 3;
const LONGEST_WAIT_SECONDS = 300;

/** Notes what a screen shows or why it does not; one that fails is left alone for longer each time, at most five minutes. */
async function noteOutcome(tx: TenantTx, id: string, shown: string, { kind, message }: ScreenOutcome): Promise<void> {
  const isReached = kind !== 'failed';
  const [row] = await tx.query<{ before: string; state: string; name: string; lotId: string; laneId: string | null }>(
    `with old as (select state from screen where tenant_id = $1 and id = $2 for update)
     update screen s set
       shown = case when $3 then $4 else shown end, shown_at = case when $3 then $5::timestamptz else shown_at end,
       last_seen_at = case when $6 then $5::timestamptz else last_seen_at end, last_error = $7,
       failed_count = case when $3 then 0 else failed_count + 1 end,
       try_after = case when $3 then null else $5::timestamptz + make_interval(secs => least($8, 10 * power(2, least(failed_count, 8)))) end,
       state = case when $3 then 'online' when failed_count + 1 >= $9 then 'offline' else s.state end
     from old where s.tenant_id = $1 and s.id = $2
     returning old.state as before, s.state, s.name, s.lot_id, s.lane_id`,
    [
      tx.tenantId,
      id,
      isReached,
      shown.slice(0, 500),
      tx.now,
      kind === 'shown',
      kind === 'shown' ? null : message.zh,
      LONGEST_WAIT_SECONDS,
      MOST_FAILURES,
    ],
  );
  if (!row || row.before === row.state) return;
  const data = { screenId: id, laneId: row.laneId, name: row.name };
  if (row.state === 'offline') tx.emit(screenOffline, { lotId: row.lotId, subjectId: id, data });
  if (row.state === 'online' && row.before === 'offline')
    tx.emit(screenOnline, { lotId: row.lotId, subjectId: id, data });
}

interface Guidance extends NetworkScreen {
  readonly name: string;
  readonly lotName: string;
  readonly free: number;
  readonly shown: string | null;
  readonly shownAt: Date | null;
}

/** A screen that lost its power shows nothing until it is told again. */
const AGAIN_SECONDS = 300;

/** The guidance screens that may be told something, with the spots that are free there now. */
const GUIDANCE = `select s.tenant_id, s.id, s.name, s.lot_id, s.address, s.port, s.format, s.is_speaking, s.brightness_plan, s.shown,
    s.shown_at, l.name as "lotName", l.time_zone as zone,
    greatest(0, case when cardinality(s.garage_ids) = 0
      then l.capacity - coalesce((select cars_inside from lot_state_fact i where i.tenant_id = s.tenant_id and i.lot_id = s.lot_id), 0)
      else (select count(*) from spot_fact p where p.tenant_id = s.tenant_id and p.garage_id = any(s.garage_ids) and p.state = 'free')
    end)::int as free
  from screen s join lot_fact l on l.tenant_id = s.tenant_id and l.id = s.lot_id
  where s.kind = 'guidance' and (s.try_after is null or s.try_after <= $1) order by s.shown_at nulls first limit 500`;

/** Screens told at the same time: one that does not answer holds up no other. */
const AT_ONCE = 25;

/** Shows the free spots on guidance screens: when their number changes, when the line is back, and now and then again. */
export async function countOnScreens(kernel: Kernel): Promise<void> {
  const due: { screen: Guidance; lines: string[] }[] = [];
  const now = kernel.clock.now();
  await sweepFound<Guidance>(kernel, { sql: GUIDANCE, values: [now] }, async (screen) => {
    const lines = await kernel.database.inTenant(systemWho(screen.tenantId), (tx) => linesOf(tx, screen), {
      isRead: true,
    });
    const isOld = !screen.shownAt || now.getTime() - screen.shownAt.getTime() >= AGAIN_SECONDS * 1000;
    if (isOld || lines.join('\n') !== screen.shown) due.push({ screen, lines });
  });
  const next = async (): Promise<void> => {
    for (let one = due.shift(); one; one = due.shift()) await showOnScreen(kernel, one.screen, { lines: one.lines });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

async function linesOf(tx: TenantTx, { name, lotName, lotId, free }: Guidance): Promise<string[]> {
  const template = await findTemplate(tx, 'guidance', lotId);
  const values = { area: name, lot: lotName, free: free === 0 ? '满' : String(free) };
  return fillTemplate(template?.lines ?? '{area}\n余位 {free}', values);
}
