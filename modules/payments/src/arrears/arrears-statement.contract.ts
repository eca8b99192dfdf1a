import { choice, flag, group, integer, list, operation, type Report, text } from '@boyun/kernel/contract';
import { arrearsByLot, arrearsByPlate, arrearsList } from './arrears.contract.ts';

/** What the rows of the statement are; the product specification numbers them. */
export const ArrearsSearch = {
  1: { zh: '按车场', en: 'By lot' },
  2: { zh: '按车牌', en: 'By plate' },
} as const;

/** Maximum number of rows of a page, and of everything. */
export const STATEMENT_ROWS = { page: 1000, all: 10_000 } as const;

const { lotId, orderCount, plateCount, dueFen, weekFen, monthFen, quarterFen, olderFen, oldestAt } =
  arrearsByLot.columns;
const { plate, plateColor, lotCount, latestAt } = arrearsByPlate.columns;

/**
 * Arrears by lot or by plate as plain lists with the name of the tenant, in the names of the product specification: one call answers what
 * the tabs of the arrears page show. The list that is not asked for is empty.
 */
export const getArrearsStatement = operation('get-arrears-statement', {
  title: { zh: '欠费报表', en: 'Arrears statement' },
  path: '/api/statement/arrears',
  access: arrearsList.access,
  input: {
    ...arrearsList.filters,
    searchType: { ...choice({ zh: '统计方式', en: 'By' }, ArrearsSearch, { byDefault: 1 }), wireName: 'searchType' },
    page: integer({ zh: '页码', en: 'Page' }, { min: 1, max: 1_000_000, byDefault: 1 }),
    perPage: integer({ zh: '每页条数', en: 'Rows per page' }, { min: 1, max: STATEMENT_ROWS.page, byDefault: 20 }),
    isQueryAll: { ...flag({ zh: '查询全部', en: 'Everything' }, { byDefault: false }), wireName: 'QueryAll' },
  },
  output: {
    tenantName: { ...text({ zh: '租户', en: 'Tenant' }), wireName: 'tenantName' },
    total: integer({ zh: '总数', en: 'Total' }),
    parkLotArrList: {
      ...list(
        { zh: '车场欠费', en: 'Arrears by lot' },
        group(
          { zh: '车场欠费', en: 'Arrears of a lot' },
          { lotId, orderCount, plateCount, dueFen, weekFen, monthFen, quarterFen, olderFen, oldestAt },
        ),
      ),
      wireName: 'parkLotArrList',
    },
    plateArrList: {
      ...list(
        { zh: '车牌欠费', en: 'Arrears by plate' },
        group(
          { zh: '车牌欠费', en: 'Arrears of a plate' },
          { plate, plateColor, orderCount, lotCount, dueFen, oldestAt, latestAt },
        ),
      ),
      wireName: 'plateArrList',
    },
  },
  isRead: true,
  fileOf: ({ searchType }) => (String(searchType) === '2' ? arrearsByPlate : arrearsByLot) as unknown as Report,
});
