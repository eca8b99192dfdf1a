import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hashPasswordsCheaply, isNamed, STANDARD_ROLES } from '@boyun/access/server';
import { findCamera } from '@boyun/devices/server';
import { verifyTenant } from '@boyun/insight/server';
import { permissionsOf } from '@boyun/kernel/contract';
import { makeLog, migrate, SetClock } from '@boyun/kernel/server';
import { recordPassing } from '@boyun/passings/server';
import { readBackup } from '@boyun/server/database/restore';
import type { Product } from '@boyun/server/product';
import { migrationSources, prepareSchema, SEEDED_TABLES } from '@boyun/server/schema';
import { type Call, signIn } from '@boyun/simulator/demo/sign-in';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { brokenReferences, countRows, findUnseen } from './coverage.ts';
import { openInstallation } from './installation.ts';
import { currentMigrations, dumpFile, readManifests } from './manifest.ts';

/** A migration that no version has: a column that is filled from others and required. */
const LATER = `alter table parking_order add column later_note text;
  update parking_order set later_note = plate || ' ' || parking_state;
  alter table parking_order alter column later_note set not null;`;
const LISTS = [
  '/api/order/getOrderPage',
  '/api/payment/getPaymentPage',
  '/api/businessManage/findPassRecord',
  '/api/pack/list',
];
const MINUTE_MS = 60_000;

const log = makeLog('silent');
hashPasswordsCheaply();

describe.each(readManifests())('the dump of version $version', (manifest) => {
  const name = `upgrade_${process.pid}_${randomBytes(4).toString('hex')}`;
  const clock = new SetClock(new Date(manifest.madeAt));
  let folder: string;
  let url: string;
  let owner: pg.Client;
  let product: Product;
  let applied: string[];
  /** The permissions that the roles in the dump could have. */
  let formerly: ReadonlySet<string>;
  let call: Call;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'boyun-upgrade-'));
    const address = new URL(inject('databaseUrl'));
    const admin = new pg.Client({ connectionString: address.href });
    await admin.connect();
    await admin.query(`create database ${name}`);
    await admin.end();
    address.pathname = `/${name}`;
    url = address.href;
    owner = new pg.Client({ connectionString: url, options: '-c timezone=UTC' });
    await owner.connect();
    await migrate(url, migrationSources, log, { only: new Set(manifest.migrations.map((one) => one.name)) });
    await readBackup({ url, file: dumpFile(manifest), seeded: SEEDED_TABLES });
  });
  afterAll(async () => {
    await product?.stop();
    await owner?.end();
    const admin = new pg.Client({ connectionString: inject('databaseUrl') });
    await admin.connect();
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
    rmSync(folder, { recursive: true, force: true });
  });

  test('has a row in every table and of every state, but for those its manifest names', async () => {
    expect(await countRows(owner)).toEqual(manifest.rows);
    expect(await findUnseen(owner)).toEqual(manifest.unseen.map(({ reason: _, ...one }) => one));
    expect(await brokenReferences(owner)).toEqual([]);
  });

  test('takes every newer migration, in order', async () => {
    const known = new Set(manifest.migrations.map((one) => one.name));
    const newer = (await currentMigrations()).map((one) => one.name).filter((one) => !known.has(one));
    writeFileSync(join(folder, '0001-note.sql'), LATER);
    const later = { name: 'later', folder: pathToFileURL(`${folder}/`) };
    applied = await migrate(url, [...migrationSources, later], log);
    expect(applied).toEqual([...newer, 'later/0001-note.sql']);
    const { rows } = await owner.query<{ orders: number; notes: number }>(
      `select count(*)::int as orders, count(*) filter (where later_note = plate || ' ' || parking_state)::int as notes
       from parking_order`,
    );
    expect(rows[0]).toEqual({ orders: manifest.rows.parking_order, notes: manifest.rows.parking_order });
    await owner.query('alter table parking_order drop column later_note');
    formerly = new Set(
      (await owner.query<{ name: string }>('select name from known_permission')).rows.map((one) => one.name),
    );
    expect(formerly.size).toBeGreaterThan(300);
    expect(await brokenReferences(owner)).toEqual([]);
  });

  test('runs, and the figures of its tenants add up', async () => {
    await prepareSchema(url, log, clock.now(), clock.now());
    product = await openInstallation({ databaseUrl: url, dataDir: folder, clock, log });
    const address = await product.listen();
    // A machine that is busy with something else may be late once.
    await expect.poll(async () => (await fetch(`${address}/readyz`)).status).toBe(200);
    await product.consumers.drain();
    const tenants = await product.kernel.database.system<{ id: number; code: string }>(
      'select id, code from tenant where code = any($1)',
      [manifest.tenants],
    );
    expect(tenants.map((one) => one.code).sort()).toEqual([...manifest.tenants].sort());
    for (const { id, code } of tenants) {
      const results = await verifyTenant(product.kernel, id);
      expect(
        results.filter((one) => one.brokenCount > 0),
        code,
      ).toEqual([]);
      if (code === manifest.tenants[0])
        expect(results.reduce((sum, one) => sum + one.checkedCount, 0)).toBeGreaterThan(1000);
    }
  });

  test('lets the staff of the standard roles use what is new', async () => {
    const roles = await owner.query<{ code: string; permissions: string[] }>(
      'select code, permissions from role where code is not null and tenant_id = (select id from tenant where code = $1)',
      [manifest.tenants[0]],
    );
    const names = permissionsOf(product.kernel.contracts).map((one) => one.name);
    const fresh = names.filter((one) => !formerly.has(one));
    expect(roles.rows.length).toBeGreaterThan(5);
    for (const { code, permissions } of roles.rows) {
      const standard = fresh.filter((one) => isNamed(one, STANDARD_ROLES[code]!.patterns));
      expect(
        standard.filter((one) => !permissions.includes(one)),
        code,
      ).toEqual([]);
    }
  });

  test('shows what is in it', async () => {
    call = await signIn(product, 'admin');
    for (const path of LISTS) {
      const { Rows } = await call(path, { PerPage: 20 });
      expect(Rows.length, path).toBeGreaterThan(0);
    }
  });

  test('lets a car in and out', async () => {
    const tokenOf = async (direction: string) => {
      const { Rows: lanes } = await call('/api/lane/list', { Direction: direction, PerPage: 200 });
      const { Rows: cameras } = await call('/api/camera/list', { LaneId: lanes[0]!.Id });
      return (await call('/api/camera/rotateSecret', { CameraId: cameras[0]!.Id })).Token;
    };
    const see = async (direction: string) => {
      const camera = await findCamera(product.kernel.database, await tokenOf(direction));
      return recordPassing(product.kernel, camera!, {
        eventKey: `upgrade ${direction}`,
        plate: '粤B7X2Y9',
        plateColor: 1,
        confidence: 97,
        vehicleKind: 'small',
        happenedAt: clock.now(),
        isOffline: false,
        picture: null,
      });
    };
    expect(await see('entry')).toMatchObject({ decision: 'open' });
    clock.set(new Date(clock.now().getTime() + 4 * MINUTE_MS));
    expect(await see('exit')).toMatchObject({ decision: 'open' });
    const { rows } = await owner.query<{ state: string }>(
      `select parking_state as state from parking_order where plate = '粤B7X2Y9'`,
    );
    expect(rows).toEqual([{ state: 'left' }]);
  });
});
