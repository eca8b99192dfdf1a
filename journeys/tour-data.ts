import { modules } from '@boyun/server/modules';
import { setFlow } from '@boyun/test-server/flow';
import { now, nowMs } from '@boyun/test-server/time';
import type { GateCamera } from './gate-camera.ts';
import type { World } from './world.ts';

/** A page of the menu, with its names. */
export interface MenuEntry {
  readonly Url?: string;
  readonly Name: string;
  readonly NameEn?: string;
  readonly Node?: readonly MenuEntry[];
}

/** Pages that fill the screen, without the shell around them: journeys of their own visit them. */
const BARE = new Set(
  modules.flatMap(({ contract }) => contract.pages.filter((one) => one.isBare).map((one) => one.path)),
);

/** Returns the pages of the menu as sent by the server, with areas opened; those inside the shell. */
export async function menuPages(world: World): Promise<readonly MenuEntry[]> {
  const flat = (nodes: readonly MenuEntry[]): MenuEntry[] =>
    nodes.flatMap((node) => (node.Node?.length ? flat(node.Node) : [node]));
  const answer = await world.admin.call('/api/tenantUser/getMenuList');
  return flat(answer.data.Menu as MenuEntry[]).filter((one) => !BARE.has(one.Url!));
}

/** Returns the tabs of a charge rule's workbench: editor, simulator, examples, replay, versions. */
export async function workbenchTabs(world: World): Promise<readonly MenuEntry[]> {
  const { data } = await world.admin.call('/api/billRule/list', { Page: 1, PerPage: 1 });
  const rule = data.Rows[0].Id as string;
  const { data: version } = await world.admin.call('/api/billRule/getVersion', { Id: rule });
  const tariff = structuredClone(version.Tariff);
  tariff.plans[0].windows[0].steps[0].priceFen += 100;
  await world.make('/api/billRule/saveDraft', { Id: rule, Tariff: tariff, Note: '每小时涨1元' });
  const stay = { Entry: '2026-03-04 09:00', Exit: '2026-03-04 12:00', Expected: '9.00' };
  await world.make('/api/billRuleExample/create', { ChargeRuleId: rule, Name: '白天停3小时', ...stay });
  const around = (days: number) => new Date(Date.parse(version.CreatedAt) + days * 24 * 3_600_000).toISOString();
  await world.make('/api/billRule/startReplay', { Id: rule, From: around(-2), To: around(1) });
  return ['editor', 'simulator', 'examples', 'replay', 'versions'].map((tab) => ({
    Url: `/_cloud_operation/chargeRule?rule=${rule}&tab=${tab}`,
    Name: '收费规则',
    NameEn: 'Charge rules',
  }));
}

/** Returns the steps of setting up a lot. */
export async function editSteps(world: World): Promise<readonly MenuEntry[]> {
  const { data } = await world.admin.call('/api/parkLot/list', { Page: 1, PerPage: 1 });
  return ['profile', 'point', 'garages', 'gates', 'lanes', 'devices', 'tariff', 'payment', 'rules'].map((step) => ({
    Url: `/_cloud_basic/parkEdit?lotId=${data.Rows[0].Id}&step=${step}`,
    Name: '编辑车场',
    NameEn: 'Edit lot',
  }));
}

/** Creates data for every page: cars inside and gone, a waiting car, payments, lists, alarms, commands, a refused message. */
export async function furnish(world: World): Promise<readonly GateCamera[]> {
  const lot = await world.newLot('科技园停车场');
  const other = await world.newLot('会展中心地下停车场（北区）', 6);
  const cameras = [lot.entry, lot.exit, other.entry, other.exit];
  await Promise.all(cameras.map((one) => one.beat()));
  await world.make('/api/region/create', { Code: '440000', Name: '广东省', Level: 'province' });
  await world.make('/api/area/create', { Name: '南山片区', Target: '200000.00' });
  await world.make('/api/garage/create', { LotId: lot.id, Name: '地下一层', Floor: -1, Capacity: 60 });
  for (const number of ['A001', 'A002', 'A003'])
    await world.make('/api/parkSpot/create', { Number: number, LotId: lot.id, Kind: 'standard' });
  const validFrom = '2026-01-01 00:00:00';
  await world.make('/api/billBlackPlate/create', { Plate: '粤B44444', ValidFrom: validFrom, Reason: '多次逃费' });
  await world.make('/api/billWhitePlate/create', { Plate: '粤B00001', ValidFrom: validFrom, Reason: '公务车辆' });
  for (const [plate, minutes] of [
    ['粤B12345', 600],
    ['粤BD66888', 150],
    ['京A7F3Z9', 95],
    ['粤Z1234港', 40],
  ] as const)
    await lot.entry.handIn(plate, minutes);
  await lot.entry.see('粤B00001');
  await lot.entry.reportOpened();
  await lot.entry.reportPassed();
  await lot.entry.see('粤B44444');
  await lot.exit.see('粤BD66888');
  const found = await world.admin.call('/api/order/getOrderPage', { Plate: '粤BD66888', Page: 1, PerPage: 20 });
  const opened = lot.exit.untilOpenCommand();
  await world.make('/api/order/collectCash', { OrderId: found.data.Rows[0].Id, Amount: '9.00' });
  await opened;
  await lot.exit.reportOpened();
  await lot.exit.reportPassed();
  for (let plate = 41; plate < 47; plate += 1) {
    await other.entry.see(`粤A8K9${plate}`);
    await other.entry.reportOpened();
    await other.entry.reportPassed();
  }
  await other.exit.see('粤A8K955');
  await lot.exit.see('粤B12345');
  await setFlow(world.server, world.admin, { Kind: 'order.void' });
  const inside = await world.admin.call('/api/order/getOrderPage', { Plate: '粤Z1234港', Page: 1, PerPage: 20 });
  await world.make('/api/order/void', { OrderId: inside.data.Rows[0].Id, Reason: '误开订单' });
  await furnishLists(world, lot.id);
  const stranger = `${world.server.url}/api/camera/vzenith/${world.admin.tenantId}.no-such-camera/plate`;
  await fetch(stranger, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":1}' });
  await world.server.product.consumers.drain();
  return cameras;
}

/** Creates data for the pages of packs, appointments and visitors. */
async function furnishLists(world: World, LotId: string): Promise<void> {
  const { Id: PackRuleId } = await world.make('/api/packRule/create', { Name: '月卡（全天）', Price: '380.00' });
  const sale = { LotId, OwnerName: '李先生', ValidFrom: now().toISOString(), Amount: '380.00' };
  for (const Kind of ['pack.refund', 'pack.cancel'])
    await setFlow(world.server, world.admin, { Kind, IsEnabled: false });
  for (const [index, act] of ['', 'refund', 'cancel'].entries()) {
    const pack = await world.make('/api/pack/sell', { ...sale, PackRuleId, Plates: [`粤B7700${index}`] });
    const values = {
      PackId: pack.PackId,
      Note: '车辆已出售',
      ...(act === 'refund' ? { Amount: '100.00', Method: 'cash' } : {}),
    };
    if (act) await world.make(`/api/pack/${act}`, values);
  }
  const card = { CardNo: 'BY0001', ChipUid: '04A1B2C3', HolderName: '李先生', LotId, Plates: ['粤B77001'] };
  const { Id: CardId } = await world.make('/api/card/create', { ...card, ValidFrom: now().toISOString() });
  await world.make('/api/card/recharge', { CardId, Amount: '100.00', Method: 'cash' });
  const { data: inside } = await world.admin.call('/api/order/getInLotPage', { LotId, PerPage: 1 });
  const { data: page } = await world.admin.call('/api/order/getOrder', { OrderId: inside.Rows[0].Id });
  const Code = page.Order.PayPath.split('/').at(-1);
  const words = { Kind: 'device', Content: '出口道闸抬起很慢，请检修', Plate: '粤B12345', Mobile: '13800138000' };
  await world.make('/api/userFeedback/send', { Code, RequestKey: crypto.randomUUID(), ...words });
  await world.make('/api/appointmentQuota/create', { LotId, FromHour: 0, ToHour: 24, Quota: 5, HasConfirmation: true });
  // Not in the current hour, which may end before it is booked.
  const hour = Math.ceil(nowMs() / 3_600_000) * 3_600_000;
  for (const hours of [0, 1, 3]) {
    const StartsAt = new Date(hour + hours * 3_600_000).toISOString();
    await world.make('/api/appointment/book', { LotId, Plate: `粤B8800${hours}`, StartsAt, DriverName: '王女士' });
  }
  await world.make('/api/billVisitPlate/create', {
    LotIds: [LotId],
    HostName: '陈静',
    ValidFrom: now().toISOString(),
    ValidUntil: new Date(nowMs() + 86_400_000).toISOString(),
    Approval: 'host',
  });
}
