import { SetClock } from '@boyun/kernel/server';
import { startTestServer } from '@boyun/test-server/server';
import { expect, inject, test } from 'vitest';
import { buildDemo } from './build.ts';
import { DEMO_LOTS } from './place.ts';
import { planRoster } from './roster.ts';
import { signIn } from './sign-in.ts';

/** Half past eight in Shanghai: the night shift of the day has ended. */
const FROM = new Date('2026-11-10T00:30:00Z');

test('the booths are planned at any hour, also when shifts of the day have ended', async () => {
  const server = await startTestServer(inject('databaseUrl'), { clock: new SetClock(FROM) });
  try {
    const world = await buildDemo(server.product, FROM, DEMO_LOTS.slice(0, 1));
    const call = await signIn(server.product, 'admin');
    await planRoster(call, world.booths, FROM);
    const planned = await server.product.kernel.database.system(
      'select min(day)::text as first, max(day)::text as last, count(distinct day)::int as days from shift_assignment',
    );
    expect(planned).toEqual([{ first: '2026-11-11', last: '2026-12-01', days: 21 }]);
  } finally {
    await server.stop();
  }
});
