import type { ReplayOptions } from '@boyun/simulator/replay/replay';
import type pg from 'pg';

/** A passing the server took, as the camera was answered. */
export type Acknowledgement = Parameters<NonNullable<ReplayOptions['onAcknowledged']>>[0];

interface PassingRow {
  readonly key: string;
  readonly decision: string;
  readonly isOffline: boolean;
  readonly lines: string[];
  readonly payUrl: string | null;
}

/** Every difference between what cameras were answered and what the database holds; empty when there is none. */
export async function comparePassings(
  database: pg.Client,
  acknowledged: readonly Acknowledgement[],
): Promise<string[]> {
  const { rows } = await database.query<PassingRow>(
    `select c.serial_no || ':' || split_part(p.event_key, ':', 1) as key, p.answer->>'decision' as decision, p.is_offline as "isOffline",
       p.answer->'lines' as lines, p.answer->>'payUrl' as "payUrl"
     from passing p join camera c on c.tenant_id = p.tenant_id and c.id = p.camera_id`,
  );
  const found = new Map<string, PassingRow[]>();
  for (const row of rows) found.set(row.key, [...(found.get(row.key) ?? []), row]);
  const differences: string[] = [];
  const told = new Set<string>();
  for (const one of acknowledged) {
    const passings = found.get(one.key) ?? [];
    if (told.has(one.key)) differences.push(`${one.key}: acknowledged twice`);
    told.add(one.key);
    if (passings.length !== 1) differences.push(`${one.key}: ${passings.length} passings`);
    for (const passing of passings) differences.push(...compareAnswer(one, passing));
  }
  for (const key of found.keys()) if (!told.has(key)) differences.push(`${key}: a passing nobody acknowledged`);
  return differences;
}

function compareAnswer(one: Acknowledgement, passing: PassingRow): string[] {
  const differences: string[] = [];
  const say = (text: string) => differences.push(`${one.key}: ${text} ${JSON.stringify(passing)} ${one.answer}`);
  if (passing.isOffline !== one.isOffline) say('one of the two is offline');
  if (one.isOffline) return differences;
  if (one.opens !== (passing.decision === 'open')) say('the barrier did something else');
  const screen = screenOf(one.answer);
  const texts = passing.payUrl ? [...passing.lines, passing.payUrl] : passing.lines;
  if (texts.some((text) => !screen.includes(text))) say('the screen showed something else');
  return differences;
}

/** What a reply put on the camera's screen; screens read the national code. */
function screenOf(answer: string): string {
  const { Response_AlarmInfoPlate: reply } = JSON.parse(answer) as {
    Response_AlarmInfoPlate: { serialData?: { data: string }[] };
  };
  const decoder = new TextDecoder('gbk');
  return (reply.serialData ?? []).map(({ data }) => decoder.decode(Buffer.from(data, 'base64'))).join('\n');
}

/** How much is still on its way: consumers that have not taken every event, and payments without an end. */
export async function countUnfinished(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ unfinished: number }>(
    `select ((select count(*) from money_fact where state = 'paying')
       + (select count(*) from consumer_position c
          where exists (select from event e where e.seq > c.seq)))::int as unfinished`,
  );
  return rows[0]!.unfinished;
}

/** The trades in the provider's books by their outcome and what the product made of them, and payments that should have a trade and have none. */
export async function tradeOutcomes(database: pg.Client): Promise<readonly { outcome: string; count: number }[]> {
  const { rows } = await database.query<{ outcome: string; count: number }>(
    `select coalesce(t.outcome, 'no trade') || ' ' || coalesce(p.state, 'no payment') as outcome, count(*)::int as count
     from sandbox_trade t full join (select * from money_fact where channel = 'sandbox') p on p.tenant_id = t.tenant_id and p.number = t.payment_no
     group by 1 order by 1`,
  );
  return rows;
}
