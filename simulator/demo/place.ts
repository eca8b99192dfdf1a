import type { PlayedProtocol } from '../replay/dialect.ts';

/** A lot of the demo: what it is, how it charges, and which measured car park its traffic follows. */
export interface DemoLot {
  readonly code: string;
  readonly name: string;
  readonly area: string;
  readonly region: string;
  readonly address: string;
  readonly longitude: number;
  readonly latitude: number;
  readonly capacity: number;
  readonly profile: string;
  readonly tariff: string;
  readonly entries: number;
  readonly exits: number;
  readonly openingHours?: string;
  /** How long a payment locks its order, when not the usual time. */
  readonly orderLockSeconds?: number;
}

/** The cameras at entries that are not of the usual maker. Exits show payment codes, which only that one does. */
export const DEMO_CAMERAS: Readonly<Record<string, PlayedProtocol>> = {
  'BJ01/E2': 'dahua-itsapi',
  'HY02/E1': 'huaxia-http',
  'HY02/E2': 'plate-recognizer',
  'XC03/E1': 'openalpr-webhook',
  'DJ04/E1': 'mapped-json',
};

/** Its operating areas. */
export const DEMO_AREAS = [
  { name: '福田片区', leader: 'futian', target: '260000.00' },
  { name: '南山片区', leader: 'nanshan', target: '180000.00' },
  { name: '罗湖片区', leader: 'luohu', target: '120000.00' },
] as const;

/** Its lots. */
export const DEMO_LOTS: readonly DemoLot[] = [
  {
    code: 'BJ01',
    name: '滨江商务中心',
    area: '福田片区',
    region: '440304',
    address: '滨江大道88号',
    longitude: 114.0579,
    latitude: 22.5431,
    capacity: 60,
    profile: 'lot-01',
    tariff: 'shenzhen-class-1-workday',
    entries: 2,
    exits: 2,
  },
  {
    code: 'HY02',
    name: '海雅购物广场',
    area: '南山片区',
    region: '440305',
    address: '海雅路16号',
    longitude: 113.9304,
    latitude: 22.5333,
    capacity: 40,
    profile: 'lot-03',
    tariff: 'mall-workday-holiday',
    openingHours: '07:00-23:30',
    entries: 2,
    exits: 2,
  },
  {
    code: 'XC03',
    name: '新城中心停车楼',
    area: '福田片区',
    region: '440304',
    address: '新城路5号',
    longitude: 114.0664,
    latitude: 22.5298,
    capacity: 36,
    profile: 'lot-05',
    tariff: 'guangzhou-day-night',
    entries: 1,
    exits: 1,
  },
  {
    code: 'DJ04',
    name: '大剧院地下车库',
    area: '罗湖片区',
    region: '440303',
    address: '大剧院路1号',
    longitude: 114.1075,
    latitude: 22.5432,
    capacity: 30,
    profile: 'lot-09',
    tariff: 'first-hour-then-hourly-cap-15',
    entries: 1,
    exits: 1,
  },
  {
    code: 'HZ05',
    name: '罗湖火车站停车场',
    area: '罗湖片区',
    region: '440303',
    address: '站前广场',
    longitude: 114.1176,
    latitude: 22.5321,
    capacity: 24,
    profile: 'lot-08',
    tariff: 'station-two-days',
    entries: 1,
    exits: 1,
  },
];

/** Plates on its black list, in all lots or in those named. */
export const DEMO_BLACK = [
  { plate: '粤B7Q4K1', action: 'deny', reason: '多次逃费' },
  { plate: '粤A88T02', action: 'warn', reason: '占用消防通道', lots: ['BJ01', 'HY02'] },
  { plate: '湘A3P9L6', action: 'deny', reason: '冲卡' },
] as const;

/** Who sits in the booth of a lot, in the order of its shifts; their accounts are the lot's code with a letter. */
export const DEMO_BOOTHS: Readonly<Record<string, readonly [string, string, string]>> = {
  BJ01: ['赵东明', '钱秀英', '孙志刚'],
  HY02: ['李建华', '周美玲', '吴国强'],
  XC03: ['郑小军', '王桂芳', '冯立新'],
  DJ04: ['陈雪梅', '褚卫东', '卫春燕'],
  HZ05: ['蒋大伟', '沈丽萍', '韩志远'],
};

/** Accounts of the booth of a lot, in the order of its shifts. */
export const boothAccounts = (lotCode: string) => ['a', 'b', 'c'].map((letter) => `${lotCode.toLowerCase()}${letter}`);

/** When its booths are manned: eight hours each, so that the shift at an instant is plain to tell. */
export const DEMO_SHIFTS = [
  ['早班', '08:00', '16:00'],
  ['中班', '16:00', '00:00'],
  ['夜班', '00:00', '08:00'],
] as const;
/** How long one of them is. */
export const SHIFT_MS = 8 * 3_600_000;

/** Which shift it is at an instant: Shanghai's 8 o'clock is midnight of UTC. */
export const shiftAt = (ms: number) => Math.floor(ms / SHIFT_MS) % DEMO_SHIFTS.length;

/** Where it takes money; the real channels wait for their keys. */
export const DEMO_CHANNELS = [
  { Channel: 'cash', FeePercent: 0 },
  {
    Channel: 'sandbox',
    FeePercent: 0.6,
    MerchantNo: 'SANDBOX001',
    HasAutoDebit: true,
    DebitMode: 'open-at-once',
    DebitLimit: '200.00',
    DebitMonthly: '1000.00',
  },
  { Channel: 'wechat', FeePercent: 0.6, MerchantNo: '1900009191', IsEnabled: false, Remark: '等待商户密钥' },
  { Channel: 'alipay', FeePercent: 0.6, MerchantNo: '2088102146225135', IsEnabled: false, Remark: '等待商户密钥' },
] as const;

/** Plates on its white list. */
export const DEMO_WHITE = [
  { plate: '粤B20001', ownerName: '物业工程车' },
  { plate: '粤B66A18', ownerName: '业主委员会' },
  { plate: '粤BD12345', ownerName: '巡逻车' },
] as const;

/** The accounts of the demo; all of them have the same password. */
export const DEMO_ACCOUNTS = [
  { account: 'admin', name: '陈管理', role: 'admin', jobKind: 'admin' },
  { account: 'deputy', name: '何副管', role: 'admin', jobKind: 'admin' },
  { account: 'operator', name: '林运营', role: 'operator', jobKind: 'operator' },
  { account: 'finance', name: '黄财务', role: 'finance', jobKind: 'finance' },
  { account: 'attendant', name: '周值守', role: 'attendant', jobKind: 'cloud-attendant' },
  { account: 'collector', name: '吴收费', role: 'collector', jobKind: 'collector' },
  { account: 'inspector', name: '郑巡检', role: 'inspector', jobKind: 'inspector' },
  { account: 'merchant', name: '王商户', role: 'merchant', jobKind: 'merchant' },
  { account: 'landlord', name: '罗经理', role: 'sub-merchant', jobKind: 'sub-merchant' },
  { account: 'unit', name: '李单位', role: 'unit', jobKind: 'unit' },
] as const;

/** Those of them that others make: merchants, sub-merchants and units get theirs from the operator. */
export const isGiven = (role: string) => ['merchant', 'sub-merchant', 'unit'].includes(role);

/** The password of all its accounts. */
export const DEMO_PASSWORD = 'Boyun#2026';
/** The code of its tenant. */
export const DEMO_TENANT = 'demo';
