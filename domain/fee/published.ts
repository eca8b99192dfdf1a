import { per24Hours, perStay, shanghai, type TariffTemplate, template } from './ready.ts';

const guangzhouDayNight = template(
  shanghai,
  'public',
  {
    zh: '15分钟内免费；白天每小时3元，夜间每12小时10元；每满24小时按一日50元，余下另计',
    en: 'Up to 15 min free; day 3 per hour, night 10 per 12 h; every full 24 h 50, the rest priced separately',
  },
  {
    id: 'guangzhou-day-night',
    version: 1,
    name: { zh: '广州昼夜分段', en: 'Guangzhou day and night' },
    plans: [
      {
        id: 'car',
        free: { minutes: 15, deduct: false, scope: perStay },
        windows: [
          {
            id: 'day',
            name: { zh: '白天', en: 'Day' },
            from: '08:00',
            to: '18:00',
            steps: [{ unitMinutes: 60, priceFen: 300 }],
          },
          {
            id: 'night',
            name: { zh: '夜间', en: 'Night' },
            from: '18:00',
            to: '08:00',
            steps: [{ unitMinutes: 720, priceFen: 1000 }],
          },
        ],
        clock: { counts: 'all', restart: { per: 'window' } },
        whole: { hours: 24, amountFen: 5000 },
      },
    ],
  },
);

const pastMidnight = template(
  shanghai,
  'residential',
  {
    zh: '30分钟内免费；当日24点前离场5元；过夜每24小时10元',
    en: 'Up to 30 min free; leaving by midnight 5; later 10 per 24 h',
  },
  {
    id: 'past-midnight',
    version: 1,
    name: { zh: '过零点计日', en: 'By the day past midnight' },
    plans: [
      {
        id: 'same-day',
        name: { zh: '当日', en: 'Same day' },
        when: { leftBy: { at: '00:00' } },
        free: { minutes: 30, deduct: false, scope: perStay },
        windows: [{ id: 'always', steps: [{ priceFen: 500 }] }],
      },
      {
        id: 'overnight',
        name: { zh: '过夜', en: 'Overnight' },
        free: { minutes: 30, deduct: false, scope: perStay },
        windows: [{ id: 'always', steps: [{ unitMinutes: 1440, priceFen: 1000 }] }],
      },
    ],
  },
);

const firstHourThenHourly = template(
  shanghai,
  'public',
  {
    zh: '30分钟内免费；首小时5元，之后每小时1元，24小时最高15元',
    en: 'Up to 30 min free; first hour 5, then 1 per hour, at most 15 per 24 h',
  },
  {
    id: 'first-hour-then-hourly-cap-15',
    version: 1,
    name: { zh: '首小时加续时封顶', en: 'First hour, then hourly, capped' },
    plans: [
      {
        id: 'car',
        free: { minutes: 30, deduct: false, scope: perStay },
        windows: [
          {
            id: 'always',
            steps: [
              { upToMinutes: 60, unitMinutes: 60, priceFen: 500 },
              { unitMinutes: 60, priceFen: 100 },
            ],
          },
        ],
        caps: [{ id: 'day', name: { zh: '24小时封顶', en: '24 h cap' }, amountFen: 1500, scope: per24Hours }],
      },
    ],
  },
);

const freeDayThenDaily = template(
  shanghai,
  'public',
  { zh: '24小时内免费，之后每满24小时10元', en: 'First 24 h free, then 10 per full 24 h' },
  {
    id: 'free-day-then-daily',
    version: 1,
    name: { zh: '首日免费按日计', en: 'First day free, then daily' },
    plans: [{ id: 'car', windows: [{ id: 'always', steps: [{ unitMinutes: 1440, priceFen: 1000, part: 'none' }] }] }],
  },
);

const zhumadian = template(
  shanghai,
  'public',
  {
    zh: '30分钟内免费；首小时4元，之后每小时1元，24小时最高20元，每24小时重新起算',
    en: 'Up to 30 min free; first hour 4, then 1 per hour, at most 20 per 24 h, restarting every 24 h',
  },
  {
    id: 'zhumadian-class-1',
    version: 1,
    name: { zh: '驻马店一类', en: 'Zhumadian class 1' },
    plans: [
      {
        id: 'car',
        free: { minutes: 30, deduct: false, scope: perStay },
        windows: [
          {
            id: 'always',
            steps: [
              { upToMinutes: 60, unitMinutes: 60, priceFen: 400 },
              { unitMinutes: 60, priceFen: 100 },
            ],
          },
        ],
        clock: { counts: 'all', restart: per24Hours },
        caps: [{ id: 'day', name: { zh: '24小时封顶', en: '24 h cap' }, amountFen: 2000, scope: per24Hours }],
      },
    ],
  },
);

const shenzhen = template(
  shanghai,
  'roadside',
  {
    zh: '10分钟内免费；工作日7:30–20:00首半小时3元，之后每半小时6元，满3小时后每半小时10元；其他时间免费',
    en: 'Up to 10 min free; working days 07:30–20:00 first half hour 3, then 6 per half hour, from 3 h on 10; otherwise free',
  },
  {
    id: 'shenzhen-class-1-workday',
    version: 1,
    name: { zh: '深圳一类工作日', en: 'Shenzhen class 1, working days' },
    plans: [
      {
        id: 'car',
        free: { minutes: 10, deduct: false, scope: perStay },
        windows: [
          {
            id: 'workday',
            name: { zh: '工作日', en: 'Working day' },
            from: '07:30',
            to: '20:00',
            days: ['workday'],
            steps: [
              { upToMinutes: 30, unitMinutes: 30, priceFen: 300 },
              { upToMinutes: 180, unitMinutes: 30, priceFen: 600 },
              { unitMinutes: 30, priceFen: 1000 },
            ],
          },
        ],
        clock: { counts: 'charged', restart: { per: 'window' } },
      },
    ],
  },
);

const singapore = template(
  'Asia/Singapore',
  'residential',
  {
    zh: '每30分钟0.60，按分钟计；夜间22:30–7:00最高5.00',
    en: '0.60 per 30 min by the minute; night 22:30–07:00 at most 5.00',
  },
  {
    id: 'singapore-hdb',
    version: 1,
    name: { zh: '新加坡组屋', en: 'Singapore HDB' },
    currency: 'SGD',
    plans: [
      {
        id: 'car',
        windows: [
          {
            id: 'night',
            name: { zh: '夜间', en: 'Night' },
            from: '22:30',
            to: '07:00',
            steps: [{ unitMinutes: 30, priceFen: 60, part: 'share' }],
          },
          { id: 'day', name: { zh: '白天', en: 'Day' }, steps: [{ unitMinutes: 30, priceFen: 60, part: 'share' }] },
        ],
        caps: [
          {
            id: 'night',
            name: { zh: '夜间封顶', en: 'Night cap' },
            amountFen: 500,
            scope: { per: 'window' },
            windows: ['night'],
          },
        ],
      },
    ],
  },
);

const hongKong = template(
  'Asia/Hong_Kong',
  'roadside',
  { zh: '每15分钟2元', en: '2 per 15 min' },
  {
    id: 'hong-kong-meter',
    version: 1,
    name: { zh: '香港路边咪表', en: 'Hong Kong meter' },
    currency: 'HKD',
    plans: [{ id: 'car', windows: [{ id: 'always', steps: [{ unitMinutes: 15, priceFen: 200 }] }] }],
  },
);

const guangzhouOutdoor = template(
  shanghai,
  'public',
  { zh: '每小时3元，24小时最高15元', en: '3 per hour, at most 15 per 24 h' },
  {
    id: 'guangzhou-2005-outdoor',
    version: 1,
    name: { zh: '露天按时封顶', en: 'Outdoor hourly, capped' },
    plans: [
      {
        id: 'car',
        windows: [{ id: 'always', steps: [{ unitMinutes: 60, priceFen: 300 }] }],
        caps: [{ id: 'day', name: { zh: '24小时封顶', en: '24 h cap' }, amountFen: 1500, scope: per24Hours }],
      },
    ],
  },
);

/** Tariffs from published price notices, with their worked stays. */
export const publishedTemplates: readonly TariffTemplate[] = [
  guangzhouDayNight,
  pastMidnight,
  firstHourThenHourly,
  freeDayThenDaily,
  zhumadian,
  shenzhen,
  singapore,
  hongKong,
  guangzhouOutdoor,
];
