import { exportPermission, type Fields, type ModuleContract, verbPath, wireName } from '@boyun/kernel/contract';

/** The beginnings of the calls that the product specification names as exports and reports (§7). */
export const SPEC_FAMILIES = [
  '/api/statement/',
  '/api/order/',
  '/api/cashFlow/',
  '/api/companyvehicle/',
  '/api/invoice/',
  '/api/parkLotInspect/',
  '/api/billBlackPlate/',
  '/api/billRule/',
  '/api/parkSpot/',
  '/api/businessManage/findPassRecord',
  '/api/userCoupon/',
  '/api/billFreePlate/',
  '/api/review/getReviewList',
  '/api/userFeedback/',
  '/api/sentryOperateLog/',
  '/api/posDevice/getPosDevicePage',
  '/api/creditDiscountReport/',
  '/api/refund/',
] as const;

/** The column sets of the specification (§3) and the calls whose files have them. */
export const COLUMN_SETS: Readonly<Record<string, readonly string[]>> = {
  'order export': ['/api/order/getOrderPage'],
  'operation statements': ['/api/statement/operation/list'],
  'POS collector statements': ['/api/statement/posCollector/list'],
  'monthly-pack counts': ['/api/statement/packCount/list'],
  'arrears by lot': ['/api/statement/arrears', '/api/arrears/getByLot'],
  'arrears by plate': ['/api/statement/arrears', '/api/arrears/getByPlate'],
  invoices: ['/api/invoice/getInvoicePage', '/api/invoice/getReport'],
  'ElectronicInvoiceSet and …Extends': ['/api/electronicInvoiceSet/list'],
  'black list': ['/api/billBlackPlate/list'],
  'white list': ['/api/billWhitePlate/list'],
  rules: ['/api/billRule/list'],
  spots: ['/api/parkSpot/list'],
  'pass records': ['/api/businessManage/findPassRecord'],
  coupons: ['/api/coupon/list', '/api/userCoupon/list', '/api/userCoupon/getReport'],
  'sentry logs': ['/api/sentryOperateLog/list'],
  attendance: ['/api/statement/attendance/getByMonth'],
  'card usage': ['/api/card/getUsePage'],
  'billing stats': ['/api/statement/billing/list'],
  'POS devices': ['/api/posDevice/getPosDevicePage'],
  'credit discount': ['/api/creditDiscountReport/getPage'],
};

/** The calls of the specification that do not exist yet, with the reason. A call that exists is taken out: the list only shrinks. */
export const MISSING_CALLS: Readonly<Record<string, string>> = {};

/** The columns of the order export, in the words of the specification and by their names on the wire. */
export const ORDER_COLUMNS: Readonly<Record<string, string>> = {
  'order number': 'OrderNo',
  amount: 'Fee',
  'coupon amount': 'Coupon',
  'coupon merchant': 'CouponMerchant',
  'paid amount': 'Paid',
  status: 'ParkingState',
  plate: 'Plate',
  'lot name': 'LotName',
  'spot number': 'SpotNumber',
  'in time': 'EnteredAt',
  'out time': 'LeftAt',
  'parking status': 'ParkingState',
  duration: 'ParkedMinutes',
  'pay status': 'PayState',
  'pay method': 'PayMethod',
  'paid time': 'PaidAt',
};

/** A call that returns rows, and a file of them where an export is asked for. */
export interface ListCall {
  readonly path: string;
  readonly name: string;
  readonly title: { readonly zh: string; readonly en: string };
  readonly columns: Fields;
  readonly filters: Fields;
  /** The right to export. */
  readonly right: string;
  readonly isPlatform: boolean;
  /** Its answer names its columns. */
  readonly hasOwnColumns: boolean;
}

/** Returns every call that returns rows and files, by its address. */
export function listCalls(contracts: readonly ModuleContract[]): ListCall[] {
  const lists = contracts.flatMap((one) => [
    ...one.reports.map((report) => ({
      path: report.path,
      name: report.name,
      title: report.title,
      columns: report.columns as Fields,
      filters: report.filters as Fields,
      right: exportPermission(report).name,
      isPlatform: report.access === 'platform',
      hasOwnColumns: report.hasOwnColumns === true,
    })),
    ...one.resources
      .filter((resource) => resource.verbs.includes('export'))
      .map((resource) => ({
        path: verbPath(resource, 'list'),
        name: resource.name,
        title: resource.title,
        columns: Object.fromEntries(
          (resource.columns as readonly string[]).map((key) => [key, (resource.fields as Fields)[key]!]),
        ) as Fields,
        filters: {} as Fields,
        right: (resource.can.export as { readonly name: string }).name,
        isPlatform: false,
        hasOwnColumns: false,
      })),
  ]);
  return lists.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** Whether the specification names the beginning of a call. */
export const isOfSpec = (path: string) => SPEC_FAMILIES.some((one) => path.startsWith(one));

/** Writes the table of the calls: what the specification names, what else returns rows, and what is missing. */
export function specCallTable(calls: readonly ListCall[]): string {
  const setsOf = (path: string) =>
    Object.entries(COLUMN_SETS)
      .filter(([, paths]) => paths.includes(path))
      .map(([name]) => name)
      .join(', ');
  const rows = (some: readonly ListCall[]) =>
    some.map(
      ({ path, title, columns }) =>
        `| ${path} | ${title.zh} · ${title.en} | ${setsOf(path)} | ${Object.entries(columns)
          .map(([key, field]) => wireName(key, field))
          .join(' ')} |`,
    );
  const head = ['| call | report or list | column set of the specification | columns |', '|---|---|---|---|'];
  return [
    '# Export and report calls',
    '',
    'Every call that returns rows, and a file of them where an export is asked for (decision 106). Written by',
    '`rules/spec-call.test.ts`, which calls each (update: `npx vitest run rules/spec-call.test.ts -u`).',
    '',
    '## Under the addresses that the specification names',
    '',
    ...head,
    ...rows(calls.filter((one) => isOfSpec(one.path))),
    '| /api/statement/arrears | 欠费报表 · Arrears statement | arrears by lot, arrears by plate | tenantName parkLotArrList plateArrList; files as /api/arrears/getByLot and getByPlate |',
    '',
    '## Other calls',
    '',
    ...head,
    ...rows(calls.filter((one) => !isOfSpec(one.path))),
    '',
    '## Missing',
    '',
    '| call | reason |',
    '|---|---|',
    ...Object.entries(MISSING_CALLS).map(([call, reason]) => `| ${call} | ${reason} |`),
    '',
  ].join('\n');
}
