import type { Tariff } from '@boyun/domain/fee';
import { startTestServer } from '@boyun/test-server/server';
import { expect, inject, onTestFinished, test } from 'vitest';

const NOON = Date.UTC(2026, 2, 4, 4);
const HOUR_MS = 3_600_000;
const TARIFF: Tariff = {
  id: 'linked',
  version: 2,
  name: { zh: '合并', en: 'Linked' },
  linking: { by: 'day' },
  plans: [
    {
      id: 'car',
      windows: [{ id: 'always', steps: [{ unitMinutes: 60, priceFen: 500 }] }],
      caps: [{ id: 'day', amountFen: 800, scope: { per: 'day' }, isShared: true }],
    },
  ],
};

test('a replay of a tariff that links stays counts the repriced earlier stays of the plate', async () => {
  const server = await startTestServer(inject('databaseUrl'), { hasJobs: true });
  onTestFinished(() => server.stop());
  const user = await server.newTenant();
  const ok = async (path: string, body: object) => {
    const answer = await user.call(path, body);
    expect(answer, path).toMatchObject({ state: 'success' });
    return answer.data;
  };
  const { Id: lotId } = await ok('/api/parkLot/create', { Name: 'Linked', Code: 'LK', Capacity: 9 });
  const { Id } = await ok('/api/billRule/createFromTemplate', { Name: 'Linked', Template: 'per-entry' });
  await ok('/api/billRule/saveDraft', { Id, Tariff: TARIFF });
  // Three hours of one car, one of another, a day later one of the first: 5, 3 and nothing; 5; 5.
  for (const [plate, hour] of [
    ['粤B60001', 0],
    ['粤B60001', 2],
    ['粤B60001', 4],
    ['粤B60002', 2],
    ['粤B60001', 24],
  ] as const) {
    const entered = new Date(NOON + hour * HOUR_MS);
    await server.product.kernel.database.system(
      `insert into parking_order (tenant_id, id, order_no, lot_id, plate, plate_key, plate_color, standing, entered_at, left_at,
         parking_state, pay_state, fee_fen, pay_code, created_at, updated_at)
       values ($1, uuidv7(), $2, $3, $4, $4, 1, 'temporary', $5, $6, 'left', 'paid', 100, $2, $5, $5)`,
      [user.tenantId, `${plate}-${hour}`, lotId, plate, entered, new Date(entered.getTime() + HOUR_MS)],
    );
  }
  const range = { From: new Date(NOON - HOUR_MS).toISOString(), To: new Date(NOON + 48 * HOUR_MS).toISOString() };
  const { ReplayId } = await ok('/api/billRule/startReplay', { Id, LotIds: [lotId], ...range });
  const { Result: result } = await server.until('the replay', async () => {
    const found = await ok('/api/billRule/getReplay', { ReplayId });
    return found.State === 'done' && found;
  });
  expect(result.total).toEqual({ stays: 5, beforeFen: 500, afterFen: 1800 });
});

test('a replay of the version in force over the stays it priced changes nothing', async () => {
  const server = await startTestServer(inject('databaseUrl'), { hasJobs: true });
  onTestFinished(() => server.stop());
  const user = await server.newTenant();
  const ok = async (path: string, body: object) => {
    const answer = await user.call(path, body);
    expect(answer, path).toMatchObject({ state: 'success' });
    return answer.data;
  };
  const { Id: lotId } = await ok('/api/parkLot/create', { Name: 'Held', Code: 'HD', Capacity: 9 });
  const { Id } = await ok('/api/billRule/createFromTemplate', { Name: 'Held', Template: 'per-entry' });
  await ok('/api/billRule/saveDraft', { Id, Tariff: { ...TARIFF, linking: undefined } });
  // A minute before or after the hour: what a car was quoted for, when it left, and what it owes.
  for (const [plate, quoted, left, feeFen, paidFen, payState] of [
    ['粤B70001', 59, 61, 500, 500, 'paid'],
    ['粤B70002', null, 59, 500, 500, 'paid'],
    ['粤B70003', 59, 61, 800, 0, 'arrears'],
    ['粤B70004', 59, 61, 800, 800, 'settled'],
    ['粤B70005', 62, 59, 500, 500, 'paid'],
  ] as const) {
    const after = (minutes: number | null) => (minutes === null ? null : new Date(NOON + minutes * 60_000));
    await server.product.kernel.database.system(
      `insert into parking_order (tenant_id, id, order_no, lot_id, plate, plate_key, plate_color, standing, entered_at, quoted_at, left_at,
         parking_state, pay_state, fee_fen, paid_fen, settlements, pay_code, created_at, updated_at)
       values ($1, uuidv7(), $2, $3, $2, $2, 1, 'temporary', $4, $5, $6, 'left', $7, $8, $9, '[]', $2, $4, $4)`,
      [user.tenantId, plate, lotId, after(0), after(quoted), after(left), payState, feeFen, paidFen],
    );
  }
  const range = { From: new Date(NOON - HOUR_MS).toISOString(), To: new Date(NOON + HOUR_MS).toISOString() };
  const { ReplayId } = await ok('/api/billRule/startReplay', { Id, LotIds: [lotId], ...range });
  const { Result: result } = await server.until('the replay', async () => {
    const found = await ok('/api/billRule/getReplay', { ReplayId });
    return found.State === 'done' && found;
  });
  expect(result).toMatchObject({ total: { stays: 5, beforeFen: 3100, afterFen: 3100 }, up: 0, down: 0 });
});
