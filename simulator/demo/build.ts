import { createAccount } from '@boyun/access/server';
import type { Product } from '@boyun/server/product';
import { createTenant } from '@boyun/tenancy/server';
import type { Fleet } from '../replay/fleet.ts';
import { renderFloorPlan } from '../replay/floor-plan.ts';
import { addActivities, addCoupons } from './activity.ts';
import type { DemoBooth } from './booth.ts';
import type { DemoBox } from './box.ts';
import { addCamera } from './camera.ts';
import { addLists, unitCarsByLot, unlistedByLot, unlistedPlates } from './list.ts';
import { addMerchants } from './merchant.ts';
import { buildOrganization } from './organization.ts';
import {
  boothAccounts,
  DEMO_ACCOUNTS,
  DEMO_AREAS,
  DEMO_BLACK,
  DEMO_BOOTHS,
  DEMO_CHANNELS,
  DEMO_LOTS,
  DEMO_PASSWORD,
  DEMO_SHIFTS,
  DEMO_TENANT,
  DEMO_WHITE,
  type DemoLot,
  isGiven,
} from './place.ts';
import { type Call, signIn, upload } from './sign-in.ts';
import { bookPast } from './story.ts';
import { addExamples, fillHolidays } from './tariff.ts';
import { addUnitsAndVips } from './unit.ts';

/** The basis of the demo: its tenant, and the cameras the replay simulates. */
export interface DemoWorld {
  readonly tenantId: number;
  readonly attendantId: string;
  readonly booths: readonly DemoBooth[];
  readonly boxes: readonly DemoBox[];
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
  const { tenantId, accountIds } = await makeTenants(product);
  const call = await signIn(product, 'admin');
  const setting = await call('/api/tenantSetting/get', {});
  await call('/api/tenantSetting/save', { ...setting, BrandName: '泊云示范停车', ArrearsLimit: '200.00' });
  const { regions, areas } = await addPlaces(call);
  const rules = await addRules(call, lots);
  await addExamples(call, rules);
  await fillHolidays(call, since.getUTCFullYear());
  const demo: Demo = {
    product,
    tenantId,
    call,
    regions,
    areas,
    rules,
    booths: [],
    boxes: [],
    boothStaff: [],
    lotIds: new Map(),
    fleet: { lots: [], blackPlates: platesOf(DEMO_BLACK), whitePlates: platesOf(DEMO_WHITE) },
  };
  for (const lot of lots) await addLot(demo, lot, lots[0] === lot);
  const { booths, boxes, boothStaff, fleet, lotIds } = demo;
  for (const channel of DEMO_CHANNELS) await call('/api/payConfig/create', channel);
  await buildOrganization(call, { areas, accounts: accountIds, boothStaff });
  await addLists(call, fleet, lotIds, since);
  await addActivities(call, [...lotIds.values()], since);
  await addCoupons(call, unlistedPlates(fleet));
  await addMerchants(demo, [...lotIds.values()], unlistedPlates(fleet), since);
  const places = fleet.lots.map(({ code }) => lotIds.get(code)!);
  await addUnitsAndVips(demo, { lotIds: places, plates: unitCarsByLot(fleet), since }, unlistedByLot(fleet));
  await bookPast(call, fleet, lotIds, since);
  const validFrom = since.toISOString();
  for (const { plate, action, reason, ...where } of DEMO_BLACK) {
    const LotIds = 'lots' in where ? where.lots.flatMap((code) => lotIds.get(code) ?? []) : [];
    await call('/api/billBlackPlate/create', {
      Plate: plate,
      Action: action,
      Reason: reason,
      ValidFrom: validFrom,
      LotIds,
    });
  }
  for (const { plate, ownerName } of DEMO_WHITE)
    await call('/api/billWhitePlate/create', { Plate: plate, OwnerName: ownerName, ValidFrom: validFrom });
  return { tenantId, attendantId: accountIds.get('attendant')!, booths, boxes, fleet, rules };
}

const platesOf = (all: readonly { readonly plate: string }[]) => all.map((one) => one.plate);

/** The demo as far as it is built. */
interface Demo {
  readonly product: Product;
  readonly tenantId: number;
  readonly call: Call;
  readonly regions: ReadonlyMap<string, string>;
  readonly areas: ReadonlyMap<string, string>;
  readonly rules: ReadonlyMap<string, string>;
  readonly booths: DemoBooth[];
  readonly boxes: DemoBox[];
  readonly boothStaff: { readonly id: string; readonly area: string }[];
  readonly lotIds: Map<string, string>;
  readonly fleet: Fleet;
}

/** Makes the platform and the operator with its accounts. */
async function makeTenants({ kernel }: Product) {
  const admin = { account: 'platform', password: DEMO_PASSWORD, name: '平台管理员' };
  await createTenant(kernel, { code: 'platform', name: '泊云平台', kind: 'platform', isTrial: true, admin });
  const own = { code: DEMO_TENANT, name: '泊云示范停车', kind: 'operator', isTrial: true } as const;
  const tenantId = await createTenant(kernel, own);
  const accountIds = new Map<string, string>();
  for (const { account, name, role, jobKind } of DEMO_ACCOUNTS.filter((one) => !isGiven(one.role)))
    accountIds.set(
      account,
      await createAccount(kernel, tenantId, { account, name, password: DEMO_PASSWORD, roles: [role], jobKind }),
    );
  return { tenantId, accountIds };
}

/** Adds regions, by code, and areas, by name. */
async function addPlaces(call: Call) {
  await call('/api/region/fill', {});
  const tree = (await call('/api/region/getTree', {})).Regions;
  const regions = new Map(tree.map((one) => [one.Code, one.Id]));
  const areas = new Map<string, string>();
  for (const { name, target } of DEMO_AREAS)
    areas.set(name, (await call('/api/area/create', { Name: name, Target: target })).Id);
  return { regions, areas };
}

/** Adds a charge rule for each ready tariff that lots use. */
async function addRules(call: Call, lots: readonly DemoLot[]): Promise<ReadonlyMap<string, string>> {
  const rules = new Map<string, string>();
  for (const template of new Set(lots.map((one) => one.tariff)))
    rules.set(
      template,
      (await call('/api/billRule/createFromTemplate', { Name: ruleName(template), Template: template })).Id,
    );
  return rules;
}

/** Adds a lot with its tariff, floor, lanes, devices, booth and spots. */
async function addLot(demo: Demo, lot: DemoLot, isFirst: boolean): Promise<void> {
  const { call, rules, fleet, lotIds } = demo;
  const lotId = await createLot(demo, lot, isFirst);
  lotIds.set(lot.code, lotId);
  await call('/api/billRuleBinding/create', { LotId: lotId, ChargeRuleId: rules.get(lot.tariff) });
  const garageId = await addFloor(call, lot, lotId);
  const { laneIds, lanes } = await addLanes(demo, lot, lotId);
  const boxId = await addBox(demo, lot, lotId, laneIds);
  await addBooth(demo, lot, { lotId, laneIds, boxId });
  await addSpots(call, lotId, garageId, lot.capacity);
  await call('/api/parkLot/open', { LotId: lotId });
  const { code, name, capacity, profile } = lot;
  fleet.lots.push({ code, name, capacity, profile, lanes, homeRegion: '粤B' });
}

async function createLot({ call, regions, areas }: Demo, lot: DemoLot, isFirst: boolean): Promise<string> {
  const { Id } = await call('/api/parkLot/create', {
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
    FixedSpots: Math.floor(lot.capacity / 10),
    RentableSpots: Math.floor(lot.capacity / 5),
    RentedSpots: Math.floor(lot.capacity / 8),
    OperatorName: '泊云示范停车管理有限公司',
    LicenseNo: `深停备${lot.code}号`,
    OpeningHours: lot.openingHours ?? '00:00-24:00',
    // Long enough that few cars of the demo are reported as overstaying.
    OverstayHours: 240,
    ContactName: '周值守',
    ContactPhone: '0755-82000000',
    // The first lot collects earlier debts with the fee.
    HasDebtCollection: isFirst,
    ...(lot.orderLockSeconds ? { OrderLockSeconds: lot.orderLockSeconds } : {}),
  });
  return Id;
}

/** Adds the only floor of a lot with its plan; returns its id. */
async function addFloor(call: Call, lot: DemoLot, lotId: string): Promise<string> {
  const plan = renderFloorPlan(
    `${lot.name} 地下一层`,
    runsOf(lot.capacity).map((run) => ({ ...run, paint: RUN_PAINTS[run.kind]! })),
  );
  const { Id } = await call('/api/garage/create', {
    LotId: lotId,
    Name: '地下一层',
    Floor: -1,
    Capacity: lot.capacity,
    MapPicture: await upload(call, `${lot.code}.jpg`, plan),
  });
  return Id;
}

type FleetLanes = Fleet['lots'][number]['lanes'];

/** Adds an entry and an exit gate with their lanes, each with a camera. */
async function addLanes({ call, fleet }: Demo, lot: DemoLot, lotId: string) {
  const laneIds: string[] = [];
  const lanes: FleetLanes = [];
  for (const direction of ['entry', 'exit'] as const) {
    const word = direction === 'entry' ? '入口' : '出口';
    const { Id: gateId } = await call('/api/gate/create', {
      LotId: lotId,
      Name: `${word}A`,
      Direction: direction,
      Position: direction === 'entry' ? `${lot.address}东侧` : `${lot.address}西侧`,
    });
    for (let index = 1; index <= (direction === 'entry' ? lot.entries : lot.exits); index += 1) {
      const code = `${direction === 'entry' ? 'E' : 'X'}${index}`;
      const name = `${word}${index}号车道`;
      const { Id: laneId } = await call('/api/lane/create', {
        Name: name,
        Code: code,
        GateId: gateId,
        Direction: direction,
        // Drivers of the replay wait for nothing: one who is let in a minute later has gone.
        WhenFull: 'refuse',
      });
      laneIds.push(laneId);
      const camera = await addCamera(call, {
        place: `${lot.code}/${code}`,
        index: fleet.lots.length,
        Name: `${lot.name}${name}相机`,
        LaneId: laneId,
        NetworkAddress: `192.168.${fleet.lots.length + 1}.${lanes.length + 11}`,
      });
      lanes.push({ code, direction, name, ...camera });
    }
  }
  return { laneIds, lanes };
}

/** Adds the box of a lot; returns its id. */
async function addBox({ call, boxes }: Demo, lot: DemoLot, lotId: string, laneIds: string[]): Promise<string> {
  const serialNo = `BX-${lot.code}`;
  const { Id: boxId } = await call('/api/boxManage/create', {
    Name: `${lot.name}主控盒`,
    LotId: lotId,
    SerialNo: serialNo,
    LaneIds: laneIds,
  });
  const { DeviceSecret: secret } = await call('/api/boxManage/rotateSecret', { BoxId: boxId });
  boxes.push({ serialNo, secret });
  await call('/api/boxManage/pushConfiguration', { BoxId: boxId });
  return boxId;
}

/** Adds the booth of a lot with its shifts and the people who work in it. */
async function addBooth(
  { product, tenantId, call, booths, boothStaff }: Demo,
  lot: DemoLot,
  { lotId, laneIds, boxId }: { lotId: string; laneIds: readonly string[]; boxId: string },
): Promise<void> {
  const { Id: sentryId } = await call('/api/parkinLotSentry/create', {
    Name: `${lot.name}岗亭`,
    LotId: lotId,
    LaneIds: laneIds,
    BoxId: boxId,
    Phone: '0755-82000001',
  });
  for (const [name, starts, ends] of DEMO_SHIFTS)
    await call('/api/shiftPlan/create', {
      Name: name,
      SentryId: sentryId,
      Days: [0, 1, 2, 3, 4, 5, 6],
      StartsAt: starts,
      EndsAt: ends,
    });
  const people: { id: string; name: string }[] = [];
  for (const [index, name] of (DEMO_BOOTHS[lot.code] ?? []).entries()) {
    const id = await createAccount(product.kernel, tenantId, {
      account: boothAccounts(lot.code)[index]!,
      name,
      password: DEMO_PASSWORD,
      roles: ['booth'],
      jobKind: 'booth-attendant',
      lotIds: [lotId],
    });
    people.push({ id, name });
    boothStaff.push({ id, area: lot.area });
  }
  if (people.length === 0) return;
  booths.push({ lotCode: lot.code, lotId, sentryId, people });
  // With the PIN the first of them can sign in at the box while the line is down.
  const own = await signIn(product, boothAccounts(lot.code)[0]!);
  await own('/api/boxPin/set', { Pin: '270481' });
}

/** The spots of a floor: a tenth of them fixed, an eighth for charging, two accessible. */
function runsOf(capacity: number): readonly { letter: string; kind: string; count: number }[] {
  const runs = [
    { letter: 'A', kind: 'ev', count: Math.floor(capacity / 8) },
    { letter: 'B', kind: 'accessible', count: 2 },
    { letter: 'C', kind: 'fixed', count: Math.floor(capacity / 10) },
  ];
  return [...runs, { letter: 'D', kind: 'standard', count: capacity - runs.reduce((sum, one) => sum + one.count, 0) }];
}

/** How the floor plan paints each kind of spot. */
const RUN_PAINTS: Readonly<Record<string, string>> = {
  ev: '#d7f0dc',
  accessible: '#d6e6fb',
  fixed: '#fbe6c8',
  standard: '#ffffff',
};

/** Spots of a floor in runs, as a person adds them. */
async function addSpots(call: Call, lotId: string, garageId: string, capacity: number): Promise<void> {
  for (const { letter, kind, count } of runsOf(capacity))
    await call('/api/parkSpot/createBatch', {
      LotId: lotId,
      GarageId: garageId,
      ZoneName: `${letter}区`,
      Kind: kind,
      FirstNumber: `${letter}001`,
      LastNumber: `${letter}${String(count).padStart(3, '0')}`,
    });
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
