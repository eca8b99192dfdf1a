import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { scaffold, scaffoldReport } from '@boyun/launch/scaffold';
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

test.each(moduleNames.filter((one) => one !== 'facilities'))('%s accepts an entity and a report too', (module) => {
  const files = scaffold({
    module,
    entity: 'sample-thing',
    zh: '样例',
    en: 'Sample things',
    folder: join(copies, module),
  });
  expect(files.map((file) => relative(join(copies, module), file)).sort()).toEqual([
    expect.stringMatching(/^migrations\/\d{4}-sample-thing\.sql$/),
    'src/contract.ts',
    'src/sample-thing/sample-thing.contract.ts',
    'src/server.ts',
  ]);
  const reported = scaffoldReport({
    module,
    entity: 'sample-report',
    zh: '样例报表',
    en: 'Sample report',
    table: 'sample_thing',
    folder: join(copies, module),
  });
  expect(reported.map((file) => relative(join(copies, module), file)).sort()).toEqual([
    'src/contract.ts',
    'src/sample-report/sample-report.contract.ts',
    'src/sample-report/sample-report.server.ts',
    'src/server.ts',
  ]);
});

test('the generated code compiles', () => {
  const inside = relative(root, copies);
  writeFileSync(
    join(copies, 'tsconfig.json'),
    JSON.stringify({ extends: '../../tsconfig.json', include: ['*/src/contract.ts', '*/src/server.ts'], exclude: [] }),
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
  vi.doMock('@boyun/facilities/server', () => import(join(folder, 'src/server.ts')));
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
  } finally {
    await server.stop();
    vi.doUnmock('@boyun/facilities/server');
  }
});

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
