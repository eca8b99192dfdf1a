import {
  choice,
  flag,
  group,
  instant,
  integer,
  list,
  money,
  operation,
  optional,
  plate,
  refusals,
  text,
} from '@boyun/kernel/contract';
import { CarState } from '../car/car.contract.ts';

const lotName = text({ zh: '车场', en: 'Parking lot' });
const path = optional(text({ zh: '页面', en: 'Page' }, { max: 200 }));
const title = text({ zh: '名称', en: 'Name' }, { max: 1000 });

const stay = {
  plate: plate(),
  lotName,
  spotNumber: optional(text({ zh: '车位', en: 'Spot' }, { max: 32 })),
  areaName: optional(text({ zh: '区域', en: 'Area' }, { max: 200 })),
  /** The lane of the last passing, at the time of the entry. */
  laneName: optional(text({ zh: '最后过车车道', en: 'Last seen at' })),
  enteredAt: instant({ zh: '入场时间', en: 'Entered' }),
  timeZone: text({ zh: '时区', en: 'Time zone' }, { max: 64 }),
  feeFen: money({ zh: '停车费', en: 'Fee' }),
  reducedFen: money({ zh: '优惠', en: 'Reductions' }),
  paidFen: money({ zh: '已付', en: 'Paid' }),
  dueFen: money({ zh: '应付', en: 'Due' }),
  graceUntil: optional(instant({ zh: '请于此前离场', en: 'Leave before' })),
  path,
  feeLines: list(
    { zh: '计费明细', en: 'Fee lines' },
    group(
      { zh: '计费明细', en: 'Fee line' },
      {
        from: instant({ zh: '起', en: 'From' }),
        to: instant({ zh: '止', en: 'To' }),
        amountFen: money({ zh: '金额', en: 'Amount' }, { min: -100_000_000_00 }),
        text: text({ zh: '说明', en: 'In words' }, { max: 1000 }),
      },
    ),
  ),
};

/**
 * The start of the app: the caller's cars, where the certified ones are parked with the fee so far, what they owe, and what else there is. Of a car
 * that is not certified it says nothing.
 */
export const getOwnHome = operation('get-own-home', {
  title: { zh: '我的停车', en: 'My parking' },
  path: '/api/app/home',
  access: 'driver',
  input: {},
  output: {
    cars: list(
      { zh: '车辆', en: 'Cars' },
      group(
        { zh: '车辆', en: 'Car' },
        { id: text({ zh: '编号', en: 'Id' }), plate: plate(), state: choice({ zh: '状态', en: 'State' }, CarState) },
      ),
    ),
    stays: list({ zh: '在场', en: 'Parked now' }, group({ zh: '停车', en: 'Stay' }, stay)),
    arrears: list(
      { zh: '欠费', en: 'Arrears' },
      group(
        { zh: '欠费', en: 'Arrears' },
        {
          plate: plate(),
          count: integer({ zh: '笔数', en: 'Stays' }),
          sumFen: money({ zh: '金额', en: 'Amount' }),
          path,
        },
      ),
    ),
    balanceFen: optional(money({ zh: '钱包余额', en: 'Wallet' })),
    isConsentNeeded: flag({ zh: '需同意隐私政策', en: 'Has to agree' }),
    unreadCount: integer({ zh: '未读消息', en: 'Unread messages' }),
    menu: list(
      { zh: '菜单', en: 'Menu' },
      group({ zh: '菜单', en: 'Entry' }, { kind: text({ zh: '类别', en: 'Kind' }, { max: 32 }), title }),
    ),
  },
  isRead: true,
});

/** The caller's things of one kind. */
export const getOwnMatters = operation('get-own-matters', {
  title: { zh: '我的记录', en: 'What is mine' },
  path: '/api/app/matters',
  access: 'driver',
  input: { kind: text({ zh: '类别', en: 'Kind' }, { max: 32 }) },
  output: {
    title,
    none: text({ zh: '空白说明', en: 'Said where there is none' }, { max: 200 }),
    headFen: optional(money({ zh: '余额', en: 'Balance' })),
    acts: list(
      { zh: '操作', en: 'Acts' },
      group({ zh: '操作', en: 'Act' }, { label: title, path: text({ zh: '页面', en: 'Page' }, { max: 200 }) }),
    ),
    rows: list(
      { zh: '记录', en: 'Rows' },
      group(
        { zh: '记录', en: 'Row' },
        {
          id: text({ zh: '编号', en: 'Id' }, { max: 64 }),
          title,
          note: optional(text({ zh: '说明', en: 'Note' }, { max: 1000 })),
          at: optional(instant({ zh: '时间', en: 'Time' })),
          amountFen: optional(money({ zh: '金额', en: 'Amount' }, { min: -100_000_000_00 })),
          state: optional(text({ zh: '状态', en: 'State' }, { max: 100 })),
          tone: optional(text({ zh: '色调', en: 'Tone' }, { max: 16 })),
          path,
        },
      ),
    ),
  },
  isRead: true,
});

/** Begins a top-up of the caller's wallet; the page of the payment goes on with it. */
export const topUpOwnWallet = operation('top-up-own-wallet', {
  title: { zh: '充值', en: 'Top up' },
  path: '/api/app/wallet/topUp',
  access: 'driver',
  input: { amountFen: money({ zh: '充值金额', en: 'Amount' }, { min: 1_00, max: 10_000_00 }) },
  output: { path: text({ zh: '支付页', en: 'Payment page' }, { max: 200 }) },
  audit: 'app.top-up-begun',
  perMinute: 120,
});

export const ownRefusal = refusals('own', {
  'unknown-kind': { status: 404, zh: '没有这类记录', en: 'There is nothing of this kind' },
  'no-wallet': {
    status: 404,
    zh: '还没有钱包，请到停车场服务台开通',
    en: 'There is no wallet yet. Ask the operator to open one',
  },
});
