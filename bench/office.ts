import { choiceValues, type Field, type Fields, sortableKeys, verbPath, wireName } from '@boyun/kernel/contract';
import { modules } from '@boyun/server/modules';
import { createRandom, type Random } from '@boyun/simulator/replay/random';
import type { Ground } from './ground.ts';
import { runAtOnce } from './load.ts';
import { type MemorySample, memoryRows, startMeasuredServer } from './measured-server.ts';
import { makeMillion } from './million.ts';
import { ms, quantile, type Row } from './table.ts';
import { WORLD_PASSWORD, WORLD_TENANT } from './world.ts';

/** Sixty people who each look something up every ten seconds, for an hour. */
const LOOKS = 60 * 360;
const PEOPLE_AT_ONCE = 8;
const ORDERS = 100_000;
const SAMPLES = 40;
const DAY_MS = 24 * 3_600_000;
const PAGE_SIZES = [10, 20, 50, 100];

/** A list that people page through. */
interface List {
  readonly path: string;
  readonly filters: Fields;
  readonly sortable: readonly string[];
}

/** Every list a tenant's administrator can open. */
function everyList(): List[] {
  const contracts = modules.map((one) => one.contract);
  const reports = contracts.flatMap((one) => one.reports);
  const resources = contracts.flatMap((one) => one.resources).filter((one) => one.verbs.includes('list'));
  return [
    ...reports
      .filter((one) => one.access !== 'platform' && one.access !== 'device')
      .map((one) => ({ path: one.path, filters: one.filters, sortable: one.alwaysSortable ?? sortableKeys(one) })),
    ...resources.map((one) => ({ path: verbPath(one, 'list'), filters: {}, sortable: [] })),
  ];
}

/**
 * An hour of office traffic: people open every list of the product with pages, sizes, sorts and filters that hardly ever
 * repeat. What the server and the database's backends keep of it must not grow.
 */
export async function benchOffice(ground: Ground): Promise<Row[]> {
  const { world, product, databaseUrl } = await makeMillion(ground, 'office', { orders: ground.sized(ORDERS) });
  await product.stop();
  const server = await startMeasuredServer(ground, databaseUrl);
  try {
    const ask = await signInAt(server.address);
    const random = createRandom('office');
    const lists = everyList();
    const refusals = new Map<string, string>();
    const looks = ground.sized(LOOKS);
    const every = Math.max(1, Math.floor(looks / SAMPLES));
    const samples: Promise<MemorySample>[] = [];
    const works = Array.from({ length: looks }, (_, number) => {
      // Half of all looks are at orders.
      const list = number % 2 ? random.pick(lists) : lists.find((one) => one.path === '/api/order/getOrderPage')!;
      const body = lookAt(list, random, () => random.pick(world.lots).id);
      return async () => {
        const answer = await ask(list.path, body);
        if (answer.state !== 'success') refusals.set(list.path, answer.message);
        if (number % every === every - 1 && samples.length < SAMPLES) samples.push(server.measure());
      };
    });
    const run = await runAtOnce(works, PEOPLE_AT_ONCE);
    for (const [path, message] of refusals) process.stderr.write(`  ${path}: ${message}\n`);
    return [
      ...memoryRows(await Promise.all(samples), `${looks.toLocaleString('en')} looks at ${lists.length} lists`),
      {
        metric: `looks a second, ${PEOPLE_AT_ONCE} at once`,
        ours: `${Math.round(run.perSecond)} /s, p50 ${ms(quantile(run.tookMs, 0.5))}, p99 ${ms(quantile(run.tookMs, 0.99))}`,
        reference: `${refusals.size} lists refused`,
        goal: 'none refused',
        isMet: refusals.size === 0,
      },
    ].map((row) => ({ ...row, metric: `office: ${row.metric}` }));
  } finally {
    await server.stop();
  }
}

type Answer = { readonly state: string; readonly message: string; readonly data: { readonly AccessToken: string } };

async function signInAt(address: string): Promise<(path: string, body: object) => Promise<Answer>> {
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Answer;
  };
  const { data } = await post('/api/tenantUser/login', {
    Account: 'admin',
    Password: WORLD_PASSWORD,
    TenantId: WORLD_TENANT,
  });
  return (path, body) => post(path, body, { authorization: `Bearer ${data.AccessToken}` });
}

/** A page of the list that hardly anybody has looked at before: every filter is used one time in four. */
function lookAt(list: List, random: Random, lotId: () => string): Record<string, unknown> {
  const body: Record<string, unknown> = { Page: 1 + random.below(50), PerPage: random.pick(PAGE_SIZES) };
  if (list.sortable.length > 0 && random.next() < 0.5)
    body.Sort = (random.next() < 0.5 ? '-' : '') + random.pick(list.sortable);
  const days = 1 + random.below(7);
  const from = Date.now() - (days + random.below(50)) * DAY_MS - random.below(DAY_MS);
  for (const [key, field] of Object.entries(list.filters)) {
    const isRange = key === 'from' || key === 'to';
    if (!isRange && field.isOptional && random.next() < 0.75) continue;
    const value = isRange
      ? spanEnd(field, key === 'from' ? from : from + days * DAY_MS)
      : filterValue(field, { random, lotId, at: from });
    if (value !== undefined) body[wireName(key, field)] = value;
  }
  return body;
}

const spanEnd = (field: Field, at: number) =>
  new Date(at).toISOString().slice(0, field.kind === 'day' ? 10 : undefined);

/** Something to filter by; nothing for what only a form would fill in. */
function filterValue(
  field: Field,
  { random, lotId, at }: { random: Random; lotId: () => string; at: number },
): unknown {
  switch (field.kind) {
    case 'text':
    case 'plate': {
      const plate = `粤D${random.below(0x10_0000).toString(16).toUpperCase().padStart(5, '0')}`;
      const month = new Date(at).toISOString().slice(0, 7);
      return [month, plate].find((text) => field.schema.safeParse(text).success);
    }
    case 'choice':
      return random.pick(choiceValues(field.choices!));
    case 'reference':
      return field.to === 'lot' ? lotId() : undefined;
    case 'flag':
      return random.next() < 0.5;
    case 'instant':
    case 'day':
      return spanEnd(field, at);
    default:
      return undefined;
  }
}
