import { randomBytes } from 'node:crypto';
import type { Fleet } from '@boyun/bench/replay/fleet';
import { createAccount, createTenant } from '@boyun/people/server';
import type { Product } from '../product.ts';
import {
  DEMO_ACCOUNTS,
  DEMO_AREAS,
  DEMO_BLACK,
  DEMO_LOTS,
  DEMO_PASSWORD,
  DEMO_REGIONS,
  DEMO_TENANT,
  DEMO_WHITE,
  type DemoLot,
} from './place.ts';
import { signIn } from './sign-in.ts';
import { addExamples, fillHolidays } from './tariff.ts';

/** What the demo stands on: its tenant, and the cameras the replay speaks as. */
export interface DemoWorld {
  readonly tenantId: number;
  readonly attendantId: string;
  readonly fleet: Fleet;
  /** Its charge rules by the ready tariff they were made from. */
  readonly rules: ReadonlyMap<string, string>;
}

/** Makes the demo's tenant, accounts, places, tariffs, lists and cameras, through the same calls a person would make. */
export async function buildDemo(
  product: Product,
  since: Date,
  lots: readonly DemoLot[] = DEMO_LOTS,
): Promise<DemoWorld> {
  const { kernel } = product;
  await createTenant(kernel, {
    code: 'platform',
    name: '泊云平台',
    kind: 'platform',
    admin: { account: 'platform', password: DEMO_PASSWORD, name: '平台管理员' },
  });
  const tenantId = await createTenant(kernel, { code: DEMO_TENANT, name: '泊云示范停车', kind: 'operator' });
  const accountIds = new Map<string, string>();
  for (const { account, name, role, jobKind } of DEMO_ACCOUNTS)
    accountIds.set(
      account,
      await createAccount(kernel, tenantId, { account, name, password: DEMO_PASSWORD, roles: [role], jobKind }),
    );
  const call = await signIn(product, 'admin');

  const regions = new Map<string, string>();
  for (const { code, name, level, parent } of DEMO_REGIONS)
    regions.set(
      code,
      (
        await call('/api/region/create', {
          Code: code,
          Name: name,
          Level: level,
          ParentId: parent ? regions.get(parent) : null,
        })
      ).Id,
    );
  const areas = new Map<string, string>();
  for (const name of DEMO_AREAS)
    areas.set(name, (await call('/api/area/create', { Name: name, Target: '200000.00' })).Id);
  const rules = new Map<string, string>();
  for (const template of new Set(lots.map((one) => one.tariff)))
    rules.set(
      template,
      (await call('/api/billRule/createFromTemplate', { Name: ruleName(template), Template: template })).Id,
    );

  await addExamples(call, rules);
  await fillHolidays(call, since.getUTCFullYear());

  const fleet: Fleet = {
    lots: [],
    blackPlates: DEMO_BLACK.map((one) => one.plate),
    whitePlates: DEMO_WHITE.map((one) => one.plate),
  };
  for (const lot of lots) {
    const { Id: lotId } = await call('/api/parkLot/create', {
      Name: lot.name,
      Code: lot.code,
      RegionId: regions.get(lot.region),
      AreaId: areas.get(lot.area),
      Address: lot.address,
      Longitude: lot.longitude,
      Latitude: lot.latitude,
      Capacity: lot.capacity,
      EvSpots: Math.floor(lot.capacity / 8),
      AccessibleSpots: 2,
      ...(lot.orderLockSeconds ? { OrderLockSeconds: lot.orderLockSeconds } : {}),
    });
    await call('/api/billRuleBinding/create', { LotId: lotId, ChargeRuleId: rules.get(lot.tariff) });
    await call('/api/garage/create', { LotId: lotId, Name: '地下一层', Floor: -1, Capacity: lot.capacity });
    const lanes: Fleet['lots'][number]['lanes'] = [];
    for (const direction of ['entry', 'exit'] as const) {
      const word = direction === 'entry' ? '入口' : '出口';
      const { Id: gateId } = await call('/api/gate/create', { LotId: lotId, Name: `${word}A`, Direction: direction });
      for (let index = 1; index <= (direction === 'entry' ? lot.entries : lot.exits); index += 1) {
        const code = `${direction === 'entry' ? 'E' : 'X'}${index}`;
        const name = `${word}${index}号车道`;
        const { Id: laneId } = await call('/api/lane/create', {
          Name: name,
          Code: code,
          GateId: gateId,
          Direction: direction,
        });
        const serial = `${randomBytes(4).toString('hex')}-${randomBytes(4).toString('hex')}`;
        const { Id: cameraId } = await call('/api/camera/create', {
          Name: `${lot.name}${name}相机`,
          LaneId: laneId,
          SerialNo: serial,
          NetworkAddress: `192.168.${fleet.lots.length + 1}.${lanes.length + 11}`,
        });
        const { Token: token } = await call('/api/camera/rotateSecret', { CameraId: cameraId });
        lanes.push({ code, direction, name, serial, token });
      }
    }
    for (let number = 1; number <= Math.min(lot.capacity, 20); number += 1)
      await call('/api/parkSpot/create', {
        Number: `A${String(number).padStart(3, '0')}`,
        LotId: lotId,
        Kind: number <= Math.min(8, lot.capacity / 8) ? 'ev' : 'standard',
      });
    fleet.lots.push({
      code: lot.code,
      name: lot.name,
      capacity: lot.capacity,
      profile: lot.profile,
      lanes,
      homeRegion: '粤B',
    });
  }
  const validFrom = since.toISOString();
  for (const { plate, action, reason } of DEMO_BLACK)
    await call('/api/billBlackPlate/create', { Plate: plate, Action: action, Reason: reason, ValidFrom: validFrom });
  for (const { plate, ownerName } of DEMO_WHITE)
    await call('/api/billWhitePlate/create', { Plate: plate, OwnerName: ownerName, ValidFrom: validFrom });
  return { tenantId, attendantId: accountIds.get('attendant')!, fleet, rules };
}

function ruleName(template: string): string {
  const names: Readonly<Record<string, string>> = {
    'shenzhen-class-1-workday': '一类区域工作日计时',
    'mall-workday-holiday': '商场工作日与节假日',
    'guangzhou-day-night': '昼夜分段计时',
    'first-hour-then-hourly-cap-15': '首小时加续时，24小时封顶',
    'station-two-days': '车站两日封顶',
  };
  return names[template] ?? template;
}
