import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clockOfRun } from '@boyun/launch/suite-clock';
import { ServerProcess, until } from '@boyun/test-server/crash/server-process';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { freePort } from './cluster.ts';
import { type Database, removeDatabase, startDatabase } from './embedded.ts';

/** A PostgreSQL of somebody else's: his superuser gives the product a role and a database and nothing more. */
let theirs: Database;
let superuser: pg.Client;
const PASSWORD = 'Boyun#2026';
const folders: string[] = [];
let server: ServerProcess | null = null;
let thirdUrl: string;

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), `boyun-test-${process.pid}-external-`));
  folders.push(folder);
  return folder;
};

beforeAll(async () => {
  theirs = await startDatabase({
    dataDir: newFolder(),
    log: { info: () => undefined, warn: () => undefined },
    settings: { fsync: 'off' },
    priority: 'normal',
  });
  superuser = new pg.Client({ connectionString: theirs.url });
  await superuser.connect();
  thirdUrl = await newOwner('their_third', 'nocreaterole');
});

afterEach(async () => {
  await server?.kill();
  server = null;
});

afterAll(async () => {
  await superuser?.end();
  await theirs?.stop();
  for (const folder of folders) {
    await removeDatabase(folder);
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Makes a login role with these attributes and its own database; answers the address. */
async function newOwner(name: string, attributes: string): Promise<string> {
  await superuser.query(`create role ${name} login nosuperuser nobypassrls ${attributes} password 'let me in'`);
  await superuser.query(`create database ${name} owner ${name}`);
  const url = new URL(theirs.url);
  url.username = name;
  url.password = 'let me in';
  url.pathname = `/${name}`;
  return url.href;
}

async function startOn(databaseUrl: string): Promise<ServerProcess> {
  server = new ServerProcess(newFolder(), await freePort(), { DATABASE_URL: databaseUrl });
  await server.start();
  return server;
}

/** Sets the product up as on its first page and signs in; how a write and a read of the tenant went. */
async function setUpAndSignIn(running: ServerProcess): Promise<string> {
  const call = async (path: string, body: object, token = '') => {
    const answer = await fetch(running.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { state: string; message: string; data: { AccessToken: string } };
  };
  const printed = () => /Set-up code 初始化代码: (\S+)/.exec(running.log())?.[1];
  await until('the set-up code', () => printed() !== undefined);
  const made = await call('/api/setup/create', {
    Code: printed(),
    PlatformAccount: 'root',
    PlatformPassword: PASSWORD,
    TenantName: 'Ours',
    TenantCode: 'ours',
    AdminAccount: 'boss',
    AdminPassword: PASSWORD,
  });
  if (made.state !== 'success') throw new Error(made.message);
  const signedIn = await call('/api/tenantUser/login', { Account: 'boss', Password: PASSWORD, TenantId: 'ours' });
  const token = signedIn.data.AccessToken;
  const lot = { Name: 'Lot', Code: 'L', Capacity: 10 };
  const states = [
    (await call('/api/parkLot/create', lot, token)).state,
    (await call('/api/order/getOrderPage', {}, token)).state,
  ];
  return states.join(' ');
}

test('a role that may create roles, and owns its database, is all it takes', async () => {
  const running = await startOn(await newOwner('their_first', 'createrole'));
  expect(await setUpAndSignIn(running)).toBe('success success');
  await running.stop();
});

test('where the two roles exist already and were granted, the role need not create any', async () => {
  const url = await newOwner('their_second', 'nocreaterole');
  for (const role of ['boyun_app', 'boyun_system'])
    await superuser.query(`create role ${role} nologin`).catch(() => undefined);
  await superuser.query('grant boyun_app, boyun_system to their_second');
  const running = await startOn(url);
  expect(await setUpAndSignIn(running)).toBe('success success');
});

test.each<[string, (url: URL) => Promise<void> | void, RegExp]>([
  ['may neither make the two roles nor act as them', () => undefined, /grant boyun_app, boyun_system to "their_third"/],
  ['has the wrong password', (url) => void Object.assign(url, { password: 'wrong' }), /does not answer.*password/],
  ['is of a database that is not there', (url) => void Object.assign(url, { pathname: '/nowhere' }), /"nowhere"/],
  [
    'is of a server that does not answer',
    (url) => void Object.assign(url, { port: '1' }),
    /ECONNREFUSED.*DATABASE_URL/,
  ],
])('an address whose role %s stops the start with a sentence', async (_, change, sentence) => {
  const url = new URL(thirdUrl);
  await change(url);
  await expect(startOn(url.href)).rejects.toThrow('The server ended by itself (1)');
  expect(server!.log()).toMatch(sentence);
  expect(server!.log()).not.toMatch(/\n\s+at /);
});

test.each(['verify', 'backup'])('%s with an address that does not answer says so in a sentence', (command) => {
  const program = fileURLToPath(new URL(`../${command}.ts`, import.meta.url));
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const DATABASE_URL = 'postgres://boyun@127.0.0.1:1/boyun';
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: newFolder(), DATABASE_URL, ...clockOfRun() };
  const ran = spawnSync(process.execPath, [program, join(newFolder(), 'none.backup')], { env, encoding: 'utf8' });
  expect(ran.stderr).toMatch(/^The database does not answer \(.*ECONNREFUSED.*\)\. Check DATABASE_URL\.\n$/);
  expect(ran.status).toBe(1);
});
