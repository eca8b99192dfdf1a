import {
  choice,
  flag,
  instant,
  integer,
  list,
  money,
  operation,
  optional,
  refusals,
  text,
} from '@boyun/kernel/contract';
import { PackPeriod } from '../pack-rule/pack-rule.contract.ts';

const code = text({ zh: '续费码', en: 'Renewal code' }, { max: 64 });

/** The most periods that an owner buys at once. */
export const MOST_PERIODS = 12;

/** Returns what the renewal page shows: the pack, the end of its validity, and the price of a period. */
export const getRenewal = operation('get-renewal', {
  title: { zh: '月卡续费页面', en: 'Page of a renewal' },
  path: '/api/pack/renewal/get',
  access: 'public',
  perMinute: 120,
  input: { code },
  output: {
    lotName: text({ zh: '车场', en: 'Parking lot' }),
    ruleName: text({ zh: '月卡规则', en: 'Rule' }),
    plates: list({ zh: '车牌', en: 'Plates' }, text({ zh: '车牌', en: 'Plate' })),
    validUntil: instant({ zh: '失效时间', en: 'Until' }),
    timeZone: text({ zh: '时区', en: 'Time zone' }),
    period: choice({ zh: '周期', en: 'Period' }, PackPeriod),
    days: optional(integer({ zh: '周期天数', en: 'Days of a period' })),
    priceFen: money({ zh: '单价', en: 'Price of a period' }),
    canPayOnline: flag({ zh: '可线上支付', en: 'Can be paid by phone' }),
    // Why it cannot be renewed now.
    problem: optional(text({ zh: '不能续费的原因', en: 'Why not' })),
  },
  isRead: true,
});

/** Begins the renewal of a pack by its owner, at the full price; returns the page it is paid on. Repeated, it returns the same. */
export const startRenewal = operation('start-renewal', {
  title: { zh: '车主续费月卡', en: 'Renew a pack as its owner' },
  path: '/api/pack/renewal/start',
  access: 'public',
  perMinute: 30,
  input: { code, count: integer({ zh: '购买周期数', en: 'Periods' }, { min: 1, max: MOST_PERIODS, byDefault: 1 }) },
  output: { path: text({ zh: '路径', en: 'Path' }, { max: 100 }) },
  audit: 'pack.renewal-started',
});

export const renewalRefusal = refusals('renewal', {
  'unknown-code': {
    status: 404,
    zh: '链接已失效，请使用最近一条续费提醒中的链接，或到岗亭续费',
    en: 'This link is no longer valid: use that of the latest reminder, or renew at the booth',
  },
});
