import type { SetClock } from '@boyun/kernel/server';
import type { Product } from '@boyun/server/product';
import { renderPassing } from '../replay/picture.ts';
import { type Call, signIn, upload } from './sign-in.ts';

const HOUR_MS = 3_600_000;

/** Faults of the last days, and how far each came. */
const FAULTS = [
  {
    hoursAgo: 52,
    kind: 'barrier',
    name: '出口1号车道道闸',
    fault: '抬杆到一半停住，需要人工扶起',
    urgency: 'high',
    to: 'verified',
    result: '更换平衡弹簧并校准限位',
    parts: '平衡弹簧×1',
    cost: '180.00',
  },
  {
    hoursAgo: 30,
    kind: 'camera',
    name: '入口2号车道相机',
    fault: '夜间识别率下降，疑似镜头污损',
    urgency: 'medium',
    to: 'done',
    result: '清洁镜头，重新对焦',
    cost: '0.00',
  },
  {
    hoursAgo: 20,
    kind: 'screen',
    name: '地下一层引导屏',
    fault: '余位数字不亮',
    urgency: 'medium',
    to: 'repairing',
  },
  {
    hoursAgo: 9,
    kind: 'network',
    name: '岗亭交换机',
    fault: '偶发断网，盒子离线数分钟',
    urgency: 'high',
    to: 'dispatched',
  },
  { hoursAgo: 3, kind: 'pos', name: '2号手持机', fault: '扫码头无法对焦', urgency: 'low', to: 'reported' },
] as const;

/** Devices that were repaired, are repaired and wait for it, through the calls of those who do it; and a rule. */
export async function workOnRepairs(product: Product, clock: SetClock, to: Date): Promise<void> {
  const AssigneeId = await idOfInspector(await signIn(product, 'admin'));
  const pass = (minutes: number) => clock.set(new Date(clock.now().getTime() + minutes * 60_000));
  for (const one of FAULTS) {
    clock.set(new Date(to.getTime() - one.hoursAgo * HOUR_MS));
    const operator = await signIn(product, 'operator');
    const { Rows: lots } = await operator('/api/parkLot/list', { Page: 1, PerPage: 1 });
    const picture = renderPassing('粤B12345', 1, { label: one.name, atMs: clock.now().getTime() });
    const given = { LotId: lots[0]!.Id, DeviceKind: one.kind, DeviceName: one.name, Fault: one.fault };
    const Pictures = [await upload(operator, 'fault.jpg', picture)];
    const { RepairId } = await operator('/api/repair/report', { ...given, Urgency: one.urgency, Pictures });
    if (one.to === 'reported') continue;
    pass(12);
    await operator('/api/repair/dispatch', { RepairId, AssigneeId, Urgency: one.urgency });
    if (one.to !== 'dispatched') await repair(await signIn(product, 'inspector'), RepairId, one, pass);
    if (one.to === 'verified')
      await operator('/api/repair/verify', { RepairId, Outcome: 'verified', Note: '抬落正常' });
  }
  clock.set(to);
  const call = await signIn(product, 'operator');
  const rule = {
    Name: '离线半小时自动报修',
    AlarmKind: 'device-offline',
    LotIds: [],
    AfterMinutes: 30,
    Urgency: 'medium',
  };
  await call('/api/repairRule/create', { ...rule, AssigneeId });
}

/** The person who repairs. */
async function idOfInspector(call: Call): Promise<string> {
  const { Rows } = await call('/api/employee/list', { Account: 'inspector', Page: 1, PerPage: 1 });
  return Rows[0]!.Id;
}

/** What the person does who was sent. */
async function repair(
  call: Call,
  RepairId: string,
  one: (typeof FAULTS)[number],
  pass: (minutes: number) => void,
): Promise<void> {
  pass(25);
  await call('/api/repair/start', { RepairId });
  if (!('result' in one)) return;
  pass(48);
  const parts = 'parts' in one ? one.parts : null;
  await call('/api/repair/finish', { RepairId, Result: one.result, Parts: parts, Cost: one.cost });
}
