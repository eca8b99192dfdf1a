import { deviceWho, findCamera } from '@boyun/devices/server';
import { dutyServer } from '@boyun/duty/server';
import { callFromLane } from '@boyun/passings/server';
import type { Product } from '@boyun/server/product';
import { renderPassing } from '../replay/picture.ts';
import type { DemoWorld } from './build.ts';
import { addDetectors, detectorNo, STREET_SPOTS, spotNumber } from './detector.ts';
import { addNewcomers, type Newcomer } from './newcomer.ts';
import { walkRoute } from './route.ts';
import { type Call, signIn, upload } from './sign-in.ts';

const HOUR_MS = 3_600_000;

interface Named {
  readonly Id: string;
  readonly Name: string;
  readonly Plate: string;
  readonly LotId: string;
}

const rowsOf = async (call: Call, path: string, body: object = {}): Promise<readonly Named[]> =>
  (await call(path, { PerPage: 200, ...body })).Rows as unknown as readonly Named[];

const ITEMS = '道闸起落正常\n消防通道畅通\n照明完好\n监控画面清晰\n地面无积水';

/** What goes on at the lots now: rounds of inspectors, a lot being counted, calls from lanes, barriers moved by hand, a lot being set up. */
export async function workOnSite(product: Product, world: DemoWorld): Promise<Newcomer[]> {
  const admin = await signIn(product, 'admin');
  const lots = await rowsOf(admin, '/api/parkLot/list');
  await inspect(product, admin, lots);
  await walkRoute(product, admin, lots);
  await takeStock(product, lots);
  await callForHelp(product, world);
  await parkAtRoadside(product, admin, world);
  const newcomers = await prepareLot(admin);
  // Signs with the fixed codes of lots and lanes.
  for (const { Id: LotId } of lots.slice(0, 3))
    for (const Kind of ['lot', 'lane']) await admin('/api/placeCode/show', { LotId, Kind });
  return newcomers;
}

async function inspect(product: Product, admin: Call, lots: readonly Named[]): Promise<void> {
  const people = await rowsOf(admin, '/api/employee/list', { JobKind: 'inspector' });
  const InspectorId = people.find((one) => one.Name === '郑巡检')?.Id ?? null;
  for (const [index, [Name, EveryDays]] of (
    [
      ['每日巡检', 1],
      ['每周设备检查', 7],
    ] as const
  ).entries())
    await admin('/api/parkLotInspect/plan/create', {
      Name,
      LotId: lots[index]!.Id,
      EveryDays,
      DueHours: 12,
      Items: ITEMS,
      ...(index === 0 ? { InspectorId } : {}),
    });
  for (const sweep of dutyServer.sweeps ?? []) await sweep.run(product.kernel);
  const inspector = await signIn(product, 'inspector');
  const now = product.kernel.clock.now().getTime();
  for (const [index, lot] of lots.entries()) {
    const made = (await admin('/api/parkLotInspect/create', {
      LotId: lot.Id,
      Name: '节前安全检查',
      InspectorId,
      DueAt: new Date(now + (index === 1 ? -5 : 20) * HOUR_MS).toISOString(),
      Items: ITEMS,
    })) as unknown as { InspectionId: string };
    if (index < 2) continue;
    const Pictures = index === 3 ? await takePictures(inspector, now) : [];
    const Findings = ITEMS.split('\n').map((Item, place) =>
      index === 3 && place === 2
        ? { Item, IsFine: false, Note: '负一层西侧三盏灯不亮，已报修', Pictures }
        : { Item, IsFine: true, Note: null, Pictures: [] },
    );
    const Rating = index === 3 ? 3 : 5;
    await inspector('/api/parkLotInspect/submit', { InspectionId: made.InspectionId, Rating, Note: null, Findings });
  }
}

/** What an inspector photographs of a dark corner: from three places, at night. */
async function takePictures(inspector: Call, now: number): Promise<string[]> {
  const keys: string[] = [];
  const night = now - (now % (24 * HOUR_MS)) - 6 * HOUR_MS;
  for (const [index, label] of ['负一层西侧 A区', '负一层西侧 B区', '负一层西侧 通道'].entries())
    keys.push(await upload(inspector, `${label}.jpg`, renderPassing('', 1, { label, atMs: night + index * 60_000 })));
  return keys;
}

/** One lot was counted, another is being counted; each time some cars are not where the system has them. */
async function takeStock(product: Product, lots: readonly Named[]): Promise<void> {
  const operator = await signIn(product, 'operator');
  for (const [index, lot] of lots.slice(0, 2).entries()) {
    const inside = await rowsOf(operator, '/api/order/getInLotPage', { LotId: lot.Id });
    if (inside.length < 4) continue;
    const { StockTakeId } = (await operator('/api/stockTake/start', { LotId: lot.Id })) as unknown as {
      StockTakeId: string;
    };
    const Plates = [...inside.slice(2).map((one) => one.Plate), `粤B5${index}K88`];
    await operator('/api/stockTake/count', { StockTakeId, Plates });
    if (index > 0) continue;
    const { Missing } = (await operator('/api/stockTake/get', { StockTakeId })) as unknown as {
      Missing: readonly { OrderId: string }[];
    };
    await operator('/api/stockTake/finish', {
      StockTakeId,
      GoneOrderIds: Missing.slice(0, 1).map((one) => one.OrderId),
      AddedPlates: [],
      IsFree: true,
      Reason: '夜间盘点，车辆不在场',
    });
  }
}

async function callForHelp(product: Product, { fleet }: DemoWorld): Promise<void> {
  const attendant = await signIn(product, 'attendant');
  const exits = fleet.lots.flatMap((lot) => lot.lanes.filter((lane) => lane.direction === 'exit'));
  for (const [index, Note] of ['车主询问缴费方式，已指引扫码', '车牌未识别，已远程放行'].entries()) {
    const camera = await findCamera(product.kernel.database, exits[index]!.token);
    if (!camera) continue;
    await product.kernel.database.inTenant(deviceWho(camera), (tx) => callFromLane(tx, camera));
    const [ringing] = await rowsOf(attendant, '/api/laneMonitor/getCalls', { LaneId: camera.laneId, IsOpen: true });
    await attendant('/api/laneMonitor/answerCall', { CallId: ringing!.Id });
    await attendant('/api/laneMonitor/endCall', { CallId: ringing!.Id, Note });
    if (index === 1) await attendant('/api/lane/open', { LaneId: camera.laneId, Reason: '车牌未识别，现场核实后开闸' });
  }
}

/** A lot that is being set up: it has a floor, a gate with a lane and its spots, devices that nobody has taken on, and no tariff yet. */
async function prepareLot(admin: Call): Promise<Newcomer[]> {
  const made = (path: string, body: object) => admin(path, body).then((one) => one.Id);
  const LotId = await made('/api/parkLot/create', {
    Name: '后海枢纽P2停车场',
    Code: 'QH07',
    Capacity: 48,
    Address: '后海大道2号',
    Longitude: 113.9372,
    Latitude: 22.5176,
  });
  const GarageId = await made('/api/garage/create', { LotId, Name: '地面层', Floor: 1, Capacity: 48 });
  const GateId = await made('/api/gate/create', { LotId, Name: '东入口', Direction: 'entry' });
  const laneId = await made('/api/lane/create', { Name: '东入口1号车道', Code: 'E1', GateId, Direction: 'entry' });
  await admin('/api/parkSpot/createBatch', {
    LotId,
    GarageId,
    ZoneName: 'A区',
    Kind: 'standard',
    FirstNumber: 'A001',
    LastNumber: 'A048',
  });
  return addNewcomers(admin, laneId);
}

/** A street with detectors: some cars are paid for, some have driven off owing, some stand there now, one without its plate. */
async function parkAtRoadside(product: Product, admin: Call, world: DemoWorld): Promise<void> {
  const made = (path: string, body: object) => admin(path, body).then((one) => one.Id);
  const LotId = await made('/api/parkLot/create', {
    Name: '滨江西街路侧',
    Code: 'LC06',
    Kind: 'roadside',
    Capacity: 17,
    OverstayHours: 2,
    Address: '滨江西街',
    Longitude: 114.0561,
    Latitude: 22.5418,
  });
  const ChargeRuleId = await made('/api/billRule/createFromTemplate', {
    Name: '路侧计时收费',
    Template: 'guangzhou-2005-outdoor',
  });
  await admin('/api/billRuleBinding/create', { LotId, ChargeRuleId });
  const spots: string[] = [];
  for (let index = 1; index <= STREET_SPOTS; index += 1)
    spots.push(
      await made('/api/parkSpot/create', {
        Number: spotNumber(index),
        LotId,
        ZoneName: '西街',
        DetectorNo: detectorNo(index),
      }),
    );
  await admin('/api/parkLot/open', { LotId });
  const collector = await signIn(product, 'collector');
  const detectors = await addDetectors(product, admin, world, LotId);
  const plates = ['粤B6R218', '粤BD31907', '粤B9Q730', '湘A82K61', '粤S5T902', '粤B2M648'];
  for (const [index, Plate] of plates.entries()) {
    await detectors.say(index + 1, 'arrive', 200 - index * 30);
    const { OrderId } = (await collector('/api/roadside/open', { SpotId: spots[index], Plate })) as unknown as {
      OrderId: string;
    };
    if (index === 0) {
      const { Spots } = (await collector('/api/roadside/get', { LotId })) as unknown as {
        Spots: readonly { OrderId: string; Due: string }[];
      };
      const Amount = Spots.find((one) => one.OrderId === OrderId)!.Due;
      await collector('/api/order/collectCash', { OrderId, Amount });
      await collector('/api/roadside/close', { OrderId });
      await detectors.say(1, 'leave', 0);
    }
    if (index === 1) await detectors.say(index + 1, 'leave', 15);
  }
  await detectors.say(9, 'arrive', 35);
  await detectors.settle();
  await handOutPos(product, admin, collector, LotId, spots[11]!);
}

/** Terminals in every state; with one the collector works, and one of its acts waits for a person. */
async function handOutPos(
  product: Product,
  admin: Call,
  collector: Call,
  LotId: string,
  SpotId: string,
): Promise<void> {
  const made = [];
  for (const [index, Model] of ['安卓手机', '安卓手机', '手持终端 P2', '手持终端 P2', '手持终端 P2'].entries()) {
    const DeviceNo = `POS-0${index + 1}`;
    const { Id: DeviceId } = await admin('/api/posDevice/add', { DeviceNo, LotId, Model });
    made.push({ DeviceId });
  }
  const [first, , broken, lost] = made;
  const { Terminal } = (await admin('/api/posDevice/pair', first!)) as unknown as { Terminal: string };
  await admin('/api/posDevice/damage', { ...broken!, Note: '屏幕破裂，已报修' });
  await admin('/api/posDevice/lose', { ...lost!, Note: '巡段途中遗失' });
  await collector('/api/pos/signIn', { Terminal, LotId, Place: '西街东段' });
  const now = product.kernel.clock.now().getTime();
  const submit = (ClientId: string, Kind: string, minutesAgo: number, more: object) =>
    collector('/api/pos/submit', {
      Terminal,
      ClientId,
      Kind,
      At: new Date(now - minutesAgo * 60_000).toISOString(),
      SentAt: new Date(now).toISOString(),
      IsLive: false,
      ...more,
    });
  await submit('demo-enter-1', 'enter', 52, { SpotId, Plate: '粤B7P406' });
  await submit('demo-enter-2', 'enter', 40, { SpotId, Plate: '粤BA5128' });
  await submit('demo-leave-1', 'leave', 6, { EntryClientId: 'demo-enter-1', Cash: '3.00' });
  await submit('demo-leave-2', 'leave', 4, { EntryClientId: 'demo-enter-2', Cash: '3.00' });
  await collector('/api/pos/get', { Terminal, QueueLength: 0, BatteryPercent: 18 });
}
