import type { Tariff } from '@boyun/domain/fee';
import { TryAgain } from '@boyun/kernel/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const FROM = new Date('2026-03-01T00:00:00Z');
const TO = new Date('2026-03-02T00:00:00Z');
const HOUR_MS = 3_600_000;
const STAYS = 12;
const TARIFF: Tariff = {
  id: 'hourly',
  version: 2,
  name: { zh: '计时', en: 'Hourly' },
  plans: [{ id: 'car', windows: [{ id: 'always', steps: [{ unitMinutes: 60, priceFen: 500 }] }] }],
};
/** Each stay lasts an hour and was charged one yuan. */
const TOTAL = { stays: STAYS, beforeFen: STAYS * 100, afterFen: STAYS * 500 };

let server: TestServer;
let user: TestUser;
let ruleId: string;
let lotId: string;

async function ok(path: string, body: object) {
  const answer = await user.call(path, body);
  expect(answer, path).toMatchObject({ state: 'success' });
  return answer.data;
}

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { hasJobs: true });
  user = await server.newTenant();
  ruleId = (await ok('/api/billRule/createFromTemplate', { Name: 'Rule', Template: 'per-entry' })).Id;
  await ok('/api/billRule/saveDraft', { Id: ruleId, Tariff: TARIFF });
  lotId = (await ok('/api/parkLot/create', { Name: 'Lot', Code: 'LOT', Capacity: 90 })).Id;
  await ok('/api/billRuleBinding/create', { ChargeRuleId: ruleId });
  for (let index = 0; index < STAYS; index += 1)
    await server.product.kernel.database.system(
      `insert into parking_order (tenant_id, id, order_no, lot_id, plate, plate_key, plate_color, standing, entered_at, left_at,
         parking_state, pay_state, fee_fen, pay_code, created_at, updated_at)
       values ($1, uuidv7(), $2, $3, $2, $2, 1, 'temporary', $4, $5, 'left', 'paid', 100, $2, $4, $4)`,
      [
        user.tenantId,
        `粤B6000${index}`,
        lotId,
        new Date(FROM.getTime() + index * HOUR_MS),
        new Date(FROM.getTime() + (index + 1) * HOUR_MS),
      ],
    );
});
afterAll(() => server?.stop());

const database = () => server.product.kernel.database;
const now = () => server.product.kernel.clock.now();

/** Files a replay that no job of this server picks up; returns its id and that of its task. */
async function filed(): Promise<{ ReplayId: string; TaskId: string }> {
  const { userId } = await user.who();
  const [ReplayId, TaskId] = [database().newId(), database().newId()];
  await database().system(
    `insert into task (tenant_id, id, kind, source, account_id, account, language, limits, input, created_at)
     values ($1, $2, 'act', 'start-replay', $3, 'admin', 'zh', '{"lotIds": null, "isOwnOnly": false}', $4, $5)`,
    [user.tenantId, TaskId, userId, JSON.stringify({ id: ruleId, replayId: ReplayId }), now()],
  );
  await database().system(
    `insert into charge_replay (tenant_id, id, charge_rule_id, number, tariff, lot_ids, from_at, to_at, state, started_by,
       created_at, task_id)
     values ($1, $2, $3, 2, $4, $5, $6, $7, 'queued', 'Admin', $6, $8)`,
    [user.tenantId, ReplayId, ruleId, JSON.stringify(TARIFF), [lotId], FROM, TO, TaskId],
  );
  return { ReplayId, TaskId };
}
const run = (TaskId: string, stopping?: AbortSignal) =>
  server.product.kernel.tasks.run(user.tenantId, TaskId, stopping);
const states = async ({ ReplayId, TaskId }: { ReplayId: string; TaskId: string }) => [
  (await ok('/api/billRule/getReplay', { ReplayId })).State,
  (await ok('/api/task/get', { TaskId })).State,
];

describe('the task of a replay', () => {
  const listed = async (by: TestUser, id: string) =>
    (await by.call('/api/task/list', { Kind: 'act', PerPage: 50 })).data.Rows.find(
      (one: { Id: string }) => one.Id === id,
    );

  test('is in the task centre with its progress, its page and its file, and nobody else’s', async () => {
    const body = { Id: ruleId, LotIds: [], From: FROM.toISOString(), To: TO.toISOString() };
    const { ReplayId, TaskId } = await ok('/api/billRule/startReplay', body);
    const done = await server.until('the task', async () => {
      const found = await ok('/api/task/get', { TaskId });
      return found.State === 'done' && found;
    });
    expect(done).toMatchObject({
      Kind: 'act',
      Title: '收费回放',
      DoneCount: STAYS,
      TotalCount: STAYS,
      Path: `/_cloud_operation/chargeRule?rule=${ruleId}&tab=replay&replay=${ReplayId}`,
      FileName: '收费回放 Rule v2.csv',
      Result: null,
    });
    expect(await (await fetch(server.url + done.Url)).text()).toContain('Vehicle kind');
    expect(await ok('/api/billRule/getReplay', { ReplayId })).toMatchObject({
      State: 'done',
      TaskId,
      FileUntil: done.ExpiresAt,
    });
    expect(await listed(user, TaskId)).toMatchObject({ Kind: 'act', State: 'done', Path: done.Path });
    const stranger = await server.newTenant();
    const colleague = await server.newUser(user, ['charge-rule.list', 'charge-rule.replay']);
    for (const other of [stranger, colleague]) {
      for (const act of ['get', 'cancel'])
        expect((await other.call(`/api/task/${act}`, { TaskId })).code).toBe('kernel.not-found');
      expect(await listed(other, TaskId)).toBeUndefined();
    }
    expect((await stranger.call('/api/billRule/getReplay', { ReplayId })).code).toBe('kernel.not-found');
  });

  test('keeps the file of changes for a week; the result stays', async () => {
    const ids = await filed();
    const { ReplayId } = ids;
    await run(ids.TaskId);
    await database().system(`update charge_replay set file_until = $2 where id = $1`, [ReplayId, now()]);
    expect(await user.call('/api/billRule/exportReplay', { ReplayId })).toMatchObject({
      code: 'charging.replay-file-gone',
    });
    expect((await ok('/api/billRule/getReplay', { ReplayId })).Result.total).toEqual(TOTAL);
  });
});

describe('an interrupted replay', () => {
  test.each([
    ['its page', '/api/billRule/cancelReplay'],
    ['the task centre', '/api/task/cancel'],
  ])('cancelled from %s before it starts, never starts', async (_, path) => {
    const ids = await filed();
    await ok(path, ids);
    await run(ids.TaskId);
    expect(await states(ids)).toEqual(['cancelled', 'cancelled']);
    expect((await user.call('/api/billRule/cancelReplay', ids)).code).toBe('charging.replay-over');
    expect((await user.call('/api/task/cancel', ids)).code).toBe('kernel.task-over');
    expect((await user.call('/api/billRule/exportReplay', ids)).code).toBe('charging.replay-not-done');
    const events = await database().system(
      `select kind from event where tenant_id = $1 and kind in ('charge-replay.cancelled', 'task.cancelled')
         and (data->>'taskId' = $3::text or data->>'replayId' = $2::text) order by kind`,
      [user.tenantId, ids.ReplayId, ids.TaskId],
    );
    expect(events.map((one) => one.kind)).toEqual(['charge-replay.cancelled', 'task.cancelled']);
  });

  test('cancelled while it runs, stops and writes nothing', async () => {
    const ids = await filed();
    const blocker = new pg.Client({ connectionString: server.databaseUrl });
    await blocker.connect();
    try {
      await blocker.query('begin; lock table parking_order in access exclusive mode');
      const running = run(ids.TaskId);
      await server.until('the start', async () => String(await states(ids)) === 'running,running');
      await ok('/api/task/cancel', ids);
      await running;
    } finally {
      await blocker.query('rollback');
      await blocker.end();
    }
    expect(await ok('/api/billRule/getReplay', ids)).toMatchObject({ State: 'cancelled', Result: null });
    expect((await ok('/api/task/get', ids)).Url).toBeNull();
  });

  test('of a dead process, is run by another one', async () => {
    const ids = await filed();
    await database().system(`update task set state = 'running', run = 1, started_at = $2 where id = $1`, [
      ids.TaskId,
      now(),
    ]);
    await database().system(`update charge_replay set state = 'running', done_count = 7 where id = $1`, [ids.ReplayId]);
    await server.product.kernel.tasks.queueOpen();
    await server.until('the replay', async () => String(await states(ids)) === 'done,done');
    expect((await ok('/api/billRule/getReplay', ids)).Result.total).toEqual(TOTAL);
    const [rule] = await database().system(`select name from charge_rule where id = $1`, [ruleId]);
    expect(
      await database().system(`select action, subject from audit_log where subject_id = $1`, [ids.ReplayId]),
    ).toEqual([{ action: 'charge-replay.ended', subject: `${rule!.name} v2` }]);
  });

  test('in a stopping process, is left for another one', async () => {
    const ids = await filed();
    await expect(run(ids.TaskId, AbortSignal.abort())).rejects.toBeInstanceOf(TryAgain);
    expect(await states(ids)).toEqual(['queued', 'queued']);
    await run(ids.TaskId);
    expect(await states(ids)).toEqual(['done', 'done']);
  });

  test('that fails, reports the reason', async () => {
    const ids = await filed();
    await database().system(`update charge_replay set tariff = '{"plans": 7}' where id = $1`, [ids.ReplayId]);
    await run(ids.TaskId);
    expect(await states(ids)).toEqual(['failed', 'failed']);
    const { Error: reason, Result: result } = await ok('/api/billRule/getReplay', ids);
    expect(result).toBeNull();
    expect(reason).toBe((await ok('/api/task/get', ids)).Error);
    expect(reason).toMatch(/\S/);
  });
});
