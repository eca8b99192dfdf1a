import { SetClock } from '@boyun/kernel/server';
import { startTestServer } from '@boyun/test-server/server';
import { expect, inject, test } from 'vitest';
import { buildDemo } from './build.ts';
import { DEMO_LOTS } from './place.ts';
import { walkRoute } from './route.ts';
import { signIn } from './sign-in.ts';

const FROM = new Date('2026-11-10T00:30:00Z');

test('the route has a round in each state', async () => {
  const server = await startTestServer(inject('databaseUrl'), { clock: new SetClock(FROM) });
  try {
    await buildDemo(server.product, FROM, DEMO_LOTS.slice(0, 3));
    const admin = await signIn(server.product, 'admin');
    const lots = (await admin('/api/parkLot/list', {})).Rows as unknown as { Id: string; Name: string }[];
    await walkRoute(server.product, admin, lots);
    const rounds = await server.product.kernel.database.system('select state from inspection_round order by state');
    expect(rounds.map((one) => one.state)).toEqual(['done', 'overdue', 'waiting', 'walking']);
  } finally {
    await server.stop();
  }
});
