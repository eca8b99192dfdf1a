import { addMonths, monthKey } from '@boyun/domain/period';
import type { Product } from '@boyun/server/product';
import { type Call, signIn, signInFirst } from './sign-in.ts';

const DAY_MS = 86_400_000;
const ZONE = 'Asia/Shanghai';
/** Months that units were billed for before the demo begins. */
const MONTHS = 3;

/** A unit of the demo: its departments, its share of the cars of units in each lot, and how many cars share a spot. */
interface DemoUnit {
  readonly row: object;
  readonly departments: readonly string[];
  readonly fee: string;
  readonly share: number;
  readonly carsPerSpot: number;
}

const UNITS: readonly DemoUnit[] = [
  {
    row: { Name: '云图科技', Contact: '李单位', Mobile: '13800138021', OverQuota: 'pay', HasPaidVisits: true },
    departments: ['研发中心', '市场部', '行政部'],
    fee: '280.00',
    share: 0.5,
    carsPerSpot: 2,
  },
  {
    row: { Name: '海岸律师事务所', Contact: '方律师', Mobile: '13800138022', OverQuota: 'wait' },
    departments: ['合伙人', '律师团队'],
    fee: '360.00',
    share: 0.25,
    carsPerSpot: 1,
  },
  {
    row: { Name: '前湾物业服务', Contact: '许主管', Mobile: '13800138023', OverQuota: 'refuse' },
    departments: ['工程部'],
    fee: '200.00',
    share: 0.25,
    carsPerSpot: 2,
  },
];
const DRIVERS = ['何洋', '孙悦', '马超', '林静', '郭峰', '罗敏', '梁宇', '宋佳'];
const VISITS = [
  { VisitorName: '陈先生', HostName: '孙悦' },
  { VisitorName: '黄女士', HostName: '何洋', Minutes: 120 },
  { VisitorName: '唐先生', HostName: '郭峰' },
];

/** Cars that the unit asked for, which the operator has not decided yet. */
const REQUESTS = [
  { Plates: ['粤B7K21M', '粤BD90218'], Remark: '新入职同事' },
  { Plates: ['粤B3H66Q'], Remark: '市场部租用车辆' },
];

interface Places {
  readonly lotIds: readonly string[];
  /** Cars of units, by lot, in the order of the lots. */
  readonly plates: readonly (readonly string[])[];
  readonly since: Date;
}

/** Units with their cars, and VIP groups: of the other regular cars every second is a VIP, and the last of some lots visit a unit. */
export async function addUnitsAndVips(
  demo: { readonly product: Product; readonly call: Call },
  places: Places,
  others: readonly (readonly string[])[],
): Promise<void> {
  const vips = others.flatMap((own) => own.filter((_, index) => index % 2 === 0));
  const visitors = others.flatMap((own) => own.filter((_, index) => index % 2 === 1).slice(-1));
  await addUnits(demo, places, visitors);
  await addVips(demo.product, demo.call, vips, places.since);
}

/** Groups of the demo with units, their spots, cars and visitors, and an account that works for one of them. */
async function addUnits(
  { product, call }: { readonly product: Product; readonly call: Call },
  { lotIds, plates, since }: Places,
  visitors: readonly string[],
): Promise<void> {
  const { Id: ParentId } = await call('/api/unitGroup/create', { Name: '云图集团', Contact: '李总' });
  const { Id: GroupId } = await call('/api/unitGroup/create', { Name: '云图集团（深圳）', ParentId });
  const ValidFrom = new Date(addMonths(since.getTime(), -MONTHS, ZONE)).toISOString();
  const next = plates.map(() => 0);
  for (const [index, { row, departments, fee, share, carsPerSpot }] of UNITS.entries()) {
    const unit = { ...row, LotIds: lotIds, ValidFrom, GroupId: index === 0 ? GroupId : null };
    const { Id: UnitId } = await call('/api/unit/create', unit);
    const departmentIds: string[] = [];
    for (const Name of departments) departmentIds.push((await call('/api/unitDepartment/create', { UnitId, Name })).Id);
    for (const [place, LotId] of lotIds.entries()) {
      const own = plates[place] ?? [];
      const cars = own.slice(next[place]!, next[place]! + Math.ceil(own.length * share));
      next[place]! += cars.length;
      const Spots = Math.max(1, Math.ceil(cars.length / carsPerSpot));
      await call('/api/unitQuota/create', { UnitId, LotId, Spots, SpotFee: fee });
      for (const [turn, Plate] of cars.entries())
        await call('/api/companyvehicle/create', {
          UnitId,
          Plate,
          DepartmentId: departmentIds[(turn + place) % departmentIds.length],
          DriverName: DRIVERS[(turn + place + index) % DRIVERS.length],
          ValidFrom,
        });
    }
    if (index === 0) await addDesk(product, call, UnitId, visitors, since);
  }
}

/** The demo's account of a unit, which invites visitors at the cost of its unit. */
async function addDesk(
  product: Product,
  call: Call,
  UnitId: string,
  visitors: readonly string[],
  since: Date,
): Promise<void> {
  const given = { UnitId, Account: 'unit', Name: '李单位', IsManager: true };
  const { InitialPassword } = await call('/api/unitAccount/add', given);
  const desk = await signInFirst(product, given.Account, InitialPassword);
  const ValidUntil = new Date(since.getTime() + 60 * DAY_MS).toISOString();
  for (const [index, visit] of VISITS.entries()) {
    const Plate = visitors[index];
    if (Plate) await desk('/api/unitDesk/invite', { ...visit, Plate, ValidFrom: since.toISOString(), ValidUntil });
  }
  for (const { Plates, Remark } of REQUESTS) await desk('/api/unitDesk/addVehicles', { Plates, Remark });
}

const POLICIES = [
  { Name: '业主贵宾', Effect: 'free', Remark: '业主委员会成员' },
  { Name: '金卡会员', Effect: 'percent', Percent: 30 },
  { Name: '商户员工', Effect: 'minutes', Minutes: 180 },
] as const;
const OWNERS = ['钱先生', '冯女士', '董先生', '袁女士', '邓先生', '许女士'];

/** VIP groups of the demo, each with cars that come often. The deputy agrees to what the administrator enters. */
async function addVips(product: Product, call: Call, plates: readonly string[], since: Date): Promise<void> {
  const deputy = await signIn(product, 'deputy');
  const groupIds: string[] = [];
  for (const policy of POLICIES) groupIds.push((await call('/api/vipGroup/create', policy)).Id);
  await approveAll(deputy, 'vip-group');
  for (const [index, VipGroupId] of groupIds.entries())
    for (const [turn, Plate] of plates.filter((_, place) => place % POLICIES.length === index).entries())
      await call('/api/vipVehicle/create', {
        VipGroupId,
        Plate,
        OwnerName: OWNERS[(turn + index) % OWNERS.length],
        ValidFrom: since.toISOString(),
        ValidUntil: new Date(since.getTime() + 300 * DAY_MS).toISOString(),
      });
  await approveAll(deputy, 'vip-vehicle');
}

/** Approves what waits of a kind, a page at a time. */
async function approveAll(decider: Call, Kind: string): Promise<void> {
  for (;;) {
    const { Rows } = await decider('/api/review/getReviewList', { Kind, State: 'pending', PerPage: 50 });
    const ReviewIds = (Rows as unknown as readonly { Id: string }[]).map((one) => one.Id);
    if (ReviewIds.length === 0) return;
    const done = (await decider('/api/review/approve', { ReviewIds, Note: '已核对' })) as unknown as {
      DoneCount: number;
    };
    if (done.DoneCount === 0) throw new Error(`nobody could approve what waits of ${Kind}`);
  }
}

/** The months that are over are billed; units have paid all but the last, one has paid that too. */
export async function workOnUnits(product: Product, to: Date): Promise<void> {
  const finance = await signIn(product, 'finance');
  const months = Array.from({ length: MONTHS }, (_, index) =>
    monthKey(addMonths(to.getTime(), index - MONTHS, ZONE), ZONE),
  );
  for (const Month of months) await finance('/api/unitBill/make', { Month });
  const { Rows } = await finance('/api/unitBill/list', { State: 'open', PerPage: 100 });
  const bills = Rows as unknown as { Id: string; UnitId: string; Month: string }[];
  const units = [...new Set(bills.map((one) => one.UnitId))];
  for (const [turn, UnitId] of units.entries())
    for (const [index, Month] of months.entries()) {
      const Ids = bills.filter((one) => one.UnitId === UnitId && one.Month === Month).map((one) => one.Id);
      const isPaid = index < months.length - 1 || turn === 0;
      if (isPaid && Ids.length > 0) await finance('/api/unitBill/collect', { Ids, Channel: 'transfer' });
      if (!isPaid && Ids[0])
        await finance('/api/unitBill/credit', { Id: Ids[0], Amount: '60.00', Reason: '车库检修两天，减免部分租金' });
    }
  await refundOne(finance, units[0]!, months[0]!);
}

/** A part of the first bill went back, because some spots could not be used. */
async function refundOne(finance: Call, UnitId: string, Month: string): Promise<void> {
  const { Rows } = await finance('/api/unitBill/list', { UnitId, Month, PerPage: 1 });
  const [bill] = Rows as unknown as readonly { Id: string; Paid: string }[];
  if (!bill || Number(bill.Paid) < 100) return;
  const Reason = '三个车位停用十天，退还租金';
  const given = { Id: bill.Id, Refundable: bill.Paid, Amount: '90.00', Way: 'transfer', Reason };
  await finance('/api/unitBill/refund', given);
}
