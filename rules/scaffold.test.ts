import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  scaffold,
  scaffoldBill,
  scaffoldDevice,
  scaffoldEvent,
  scaffoldListKind,
  scaffoldReport,
} from '@boyun/launch/scaffold';
import type { TestServer, TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { moduleNames } from './module-door.ts';
import { root } from './source.ts';

// Inside the repository, so that the copy resolves the packages it imports.
let copies = '';
let folder = '';
const cabinets = {
  module: 'facilities',
  entity: 'cabinet-report',
  zh: '钥匙柜报表',
  en: 'Cabinet report',
  table: 'key_cabinet',
};
const carPool = { module: 'bookings', entity: 'car-pool', zh: '拼车', en: 'Car pool' };
const acme = { module: 'gateway', entity: 'acme', zh: '示例相机', en: 'Acme cameras' };
const locker = { module: 'duty', entity: 'locker', zh: '储物柜', en: 'Lockers' };
const gateMoved = { module: 'facilities', entity: 'gate', happened: 'moved', zh: '大门移位', en: 'A gate was moved' };
const cabinet = { module: 'facilities', entity: 'key-cabinet', zh: '钥匙柜', en: 'Key cabinets' };

beforeAll(() => {
  mkdirSync(join(root, '.cache'), { recursive: true });
  copies = mkdtempSync(join(root, '.cache/scaffold-'));
  for (const module of moduleNames) {
    cpSync(join(root, 'modules', module), join(copies, module), {
      recursive: true,
      filter: (path) => !/node_modules|\.test\.tsx?$/.test(path),
    });
  }
  folder = join(copies, 'facilities');
  scaffold({ ...cabinet, folder });
  scaffoldReport({ ...cabinets, folder });
  scaffoldEvent({ ...gateMoved, folder });
  scaffoldListKind({ ...carPool, folder: join(copies, carPool.module) });
  scaffoldDevice({ ...acme, folder: join(copies, acme.module) });
  scaffoldBill({ ...locker, folder: join(copies, locker.module) });
});
afterAll(() => rmSync(copies, { recursive: true, force: true }));

const read = (path: string) => readFileSync(join(folder, path), 'utf8');

test('an entity needs a contract, a migration and its lines in the doors', () => {
  expect(read('src/key-cabinet/key-cabinet.contract.ts')).toContain("resource('key-cabinet', {");
  expect(readdirSync(join(folder, 'migrations')).at(-1)).toMatch(/^\d{4}-key-cabinet\.sql$/);
  expect(read('src/contract.ts')).toMatch(/resources: \[.*, keyCabinet\]/);
  expect(read('src/contract.ts')).toContain("path: '/_cloud_basic/keyCabinet'");
  expect(read('src/server.ts')).toMatch(/resources: \[.*\bserveResource\(keyCabinet\)/s);
});

test('a report needs a contract, a query and its lines in the doors', () => {
  expect(read('src/cabinet-report/cabinet-report.contract.ts')).toContain("report('cabinet-report', {");
  expect(read('src/cabinet-report/cabinet-report.server.ts')).toContain('serveReport(cabinetReport, {');
  expect(read('src/contract.ts')).toContain("reportPage('cabinetReport', cabinetReport, {");
  expect(read('src/server.ts')).toMatch(/reports: \[.*cabinetReportServer/s);
});

test('an event needs a declaration and its line in the contract', () => {
  expect(read('src/gate/gate-event.contract.ts')).toContain("export const gateMoved = event('gate.moved', {");
  expect(read('src/contract.ts')).toMatch(/events: \[.*\bgateMoved\b/);
  expect(() => scaffoldEvent({ ...gateMoved, folder })).toThrow(/declared already/);
  scaffoldEvent({ ...gateMoved, folder, happened: 'painted', zh: '大门刷漆', en: 'A gate was painted' });
  expect(read('src/gate/gate-event.contract.ts').match(/^import /gm)).toHaveLength(1);
  expect(read('src/gate/gate-event.contract.ts')).toContain("export const gatePainted = event('gate.painted', {");
});

test('lists and bills are refused in modules below those they need', () => {
  expect(() => scaffoldListKind({ ...carPool, module: 'facilities', folder })).toThrow(/does not depend on lists/);
  expect(() => scaffoldBill({ ...locker, module: 'facilities', folder })).toThrow(/does not depend on money/);
});

test.each(moduleNames.filter((one) => one !== 'facilities'))('%s accepts an entity and a report too', (module) => {
  // Tables of all modules are in one database.
  const entity = `sample-${module}`;
  const files = scaffold({
    module,
    entity,
    zh: '样例',
    en: 'Sample things',
    folder: join(copies, module),
  });
  expect(files.map((file) => relative(join(copies, module), file)).sort()).toEqual([
    expect.stringMatching(/^migrations\/\d{4}-sample-[a-z-]+\.sql$/),
    'src/contract.ts',
    `src/${entity}/${entity}.contract.ts`,
    'src/server.ts',
  ]);
  const reported = scaffoldReport({
    module,
    entity: `report-${module}`,
    zh: '样例报表',
    en: 'Sample report',
    table: entity.replaceAll('-', '_'),
    folder: join(copies, module),
  });
  expect(reported.map((file) => relative(join(copies, module), file)).sort()).toEqual([
    'src/contract.ts',
    `src/report-${module}/report-${module}.contract.ts`,
    `src/report-${module}/report-${module}.server.ts`,
    'src/server.ts',
  ]);
});

test('the generated code compiles', () => {
  const inside = relative(root, copies);
  writeFileSync(
    join(copies, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../tsconfig.json',
      include: ['*/src/contract.ts', '*/src/server.ts', '*/src/web.ts', '../../kernel/web/css.d.ts'],
      exclude: [],
    }),
  );
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const typed = spawnSync(process.execPath, [tsc, '-p', join(inside, 'tsconfig.json')], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(typed.stdout).toBe('');
  expect(typed.status).toBe(0);
});

test('the generated calls work and the page is in the menu', async () => {
  const changed = ['facilities', carPool.module, acme.module, locker.module];
  for (const module of changed)
    for (const door of ['contract', 'server'])
      vi.doMock(`@boyun/${module}/${door}`, () => import(join(copies, module, `src/${door}.ts`)));
  const { startTestServer } = await import('@boyun/test-server/server');
  const server = await startTestServer(inject('databaseUrl'), { hasMigrations: true });
  try {
    const user = await server.newTenant();
    const made = await user.call('/api/keyCabinet/create', { Name: 'North', Remark: 'By the river' });
    expect(made).toMatchObject({ state: 'success' });
    const listed = await user.call('/api/keyCabinet/list', { Name: 'nor' });
    expect(listed.data).toMatchObject({ Total: 1, Rows: [{ Name: 'North', Remark: 'By the river' }] });
    expect((await user.call('/api/keyCabinet/create', { Name: 'North' })).code).toBe('kernel.duplicate');
    const menu = await user.call('/api/tenantUser/getMenuList');
    expect(JSON.stringify(menu.data)).toContain('/_cloud_basic/keyCabinet');
    expect(JSON.stringify(menu.data)).toContain('/_cloud_basic/cabinetReport');
    const reported = await user.call('/api/cabinetReport/list', { Sort: 'createdAt' });
    expect(reported.data).toMatchObject({ Total: 1, Rows: [{ Id: made.data.Id }] });
    const stranger = await server.newTenant();
    expect((await stranger.call('/api/cabinetReport/list')).data).toMatchObject({ Total: 0 });
    expect((await stranger.call('/api/keyCabinet/get', { Id: made.data.Id })).code).toBe('kernel.not-found');
    await useGenerated(server, user);
  } finally {
    await server.stop();
    for (const module of changed) for (const door of ['contract', 'server']) vi.doUnmock(`@boyun/${module}/${door}`);
  }
});

/** A car of the generated list passes a camera of the generated protocol; the generated thing is paid for. */
async function useGenerated(server: TestServer, user: TestUser) {
  const make = async (path: string, body: object) => {
    const answer = await user.call(path, body);
    expect(answer, path).toMatchObject({ state: 'success' });
    return answer.data;
  };
  const { Id: lotId } = await make('/api/parkLot/create', { Name: 'Lot', Code: 'L', Capacity: 10 });
  const { Id: gateId } = await make('/api/gate/create', { Name: 'Gate', LotId: lotId, Direction: 'both' });
  const lane = { Name: 'Lane', Code: 'C', GateId: gateId, Direction: 'entry' };
  const { Id: laneId } = await make('/api/lane/create', lane);
  await make('/api/parkLot/open', { LotId: lotId, IsFree: true });
  const now = server.product.kernel.clock.now();
  await make('/api/carPool/create', {
    Plate: '粤B30001',
    LotIds: [lotId],
    ValidFrom: new Date(now.getTime() - 60_000),
  });

  const { Id: cameraId } = await make('/api/camera/create', { Name: 'Camera', LaneId: laneId, Protocol: 'acme' });
  const { Addresses } = await make('/api/camera/rotateSecret', { CameraId: cameraId });
  const [{ Path: passing }, { Path: heartbeat }] = Addresses;
  const send = async (path: string, body: object) => {
    const answer = await fetch(server.url + path, { method: 'POST', body: JSON.stringify(body) });
    return { status: answer.status, body: await answer.json() };
  };
  expect(await send(heartbeat, { serial: 'AC-1' })).toEqual({ status: 200, body: { commands: [] } });
  const time = Math.floor(now.getTime() / 1000);
  const entered = await send(passing, { serial: 'AC-1', record: 'r1', plate: '粤B30001', time });
  expect(entered).toMatchObject({ status: 200, body: { decision: 'open', barrier: { action: 'open' } } });
  expect((await send(passing, { serial: 'AC-1', plate: '粤B30001' })).status).toBe(400);
  const { Rows: passings } = await make('/api/businessManage/findPassRecord', { Plate: '粤B30001' });
  expect(passings).toMatchObject([{ Plate: '粤B30001', Standing: 'car-pool', LaneId: laneId }]);

  const { Id: lockerId } = await make('/api/locker/create', { LotId: lotId, Name: 'North', Price: '10.00' });
  const { PaymentNo } = await make('/api/locker/collect', { Id: lockerId, Amount: '10.00', Channel: 'cash' });
  const { Rows: payments } = await make('/api/payment/getPaymentPage', { Purpose: 'locker' });
  expect(payments).toMatchObject([{ PaymentNo, Purpose: 'locker', Amount: '10.00', State: 'succeeded' }]);
  expect((await make('/api/payment/getPaymentPage', { Purpose: 'pack' })).Rows).toEqual([]);
  await server.product.consumers.drain();
  const { verifyTenant } = await import('@boyun/insight/server');
  const checks = await verifyTenant(server.product.kernel, user.tenantId);
  expect(checks.filter((one) => one.brokenCount > 0)).toEqual([]);
}

test.each([
  [{ ...cabinet, entity: 'Sentry_Box' }, /kebab-case/],
  [{ ...cabinet, entity: 'shared' }, /no name of an entity/],
  [{ ...cabinet, entity: 'gate' }, /exists already/],
  [{ ...cabinet, entity: 'new-thing', zh: 'Thing' }, /in Chinese and in English/],
  [{ ...cabinet, entity: 'new-thing', en: "Guard's" }, /without quotes/],
])('refuses %o', (entity, message) => {
  expect(() => scaffold({ ...entity, folder })).toThrow(message);
});

test('refuses an unknown module', () => {
  expect(() => scaffold({ ...cabinet, module: 'nothing', folder: join(copies, 'nothing') })).toThrow(
    /no module "nothing"/,
  );
});
