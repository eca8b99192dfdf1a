import { modules } from '@boyun/server/modules';
import type { Client } from 'pg';
import { fillEvents, fillHours, fillStays, settle } from './fill.ts';
import { asOwner, type Ground, WORLD_DAYS } from './ground.ts';
import { listenTo, noting, type Statement } from './statement-log.ts';
import { makeWorld, WORLD_PASSWORD, WORLD_TENANT, type World } from './world.ts';

/** A tenant with two months of orders behind it, its statistics, and a listening product. */
export interface Million {
  readonly world: World;
  readonly orders: number;
  readonly databaseUrl: string;
  /** The address it listens on. */
  readonly address: string;
  readonly product: Awaited<ReturnType<Ground['product']>>;
  /** Calls a path over HTTP as the tenant's administrator; returns the data and throws on a refusal. */
  call(path: string, body: object): Promise<unknown>;
  /** The statements of the transaction a call runs in. */
  statementsOf(path: string, body: object): Promise<readonly Statement[]>;
}

const CARS_INSIDE = 9_000;
const EVENT_DAYS = 8;

/** Makes the million, or fewer where another number of orders is given. */
export async function makeMillion(
  ground: Ground,
  name: string,
  options: { orders?: number; webFolder?: string } = {},
): Promise<Million> {
  const databaseUrl = await ground.make(name);
  const orders = options.orders ?? ground.sized(1_000_000);
  const inside = Math.min(CARS_INSIDE, Math.ceil(orders / 10));
  const first = await ground.product(databaseUrl);
  const world = await makeWorld(first);
  await first.stop();
  await asOwner(databaseUrl, async (client) => {
    const hoursInside = 12;
    const left = { count: orders - inside, fromHoursAgo: WORLD_DAYS * 24, toHoursAgo: hoursInside, isInside: false };
    await fillStays(client, world, { ...left, plateStart: '粤D' });
    await fillStays(client, world, {
      count: inside,
      fromHoursAgo: hoursInside,
      toHoursAgo: 0,
      isInside: true,
      plateStart: '粤B',
    });
    await fillEvents(client, world, EVENT_DAYS);
    await fillHours(client, world);
    await skipEvents(client);
    await settle(client);
  });
  return openMillion(ground, { databaseUrl, world, orders }, options.webFolder);
}

/** Starts the product on a prepared database and signs in. */
export async function openMillion(
  ground: Ground,
  { databaseUrl, world, orders }: Pick<Million, 'databaseUrl' | 'world' | 'orders'>,
  webFolder?: string,
): Promise<Million> {
  const product = await ground.product(databaseUrl, webFolder);
  const base = await product.listen();
  const post = async (path: string, body: object, headers: Record<string, string>) => {
    const response = await fetch(base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { state: string; message: string; data: { AccessToken?: string } };
    if (answer.state !== 'success') throw new Error(`${path}: ${answer.message}`);
    return answer.data;
  };
  const login = { Account: 'admin', Password: WORLD_PASSWORD, TenantId: WORLD_TENANT };
  listenTo(product.kernel.database);
  const { AccessToken } = await post('/api/tenantUser/login', login, {});
  return {
    world,
    orders,
    databaseUrl,
    address: base,
    product,
    call: (path, body) => post(path, body, { authorization: `Bearer ${AccessToken}` }),
    statementsOf: (path, body) =>
      noting(() =>
        product.app.inject({
          method: 'POST',
          url: path,
          headers: { 'content-type': 'application/json', authorization: `Bearer ${AccessToken}` },
          payload: JSON.stringify(body),
        }),
      ),
  };
}

let made: Promise<Million> | null = null;

/** Does something with the million, which is made once for all parts of the bench. */
export async function withMillion<T>(ground: Ground, work: (million: Million) => Promise<T>): Promise<T> {
  made ??= makeMillion(ground, 'million').then((million) => {
    ground.onClose(() => million.product.stop());
    return million;
  });
  return work(await made);
}

/** The tables already contain the effects of the events, so every consumer starts after them. */
export async function skipEvents(client: Client): Promise<void> {
  const names = modules.flatMap((one) => [...one.projections, ...one.reactions]).map((one) => one.name);
  await client.query(
    `insert into consumer_position (name, seq)
     select name, (select max(seq) from event) from unnest($1::text[]) as name
     on conflict (name) do update set seq = excluded.seq`,
    [names],
  );
}
