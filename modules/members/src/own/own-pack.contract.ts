import {
  choice,
  day,
  flag,
  group,
  instant,
  integer,
  list,
  money,
  operation,
  optional,
  plate,
  reference,
  refusals,
  text,
} from '@boyun/kernel/contract';
import { PackPeriod, PackState } from '@boyun/passes/contract';

const path = text({ zh: '页面', en: 'Page' }, { max: 200 });
const plates = list({ zh: '车牌', en: 'Plates' }, plate(), { min: 1, max: 100 });
const packId = reference({ zh: '月卡', en: 'Pack' }, 'pack');
const lotName = text({ zh: '车场', en: 'Parking lot' });
const clock = (zh: string, en: string) => optional(text({ zh, en }, { max: 5 }));

/** The packs that the caller can buy, with the certified cars to buy them for. */
export const getPackOffers = operation('get-pack-offers', {
  title: { zh: '在售月卡', en: 'Packs on sale' },
  path: '/api/app/pack/offers',
  access: 'driver',
  input: {},
  output: {
    today: day({ zh: '今天', en: 'Today' }),
    cars: list({ zh: '已认证车辆', en: 'Certified cars' }, plate()),
    offers: list(
      { zh: '月卡', en: 'Packs' },
      group(
        { zh: '月卡', en: 'Pack' },
        {
          id: text({ zh: '编号', en: 'Id' }),
          name: text({ zh: '名称', en: 'Name' }),
          lots: list(
            { zh: '车场', en: 'Lots' },
            group({ zh: '车场', en: 'Lot' }, { id: text({ zh: '编号', en: 'Id' }), name: lotName }),
          ),
          period: choice({ zh: '周期', en: 'Period' }, PackPeriod),
          days: optional(integer({ zh: '天数', en: 'Days' })),
          priceFen: money({ zh: '价格', en: 'Price' }),
          dailyFrom: clock('每日开始', 'Daily from'),
          dailyTo: clock('每日结束', 'Daily until'),
          platesPerPack: integer({ zh: '可登记车牌', en: 'Plates' }),
          hasReview: flag({ zh: '需审核', en: 'Reviewed' }),
        },
      ),
    ),
  },
  isRead: true,
});

/** Begins the purchase of a pack for certified cars; the page of the payment goes on with it. Repeated, it returns the same page. */
export const buyOwnPack = operation('buy-own-pack', {
  title: { zh: '车主购买月卡', en: 'Buy a pack as a driver' },
  path: '/api/app/pack/buy',
  access: 'driver',
  input: {
    packRuleId: reference({ zh: '月卡规则', en: 'Rule' }, 'pack-rule'),
    lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot'),
    plates,
    day: day({ zh: '开始日期', en: 'First day' }),
    count: integer({ zh: '购买周期数', en: 'Periods' }, { min: 1, max: 12, byDefault: 1 }),
  },
  output: { path },
  audit: 'pack.bought-by-driver',
  perMinute: 30,
});

/** A pack of the caller: what can be done with it now. */
export const getOwnPack = operation('get-own-pack', {
  title: { zh: '我的月卡', en: 'My pack' },
  path: '/api/app/pack/get',
  access: 'driver',
  input: { packId },
  output: {
    packNo: text({ zh: '卡号', en: 'Pack number' }),
    ruleName: text({ zh: '月卡', en: 'Pack' }),
    lotName,
    timeZone: text({ zh: '时区', en: 'Time zone' }),
    state: choice({ zh: '状态', en: 'State' }, PackState),
    stateName: text({ zh: '状态', en: 'State' }),
    plates: list({ zh: '车牌', en: 'Plates' }, plate()),
    validFrom: instant({ zh: '生效时间', en: 'From' }),
    validUntil: instant({ zh: '失效时间', en: 'Until' }),
    /** Where an open purchase is paid, and where the pack is renewed. */
    payPath: optional(path),
    renewPath: optional(path),
    canChange: flag({ zh: '可变更车牌', en: 'Plates can be changed' }),
    isAsked: flag({ zh: '变更审核中', en: 'A change is under review' }),
    platesPerPack: integer({ zh: '可登记车牌', en: 'Plates' }),
    cars: list({ zh: '已认证车辆', en: 'Certified cars' }, plate()),
  },
  isRead: true,
});

/** Replaces the plates of the caller's pack by those of certified cars, after approval where the operator requires it. */
export const changeOwnPackPlates = operation('change-own-pack-plates', {
  title: { zh: '车主变更月卡车牌', en: 'Change the plates of a pack as a driver' },
  path: '/api/app/pack/changePlates',
  access: 'driver',
  input: { packId, plates },
  output: { isPending: flag({ zh: '等待审核', en: 'Under review' }) },
  audit: 'pack.plates-changed-by-driver',
  perMinute: 30,
});

export const ownPackRefusal = refusals('own-pack', {
  'not-certified': {
    status: 409,
    zh: '{plate} 还没有认证，请先在“我的车辆”中认证',
    en: '{plate} is not certified: do so under "My cars"',
  },
  'no-phone': {
    status: 409,
    zh: '该车场没有开通线上支付，请到服务台办理',
    en: 'This lot takes no payments by phone: ask its staff',
  },
});
