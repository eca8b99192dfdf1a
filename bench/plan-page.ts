import type { World } from './world.ts';

/** The rows that calls of pages refer to. */
interface Places {
  readonly world: World;
  readonly channelDayId: string;
}

/** The instant some days ago. */
export const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString();
/** The day some days ago. */
export const dayAgo = (days: number) => daysAgo(days).slice(0, 10);

/** A week that ended two weeks ago. */
export const aWeek = () => ({ From: daysAgo(20), To: daysAgo(13) });

const composed = (Dataset: string, Measures: readonly string[]) => ({
  ...{ Dataset, Measures, Dimensions: ['day', 'lot'], LotIds: [], Period: 'last-month', Compare: 'none' },
  ...{ From: dayAgo(20), To: dayAgo(13) },
});

/** Calls of pages that may read no large table as a whole. */
export const PAGES: readonly [name: string, path: string, body: (places: Places) => object][] = [
  ['the newest orders', '/api/order/getOrderPage', () => ({})],
  ['the orders of a lot', '/api/order/getOrderPage', ({ world }) => ({ LotId: world.lots[0]!.id })],
  ['the orders of a plate', '/api/order/getOrderPage', () => ({ Plate: '粤DA00010' })],
  ['the orders of a part of a plate', '/api/order/getOrderPage', () => ({ Plate: 'A0001' })],
  [
    'orders of a lot in a week',
    '/api/order/getOrderPage',
    ({ world }) => ({ LotId: world.lots[0]!.id, From: daysAgo(20), To: daysAgo(13) }),
  ],
  ['orders of a day', '/api/order/getOrderPage', () => ({ From: daysAgo(20), To: daysAgo(19) })],
  ['stays of a day', '/api/order/getOrderPage', () => ({ PresentFrom: daysAgo(20), PresentTo: daysAgo(19) })],
  ['stays of today', '/api/order/getOrderPage', () => ({ PresentFrom: daysAgo(0.5), PresentTo: daysAgo(-0.5) })],
  ['orders in arrears', '/api/order/getOrderPage', () => ({ PayState: 'arrears' })],
  ['orders of black plates', '/api/order/getOrderPage', () => ({ Standing: 'black' })],
  [
    'void orders of a lot',
    '/api/order/getOrderPage',
    ({ world }) => ({ ParkingState: 'void', LotId: world.lots[0]!.id }),
  ],
  ['the newest passings', '/api/businessManage/findPassRecord', () => ({})],
  ['the oldest passings', '/api/businessManage/findPassRecord', () => ({ Sort: 'happenedAt' })],
  ['the passings of a lot', '/api/businessManage/findPassRecord', ({ world }) => ({ LotId: world.lots[0]!.id })],
  [
    'the passings of a lane',
    '/api/businessManage/findPassRecord',
    ({ world }) => ({ LaneId: world.lots[0]!.entries[0]!.laneId }),
  ],
  ['the passings of a plate', '/api/businessManage/findPassRecord', () => ({ Plate: '粤DA00010' })],
  ['the passings of a part of a plate', '/api/businessManage/findPassRecord', () => ({ Plate: 'A0001' })],
  ['passings of a day', '/api/businessManage/findPassRecord', () => ({ From: daysAgo(20), To: daysAgo(19) })],
  ['refused passings', '/api/businessManage/findPassRecord', () => ({ Decision: 'refuse' })],
  [
    'waiting cars of a lot',
    '/api/businessManage/findPassRecord',
    ({ world }) => ({ Decision: 'hold', LotId: world.lots[0]!.id }),
  ],
  ['passings that came late', '/api/businessManage/findPassRecord', () => ({ IsLate: true })],
  ['the newest payments', '/api/payment/getPaymentPage', () => ({})],
  ['the payments of a lot', '/api/payment/getPaymentPage', ({ world }) => ({ LotId: world.lots[0]!.id })],
  ['the payments of a plate', '/api/payment/getPaymentPage', () => ({ Plate: '粤DA00010' })],
  ['the payments of a part of a plate', '/api/payment/getPaymentPage', () => ({ Plate: 'A0001' })],
  ['payments of a day', '/api/payment/getPaymentPage', () => ({ From: daysAgo(20), To: daysAgo(19) })],
  ['failed payments', '/api/payment/getPaymentPage', () => ({ State: 'failed' })],
  ['cash of a lot', '/api/payment/getPaymentPage', ({ world }) => ({ Channel: 'cash', LotId: world.lots[0]!.id })],
  ['the lane board', '/api/laneMonitor/getBoard', () => ({})],
  ['the duty desk', '/api/dutyDesk/getDesk', () => ({})],
  ['the duty desk of a lot', '/api/dutyDesk/getDesk', ({ world }) => ({ LotId: world.lots[0]!.id })],
  ['orders that left on a day', '/api/order/getOrderPage', () => ({ LeftFrom: daysAgo(20), LeftTo: daysAgo(19) })],
  ['the console', '/api/dashboard/getConsole', () => ({ Span: 'hour' })],
  ['the console by month', '/api/dashboard/getConsole', () => ({ Span: 'month' })],
  ['refunds that failed', '/api/payment/getPaymentPage', () => ({ IsToRedo: true })],
  ['the newest messages of cameras', '/api/camera/getMessages', () => ({})],
  [
    'the messages of a camera',
    '/api/camera/getMessages',
    ({ world }) => ({ CameraId: world.lots[0]!.entries[0]!.cameraId }),
  ],
  ['messages of cameras of a day', '/api/camera/getMessages', () => ({ From: daysAgo(20), To: daysAgo(19) })],
  ['the newest commands', '/api/deviceCommand/list', () => ({})],
  ['the newest sends', '/api/push/send/list', () => ({})],
  ['failed sends', '/api/push/send/list', () => ({ State: 'failed' })],
  ['the sends to a number', '/api/push/send/list', () => ({ Recipient: '13800000007' })],
  ['sends of a day', '/api/push/send/list', () => ({ From: daysAgo(20), To: daysAgo(19) })],
  ['the newest entries of the ledger', '/api/ledger/getPage', () => ({})],
  ['entries of an account', '/api/ledger/getPage', () => ({ Account: 'clearing', From: dayAgo(20), To: dayAgo(13) })],
  [
    'entries of a lot',
    '/api/ledger/getPage',
    ({ world }) => ({ LotId: world.lots[0]!.id, From: dayAgo(20), To: dayAgo(13) }),
  ],
  ['movements of money of a day', '/api/cashFlow/getPage', () => ({ From: dayAgo(20), To: dayAgo(19) })],
  ['refunds of a day', '/api/refund/getPage', () => ({ From: daysAgo(20), To: daysAgo(19) })],
  ['the newest settlements', '/api/settlement/list', () => ({})],
  [
    'the days of a lot',
    '/api/seeReconciliation/days',
    ({ world }) => ({ LotId: world.lots[0]!.id, From: dayAgo(40), To: dayAgo(10) }),
  ],
  ['the days of channels', '/api/reconciliation/getDayPage', () => ({})],
  ['days that do not balance', '/api/reconciliation/getDayPage', () => ({ IsUnbalanced: true })],
  [
    'the differences of a day',
    '/api/reconciliation/getDifferencePage',
    ({ channelDayId }) => ({ ChannelDayId: channelDayId }),
  ],
  [
    'entries of bank statements of a week',
    '/api/reconciliation/getBankPage',
    () => ({ From: dayAgo(20), To: dayAgo(13) }),
  ],
  ['the newest plates of patrols', '/api/patrolCar/sighting/list', () => ({})],
  ['the plates of patrols in a lot', '/api/patrolCar/sighting/list', ({ world }) => ({ LotId: world.lots[0]!.id })],
  ['a plate that patrols have read', '/api/patrolCar/sighting/list', () => ({ Plate: '粤D00010' })],
  ['plates of patrols of a day', '/api/patrolCar/sighting/list', () => ({ From: daysAgo(20), To: daysAgo(19) })],
  ['the newest findings of patrols', '/api/patrolCar/finding/list', () => ({})],
  ['open findings of patrols', '/api/patrolCar/finding/list', () => ({ State: 'open' })],
  ['where the patrol cars are', '/api/patrolCar/getPositions', ({ world }) => ({ LotId: world.lots[0]!.id })],
  ['billing figures of a week', '/api/statement/billing/list', () => ({ By: 'length', ...aWeek() })],
  ['payment methods of a week', '/api/statement/payMethod/list', aWeek],
  ['what collectors took in a week', '/api/statement/posCollector/list', aWeek],
  ['what passed free in a week', '/api/statement/freePassing/list', aWeek],
  ['the flow of lanes in a week', '/api/statement/carFlow/list', () => ({ By: 'lane', ...aWeek() })],
  [
    'the turnover of spots',
    '/api/statement/spotTurnover/list',
    () => ({ By: 'spot', From: dayAgo(20), To: dayAgo(13) }),
  ],
  ['the trade of a week by day', '/api/statement/trade/list', () => ({ By: 'day', From: dayAgo(20), To: dayAgo(13) })],
  ['stays by length and hour', '/api/statistics/getStayHours', () => ({ From: dayAgo(20), To: dayAgo(13) })],
  ['the forecast', '/api/statistics/getOutlook', () => ({})],
  ['a composed report of stays', '/api/composedReport/run', () => composed('stay', ['stays', 'feeFen'])],
  ['a composed report of money', '/api/composedReport/run', () => composed('money', ['receivedFen'])],
  ['the statistics of a month', '/api/statistics/get', () => ({ From: dayAgo(40), To: dayAgo(10) })],
];

/** Calls of the pages of logs. */
export const LOG_PAGES: readonly [name: string, path: string, body: () => object][] = [
  ['the newest entries of the audit log', '/api/auditLog/list', () => ({})],
  ['what somebody did', '/api/auditLog/list', () => ({ Account: 'Person7' })],
  ['a frequent act', '/api/auditLog/list', () => ({ Action: 'lot.' })],
  ['a rare act', '/api/auditLog/list', () => ({ Action: 'role.deleted' })],
  ['an act by its name', '/api/auditLog/list', () => ({ Action: '角色' })],
  ['an act that never was', '/api/auditLog/list', () => ({ Action: 'nothing' })],
  ['what was done to one thing', '/api/auditLog/list', () => ({ Subject: '0004F' })],
  ['what was done to things of a kind', '/api/auditLog/list', () => ({ Subject: 'role' })],
  ['what was done to nothing there is', '/api/auditLog/list', () => ({ Subject: '粤C99999' })],
  ['entries of a day', '/api/auditLog/list', () => ({ From: daysAgo(20), To: daysAgo(19) })],
  [
    'what somebody did to one thing in a week',
    '/api/auditLog/list',
    () => ({ Account: 'person7', Subject: '粤B', From: daysAgo(20), To: daysAgo(13) }),
  ],
  ['the newest sign-ins', '/api/loginLog/list', () => ({})],
  ['the sign-ins of somebody', '/api/loginLog/list', () => ({ Account: 'Person7' })],
  ['locked sign-ins', '/api/loginLog/list', () => ({ Outcome: 'locked' })],
  ['sign-ins of a day', '/api/loginLog/list', () => ({ From: daysAgo(20), To: daysAgo(19) })],
];
