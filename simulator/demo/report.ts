import { reportSchedules } from '@boyun/reports/server';
import type { Product } from '@boyun/server/product';
import { type Call, signIn } from './sign-in.ts';

/** Pages that the finance account has marked, and how often it opened some. */
const FAVOURITES = ['operationStatement', 'cashFlow', 'payMethod'];
const OPENED = ['tradeStat', 'operationStatement', 'refundReport', 'invoiceReport'];

const COMPOSED = [
  {
    Name: '各车场收款周对比',
    Dataset: 'money',
    Measures: ['payments', 'netFen'],
    Dimensions: ['lot'],
    Period: 'last-7-days',
    Compare: 'before',
    Chart: 'bar',
  },
  {
    Name: '停车时长与收入',
    Dataset: 'stay',
    Measures: ['stays', 'paidFen', 'reducedFen'],
    Dimensions: ['stayLength'],
    Period: 'last-7-days',
    Compare: 'none',
    Chart: 'bar',
  },
  {
    Name: '分时段车流',
    Dataset: 'flow',
    Measures: ['entries', 'exits'],
    Dimensions: ['hour'],
    Period: 'last-7-days',
    Compare: 'none',
    Chart: 'line',
  },
];

/** Favourites, composed reports, and schedules with runs: one of each week, one that its owner paused. */
export async function addReports(product: Product): Promise<void> {
  const admin = await signIn(product, 'admin');
  const recipients: string[] = [];
  for (const [Name, Mail] of [
    ['财务部', 'finance@demo.example'],
    ['王总', 'boss@demo.example'],
  ])
    recipients.push((await admin('/api/reportRecipient/create', { Name, Mail })).Id);
  const call = await signIn(product, 'finance');
  for (const Page of FAVOURITES) await call('/api/reportHub/mark', { Page, IsFavourite: true });
  for (const Page of OPENED) await call('/api/reportHub/mark', { Page, IsOpened: true });
  const ids: string[] = [];
  for (const one of COMPOSED) ids.push(await compose(call, one));
  const daily = { Period: 'yesterday', Rhythm: 'day', AtTime: '07:30', Format: 'xlsx', RecipientIds: recipients };
  const weekly = {
    Period: 'last-week',
    Rhythm: 'week',
    WeekDay: 1,
    AtTime: '07:00',
    Format: 'xlsx',
    RecipientIds: recipients,
  };
  const save = async (body: object) =>
    ((await call('/api/reportSchedule/save', body)) as unknown as { ScheduleId: string }).ScheduleId;
  const sent = [
    await save({ ...daily, Name: '每日运营报表', Report: 'operation-statement', Delivery: 'attachment' }),
    await save({
      ...weekly,
      Name: COMPOSED[0]!.Name,
      Report: 'composed-rows',
      Filters: { ComposedReportId: ids[0] },
      Delivery: 'link',
    }),
  ];
  const paused = await save({ ...weekly, Name: '每周退款明细', Report: 'refund-report', Delivery: 'attachment' });
  for (const ScheduleId of sent) await call('/api/reportSchedule/run', { ScheduleId });
  await call('/api/reportSchedule/pause', { ScheduleId: paused, IsPaused: true });
  // Their files are ready once the tasks have ended.
  await product.kernel.jobs.finish();
  await reportSchedules.run(product.kernel);
}

async function compose(call: Call, body: object): Promise<string> {
  const made = await call('/api/composedReport/save', { ...body, LotIds: [], Roles: [] });
  return (made as unknown as { ComposedReportId: string }).ComposedReportId;
}
