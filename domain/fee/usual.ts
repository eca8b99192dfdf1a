import { per24Hours, perDay, perStay, shanghai, type TariffTemplate, template } from './ready.ts';

const freeThenHalfHours = template(
  shanghai,
  'mall',
  {
    zh: '前2小时免费，之后每30分钟3元，24小时最高40元；缴费后15分钟内离场',
    en: 'First 2 h free, then 3 per 30 min, at most 40 per 24 h; 15 min to leave after payment',
  },
  {
    id: 'free-then-half-hours',
    version: 1,
    name: { zh: '商场：前两小时免费', en: 'Mall: two hours free' },
    plans: [
      {
        id: 'car',
        free: { minutes: 120, deduct: true, scope: per24Hours },
        windows: [{ id: 'always', steps: [{ unitMinutes: 30, priceFen: 300 }] }],
        clock: { counts: 'all', restart: per24Hours },
        caps: [{ id: 'day', name: { zh: '24小时封顶', en: '24 h cap' }, amountFen: 4000, scope: per24Hours }],
      },
    ],
    grace: { minutes: 15, beyond: 'difference' },
  },
);

const roadsideDayNight = template(
  shanghai,
  'roadside',
  {
    zh: '15分钟内免费；白天7:00–19:00首小时每15分钟1.5元，之后每15分钟2元；夜间每2小时1元',
    en: 'Up to 15 min free; day 07:00–19:00 1.5 per 15 min in the first hour, then 2 per 15 min; night 1 per 2 h',
  },
  {
    id: 'roadside-day-night',
    version: 1,
    name: { zh: '路边：昼夜分段', en: 'Roadside: day and night' },
    plans: [
      {
        id: 'car',
        free: { minutes: 15, deduct: false, scope: perStay },
        windows: [
          {
            id: 'day',
            name: { zh: '白天', en: 'Day' },
            from: '07:00',
            to: '19:00',
            steps: [
              { upToMinutes: 60, unitMinutes: 15, priceFen: 150 },
              { unitMinutes: 15, priceFen: 200 },
            ],
          },
          {
            id: 'night',
            name: { zh: '夜间', en: 'Night' },
            from: '19:00',
            to: '07:00',
            steps: [{ unitMinutes: 120, priceFen: 100 }],
          },
        ],
        clock: { counts: 'all', restart: { per: 'window' } },
      },
    ],
  },
);

const residentialNight = template(
  shanghai,
  'residential',
  {
    zh: '30分钟内免费；白天7:00–19:00每小时2元，每个白天最高10元；夜间每次5元',
    en: 'Up to 30 min free; day 07:00–19:00 2 per hour, at most 10 per day; each night 5',
  },
  {
    id: 'residential-night',
    version: 1,
    name: { zh: '小区：夜间一口价', en: 'Residential: flat night' },
    plans: [
      {
        id: 'car',
        free: { minutes: 30, deduct: false, scope: perStay },
        windows: [
          {
            id: 'day',
            name: { zh: '白天', en: 'Day' },
            from: '07:00',
            to: '19:00',
            steps: [{ unitMinutes: 60, priceFen: 200 }],
          },
          {
            id: 'night',
            name: { zh: '夜间', en: 'Night' },
            from: '19:00',
            to: '07:00',
            steps: [{ priceFen: 500 }],
          },
        ],
        clock: { counts: 'all', restart: { per: 'window' } },
        caps: [
          {
            id: 'day',
            name: { zh: '白天封顶', en: 'Day cap' },
            amountFen: 1000,
            scope: { per: 'window' },
            windows: ['day'],
          },
        ],
      },
    ],
  },
);

const officeWorkday = template(
  shanghai,
  'office',
  {
    zh: '15分钟内免费；工作日每30分钟4元，每日最高60元；周末及节假日每日10元',
    en: 'Up to 15 min free; working days 4 per 30 min, at most 60 per day; weekends and holidays 10 per day',
  },
  {
    id: 'office-workday',
    version: 1,
    name: { zh: '写字楼：周末一口价', en: 'Office: flat weekends' },
    plans: [
      {
        id: 'car',
        free: { minutes: 15, deduct: false, scope: perStay },
        windows: [
          {
            id: 'work',
            name: { zh: '工作日', en: 'Working days' },
            days: ['workday'],
            steps: [{ unitMinutes: 30, priceFen: 400 }],
          },
          {
            id: 'rest',
            name: { zh: '周末及节假日', en: 'Weekends and holidays' },
            days: ['weekend', 'holiday'],
            steps: [{ priceFen: 1000 }],
          },
        ],
        clock: { counts: 'all', restart: perDay },
        caps: [
          { id: 'work', name: { zh: '每日封顶', en: 'Daily cap' }, amountFen: 6000, scope: perDay, windows: ['work'] },
        ],
      },
    ],
  },
);

const hospital = template(
  shanghai,
  'hospital',
  {
    zh: '30分钟内免费；2小时内5元，之后每小时2元，24小时最高25元',
    en: 'Up to 30 min free; 5 up to 2 h, then 2 per hour, at most 25 per 24 h',
  },
  {
    id: 'hospital-visit',
    version: 1,
    name: { zh: '医院：就诊低价', en: 'Hospital: cheap visits' },
    plans: [
      {
        id: 'car',
        free: { minutes: 30, deduct: false, scope: perStay },
        windows: [
          {
            id: 'always',
            steps: [
              { upToMinutes: 120, priceFen: 500 },
              { unitMinutes: 60, priceFen: 200 },
            ],
          },
        ],
        clock: { counts: 'all', restart: per24Hours },
        caps: [{ id: 'day', name: { zh: '24小时封顶', en: '24 h cap' }, amountFen: 2500, scope: per24Hours }],
      },
    ],
  },
);

/** What most operators begin with, one for each kind of place. */
export const usualTemplates: readonly TariffTemplate[] = [
  freeThenHalfHours,
  officeWorkday,
  residentialNight,
  roadsideDayNight,
  hospital,
];
