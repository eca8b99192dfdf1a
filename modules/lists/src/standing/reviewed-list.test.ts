import { SetClock } from '@boyun/kernel/server';
import { dropFlow, setFlow } from '@boyun/test-server/flow';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let second: TestUser;
let third: TestUser;
let gate: TestGate;
let lot: TestLot;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
});
beforeEach(async () => {
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  gate.at(0);
  lot = await gate.newLot({}, { Capacity: 10 });
  const decide = ['review.list', 'review.decide'];
  [second, third] = [await server.newUser(user, decide), await server.newUser(user, decide)];
});
afterAll(() => server?.stop());

const at = (minute: number) => new Date(START.getTime() + minute * 60_000).toISOString();
const needReview = (Kind: string, Level = 1, IsEnabled = true) =>
  setFlow(server, user, { Kind, Level, AmountFrom: '50.00', IsEnabled });
const waiting = async () => (await second.call('/api/review/getReviewList', { Mine: 'decide' })).data.Rows;
const approve = (by: TestUser, id: string) => by.call('/api/review/approve', { ReviewIds: [id] });
const rowsOf = async (path: string) => (await user.call(`${path}/list`, {})).data.Rows;

async function newSpot(): Promise<string> {
  return (await user.call('/api/parkSpot/create', { LotId: lot.id, Number: 'A01', Kind: 'standard' })).data.Id;
}

describe.each([
  ['black-list', '/api/billBlackPlate', { Reason: '多次逃费' }, '多次逃费'],
  ['white-list', '/api/billWhitePlate', { Remark: '消防车' }, '消防车'],
  ['free-list', '/api/billFreePlate', { Remark: '送货车' }, '送货车'],
  ['fixed-list', '/api/billFixedPlate', {}, '未填写原因'],
  ['visit-list', '/api/billVisitPlate', { HostName: '王经理', ValidUntil: at(900), Remark: '面试' }, '面试'],
])('entries of the %s under a flow', (kind, path, more, reason) => {
  const values = async () => ({
    Plate: '粤B81001',
    ValidFrom: at(-60),
    ...more,
    ...(kind === 'fixed-list' ? { LotId: lot.id, SpotId: await newSpot() } : { LotIds: [lot.id] }),
  });

  test('are made, changed and ended by the last approval, and not before', async () => {
    await needReview(kind);
    await needReview(kind, 2);
    const asked = await user.call(`${path}/create`, await values());
    expect(asked.data).toMatchObject({ IsPending: true, Id: expect.any(String) });
    const [request] = await waiting();
    expect(request).toMatchObject({ Kind: kind, Level: 1, LevelCount: 2, Reason: reason, Subject: '粤B81001' });
    const { data } = await second.call('/api/review/getReview', { ReviewId: request.Id });
    expect(data.Changes.map((one: { After: { Zh: string } }) => one.After.Zh)).toContain('粤B81001');
    await approve(second, request.Id);
    expect(await rowsOf(path)).toEqual([]);
    expect((await approve(third, request.Id)).data).toMatchObject({ DoneCount: 1 });
    const [row] = await rowsOf(path);
    expect(row).toMatchObject({ Id: asked.data.Id, Plate: '粤B81001' });

    const end = { Id: row.Id, Version: row.Version, ValidUntil: at(600) };
    expect((await user.call(`${path}/update`, end)).data).toEqual({ Id: row.Id, IsPending: true });
    expect((await user.call(`${path}/update`, end)).code).toBe('review.already-asked');
    expect((await rowsOf(path))[0].ValidUntil).toBe(row.ValidUntil);
    const [change] = await waiting();
    const told = (await second.call('/api/review/getReview', { ReviewId: change.Id })).data.Changes;
    expect(told.map((one: { Label: { En: string } }) => one.Label.En)).toEqual(['Until']);
    await approve(second, change.Id);
    await approve(third, change.Id);
    expect((await rowsOf(path))[0].ValidUntil).toBe(at(600));

    expect((await user.call(`${path}/delete`, { Id: row.Id })).data).toMatchObject({ IsPending: true });
    expect(await rowsOf(path)).toHaveLength(1);
    const [removal] = await waiting();
    await approve(second, removal.Id);
    await approve(third, removal.Id);
    expect(await rowsOf(path)).toEqual([]);
    const { Rows } = (await user.call('/api/auditLog/list', { SubjectKind: kind })).data;
    const deeds = Rows.map((one: { Action: string; AccountName?: string }) => one.Action);
    expect(deeds).toEqual(expect.arrayContaining([`${kind}.created`, `${kind}.updated`, `${kind}.deleted`]));
  });

  test('take effect at once without a flow, or with one that is switched off', async () => {
    expect((await user.call(`${path}/create`, await values())).data).toEqual({ Id: expect.any(String) });
    await needReview(kind, 1, false);
    const [{ Id }] = await rowsOf(path);
    expect((await user.call(`${path}/delete`, { Id })).data).toEqual({ Id, IsRetired: false });
    expect(await rowsOf(path)).toEqual([]);
  });
});

describe('what waits for approval', () => {
  const plate = { Plate: '粤B81002', ValidFrom: at(-60), Reason: '多次逃费' };

  test('does not stop a car; the approval does', async () => {
    await needReview('black-list');
    await user.call('/api/billBlackPlate/create', plate);
    expect((await gate.see(lot.entry, plate.Plate, 0)).decision).toBe('open');
    await gate.see(lot.exit, plate.Plate, 5);
    await approve(second, (await waiting())[0].Id);
    expect((await gate.see(lot.entry, plate.Plate, 10)).decision).not.toBe('open');
  });

  test('is refused if the entry changed meanwhile', async () => {
    const { Id } = (await user.call('/api/billBlackPlate/create', plate)).data;
    await needReview('black-list');
    await user.call('/api/billBlackPlate/update', { Id, Reason: '车主已补缴' });
    await dropFlow(server, user, 'black-list');
    await user.call('/api/billBlackPlate/update', { Id, Action: 'warn' });
    expect((await approve(second, (await waiting())[0].Id)).code).toBe('kernel.changed');
    expect((await rowsOf('/api/billBlackPlate'))[0]).toMatchObject({ Reason: plate.Reason, Action: 'warn' });
  });

  test('is discarded when rejected', async () => {
    await needReview('black-list');
    await user.call('/api/billBlackPlate/create', plate);
    await second.call('/api/review/reject', { ReviewIds: [(await waiting())[0].Id], Note: '证据不足' });
    expect(await rowsOf('/api/billBlackPlate')).toEqual([]);
  });

  test('of several lots names all of them, and is decided by who sees each', async () => {
    await needReview('white-list');
    const other = await gate.newLot();
    const rights = ['review.list', 'review.decide', 'white-list.list'];
    const [one, both] = [[lot.id], [lot.id, other.id]];
    const [partly, fully] = [await server.newUser(user, rights, one), await server.newUser(user, rights, both)];
    const entry = { Plate: '粤B81006', LotIds: both, ValidFrom: at(-60) };
    expect((await user.call('/api/billWhitePlate/create', entry)).data).toMatchObject({ IsPending: true });
    const [request] = await waiting();
    expect([...request.LotIds].sort()).toEqual([...both].sort());
    const names = request.LotNames.split('、');
    expect(names).toHaveLength(2);
    const { Changes } = (await fully.call('/api/review/getReview', { ReviewId: request.Id })).data;
    const lots = Changes.find((change: { Label: { En: string } }) => change.Label.En === 'Parking lots');
    expect(names.every((name: string) => lots.After.Zh.includes(name))).toBe(true);
    expect((await approve(partly, request.Id)).code).toBe('kernel.not-found');
    expect((await partly.call('/api/review/getReviewList', {})).data.Rows).toEqual([]);
    const byLot = await fully.call('/api/review/getReviewList', { LotId: other.id });
    expect(byLot.data.Rows).toHaveLength(1);
    expect((await approve(fully, request.Id)).data.DoneCount).toBe(1);
    expect(await rowsOf('/api/billWhitePlate')).toHaveLength(1);
  });

  test('is validated before the request is created', async () => {
    await needReview('black-list');
    const wrong = await user.call('/api/billBlackPlate/create', { ...plate, ValidUntil: at(-120) });
    expect(wrong.code).toBe('vehicle-list.ends-before-start');
    expect(await waiting()).toEqual([]);
  });

  test('a visitor is let in as one by the approval, and not before', async () => {
    await needReview('visit-list');
    const visit = { Plate: '粤B81005', LotIds: [lot.id], HostName: '王经理', ValidFrom: at(-60), ValidUntil: at(600) };
    expect((await user.call('/api/billVisitPlate/create', visit)).data).toMatchObject({ IsPending: true });
    const standing = async () =>
      (await user.call('/api/order/getOrderPage', { Plate: visit.Plate, ParkingState: 'inside' })).data.Rows[0]
        .Standing;
    await gate.see(lot.entry, visit.Plate, 0);
    expect(await standing()).toBe('temporary');
    await gate.see(lot.exit, visit.Plate, 5);
    const [request] = await waiting();
    const { Changes } = (await second.call('/api/review/getReview', { ReviewId: request.Id })).data;
    // The codes of visitor and host are secret.
    expect(Changes.map((one: { Label: { Zh: string } }) => one.Label.Zh)).not.toContain('审批码');
    await approve(second, request.Id);
    await gate.see(lot.entry, visit.Plate, 10);
    expect(await standing()).toBe('visitor');
  });
});

describe('an import under a flow', () => {
  const rowsFor = (count: number, first = 0) =>
    Array.from({ length: count }, (_, at) => ({
      sheet: '黑名单',
      row: at + 2,
      cells: { plate: `粤B${82_000 + first + at}`, validFrom: '2026-03-04 08:00', reason: '逃费' },
    }));
  const load = async (rows: object[], Mode = 'good') =>
    (await user.call('/api/billBlackPlate/import', { Rows: JSON.stringify(rows), Mode })).data;

  test.each(['good', 'all'])('asks for each row, which holds by its own approval: %s', async (Mode) => {
    await needReview('black-list');
    expect(await load(rowsFor(3), 'check')).toMatchObject({ SuccessNum: 3, PendingNum: 3, HasImported: false });
    expect(await waiting()).toEqual([]);
    const done = await load(rowsFor(3), Mode);
    expect(done).toMatchObject({ SuccessNum: 3, PendingNum: 3, FailedNum: 0, HasImported: true });
    expect(await rowsOf('/api/billBlackPlate')).toEqual([]);
    const requests = await waiting();
    const ReviewIds = requests.map((one: { Id: string }) => one.Id);
    expect(requests.map((one: { Subject: string }) => one.Subject).sort()).toEqual([
      '粤B82000',
      '粤B82001',
      '粤B82002',
    ]);
    await second.call('/api/review/reject', { ReviewIds: ReviewIds.slice(0, 1), Note: '证据不足' });
    expect((await second.call('/api/review/approve', { ReviewIds: ReviewIds.slice(1) })).data.DoneCount).toBe(2);
    expect(await rowsOf('/api/billBlackPlate')).toHaveLength(2);
  });

  test('creates a bounded number of requests; the other rows are reported as failed', async () => {
    await needReview('black-list');
    const done = await load(rowsFor(502));
    expect(done).toMatchObject({ SuccessNum: 500, PendingNum: 500, FailedNum: 2 });
    expect(done.FailedRecords[0].ErrorMsg).toContain('最多提交 500 条');
  });

  test('writes at once without one', async () => {
    expect(await load(rowsFor(2))).toMatchObject({ SuccessNum: 2, PendingNum: 0, HasImported: true });
    expect(await rowsOf('/api/billBlackPlate')).toHaveLength(2);
  });
});
