import { per24Hours, perDay, perStay, shanghai, type TariffTemplate, template } from './ready.ts';

const perEntry = template(
  shanghai,
  'public',
  { zh: '15分钟内免费，每次10元，不限时', en: 'Up to 15 min free, 10 per entry for any time' },
  {
    id: 'per-entry',
    version: 1,
    name: { zh: '按次收费', en: 'Per entry' },
    plans: [
      {
        id: 'car',
        free: { minutes: 15, deduct: false, scope: perStay },
        windows: [{ id: 'always', steps: [{ priceFen: 1000 }] }],
      },
    ],
  },
);

const dayNightUnfinishedFree = template(
  shanghai,
  'public',
  {
    zh: '白天7:00–21:00每30分钟2元，夜间每2小时1元，不足一个单位不计；每自然日最高30元',
    en: 'Day 07:00–21:00 2 per 30 min, night 1 per 2 h, unfinished units free; at most 30 per day',
  },
  {
    id: 'day-night-unfinished-free',
    version: 1,
    name: { zh: '昼夜分段（不足不计）', en: 'Day and night, unfinished units free' },
    plans: [
      {
        id: 'car',
        windows: [
          {
            id: 'day',
            name: { zh: '白天', en: 'Day' },
            from: '07:00',
            to: '21:00',
            steps: [{ unitMinutes: 30, priceFen: 200, part: 'none' }],
          },
          {
            id: 'night',
            name: { zh: '夜间', en: 'Night' },
            from: '21:00',
            to: '07:00',
            steps: [{ unitMinutes: 120, priceFen: 100, part: 'none' }],
          },
        ],
        caps: [{ id: 'day', amountFen: 3000, scope: perDay }],
      },
    ],
  },
);

const airport = template(
  shanghai,
  'station',
  {
    zh: '15分钟内免费；1小时内10元，2小时内20元，4小时内30元，之后每小时5元，24小时最高80元',
    en: 'Up to 15 min free; 10 up to 1 h, 20 up to 2 h, 30 up to 4 h, then 5 per hour, at most 80 per 24 h',
  },
  {
    id: 'airport-ladder',
    version: 1,
    name: { zh: '机场阶梯', en: 'Airport ladder' },
    plans: [
      {
        id: 'car',
        free: { minutes: 15, deduct: false, scope: perStay },
        windows: [
          {
            id: 'always',
            steps: [
              { upToMinutes: 60, priceFen: 1000 },
              { upToMinutes: 120, priceFen: 1000 },
              { upToMinutes: 240, priceFen: 1000 },
              { unitMinutes: 60, priceFen: 500 },
            ],
          },
        ],
        clock: { counts: 'all', restart: per24Hours },
        caps: [{ id: 'day', name: { zh: '24小时封顶', en: '24 h cap' }, amountFen: 8000, scope: per24Hours }],
      },
    ],
  },
);

const eveningFlat = template(
  shanghai,
  'office',
  { zh: '8:00–19:00每小时6元；19:00至次日8:00每次10元', en: '08:00–19:00 6 per hour; from 19:00 to 08:00 10 once' },
  {
    id: 'evening-flat',
    version: 1,
    name: { zh: '晚间一口价', en: 'Evening flat rate' },
    plans: [
      {
        id: 'car',
        windows: [
          {
            id: 'day',
            name: { zh: '白天', en: 'Day' },
            from: '08:00',
            to: '19:00',
            steps: [{ unitMinutes: 60, priceFen: 600 }],
          },
          {
            id: 'evening',
            name: { zh: '晚间', en: 'Evening' },
            from: '19:00',
            to: '08:00',
            steps: [{ priceFen: 1000 }],
          },
        ],
        clock: { counts: 'all', restart: { per: 'window' } },
      },
    ],
  },
);

const mall = template(
  shanghai,
  'mall',
  {
    zh: '前1小时免费（扣除），之后每小时8元；工作日每日最高40元，周末及节假日最高60元；缴费后15分钟内离场',
    en: 'First hour free, then 8 per hour; at most 40 on working days, 60 on weekends and holidays; 15 min to leave after payment',
  },
  {
    id: 'mall-workday-holiday',
    version: 1,
    name: { zh: '商场平假日', en: 'Mall, working days and holidays' },
    plans: [
      {
        id: 'car',
        free: { minutes: 60, deduct: true, scope: perStay },
        windows: [
          {
            id: 'rest',
            name: { zh: '周末及节假日', en: 'Weekends and holidays' },
            days: ['weekend', 'holiday'],
            steps: [{ unitMinutes: 60, priceFen: 800 }],
          },
          {
            id: 'work',
            name: { zh: '工作日', en: 'Working days' },
            days: ['workday'],
            steps: [{ unitMinutes: 60, priceFen: 800 }],
          },
        ],
        caps: [
          { id: 'work', amountFen: 4000, scope: perDay, windows: ['work'] },
          { id: 'rest', amountFen: 6000, scope: perDay, windows: ['rest'] },
        ],
      },
    ],
    grace: { minutes: 15, beyond: 'difference' },
  },
);

const newEnergy = template(
  shanghai,
  'mall',
  {
    zh: '每小时4元，每日最高24元，同日多次停车合并封顶；新能源车每日首次前1小时免费，其余半价',
    en: '4 per hour, at most 24 per day for all stays of a plate; new energy: first hour of the day free, the rest at half price',
  },
  {
    id: 'new-energy-half',
    version: 1,
    name: { zh: '新能源优惠', en: 'New energy discount' },
    linking: { by: 'day' },
    plans: [
      {
        id: 'new-energy',
        name: { zh: '新能源', en: 'New energy' },
        when: { plateColors: [5, 6] },
        free: { minutes: 60, deduct: true, scope: perDay, sharing: 'once' },
        windows: [{ id: 'always', steps: [{ unitMinutes: 60, priceFen: 200 }] }],
        caps: [{ id: 'day', amountFen: 1200, scope: perDay, isShared: true }],
      },
      {
        id: 'car',
        windows: [{ id: 'always', steps: [{ unitMinutes: 60, priceFen: 400 }] }],
        caps: [{ id: 'day', amountFen: 2400, scope: perDay, isShared: true }],
      },
    ],
  },
);

const station = template(
  shanghai,
  'station',
  {
    zh: '每小时5元，48小时最高100元；大型车每小时10元，48小时最高200元',
    en: '5 per hour, at most 100 per 48 h; large vehicles 10 per hour, at most 200 per 48 h',
  },
  {
    id: 'station-two-days',
    version: 1,
    name: { zh: '车站两日封顶', en: 'Station, two-day cap' },
    plans: [
      {
        id: 'bus',
        name: { zh: '大型车', en: 'Large vehicles' },
        when: { vehicleKinds: ['large'] },
        windows: [{ id: 'always', steps: [{ unitMinutes: 60, priceFen: 1000 }] }],
        caps: [{ id: 'two-days', amountFen: 20000, scope: { per: 'hours', hours: 48 } }],
      },
      {
        id: 'car',
        windows: [{ id: 'always', steps: [{ unitMinutes: 60, priceFen: 500 }] }],
        caps: [{ id: 'two-days', amountFen: 10000, scope: { per: 'hours', hours: 48 } }],
      },
    ],
  },
);

const overnight = template(
  shanghai,
  'residential',
  {
    zh: '每小时3元，单次白天最高18元；停过2:00每次另收20元',
    en: '3 per hour, at most 18 per day; 20 more each time 02:00 passes',
  },
  {
    id: 'overnight-fee',
    version: 1,
    name: { zh: '过夜费', en: 'Overnight fee' },
    plans: [
      {
        id: 'car',
        free: { minutes: 15, deduct: false, scope: perStay },
        windows: [
          {
            id: 'day',
            name: { zh: '白天', en: 'Day' },
            from: '06:00',
            to: '22:00',
            steps: [{ unitMinutes: 60, priceFen: 300 }],
          },
        ],
        caps: [{ id: 'day', amountFen: 1800, scope: { per: 'window' }, windows: ['day'] }],
        marks: [{ id: 'night', name: { zh: '过夜', en: 'Overnight' }, at: '02:00', amountFen: 2000 }],
      },
    ],
  },
);

/** Tariffs of common shapes, with round prices. */
export const typicalTemplates: readonly TariffTemplate[] = [
  perEntry,
  dayNightUnfinishedFree,
  airport,
  eveningFlat,
  mall,
  newEnergy,
  station,
  overnight,
];
