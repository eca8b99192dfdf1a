import { FindingKind } from '@boyun/domain/patrol';
import { decimal, instant, integer, optional, type RowsAt, reference, report, text } from '@boyun/kernel/contract';
import { seeFindings } from '../finding/patrol-finding.contract.ts';
import { sightingList } from '../sighting/patrol-sighting.contract.ts';
import { tourList } from '../tour/patrol-tour.contract.ts';

const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const carId = reference({ zh: '巡逻车', en: 'Patrol car' }, 'patrol-car');
const routeId = reference({ zh: '巡逻路线', en: 'Route' }, 'patrol-route');
const filters = {
  lotId: optional(lotId),
  from: optional(instant({ zh: '开始时间', en: 'From' })),
  to: optional(instant({ zh: '结束时间', en: 'Until' })),
};
const figures = {
  tourCount: integer({ zh: '完成巡逻', en: 'Patrols' }),
  missedCount: integer({ zh: '漏巡', en: 'Missed' }),
  sightingCount: integer({ zh: '识别车牌', en: 'Plates read' }),
  foundCount: integer({ zh: '有问题', en: 'With findings' }),
  arrearsCount: integer(FindingKind.arrears),
  blackCount: integer(FindingKind.black),
  overstayCount: integer(FindingKind.overstay),
  wrongSpotCount: integer(FindingKind['wrong-spot']),
  noOrderCount: integer(FindingKind['no-order']),
};
const columns = {
  ...figures,
  hitPercent: optional(decimal({ zh: '命中率 %', en: 'Hit rate, %' }, { min: 0, max: 100 })),
  kilometres: decimal({ zh: '里程（公里）', en: 'Driven (km)' }, { min: 0 }),
};

/** The tours and plates that the figures count. */
const rowsAt = (key: 'carId' | 'routeId'): RowsAt[] => {
  const shared = { same: [key, 'lotId'], period: ['from', 'to'] } as const;
  const at = (figure: string, fixed: Readonly<Record<string, unknown>>): RowsAt => ({
    figures: { [figure]: null },
    list: sightingList,
    page: '/_cloud_operation/patrolSighting',
    fixed,
    ...shared,
  });
  const tours = { list: tourList, page: '/_cloud_operation/patrolTour', ...shared };
  return [
    { figures: { tourCount: null }, fixed: { state: 'done' }, ...tours },
    { figures: { missedCount: null }, fixed: { state: 'missed' }, ...tours },
    at('sightingCount', {}),
    at('foundCount', { hasFinding: true }),
    at('arrearsCount', { kind: 'arrears' }),
    at('blackCount', { kind: 'black' }),
    at('overstayCount', { kind: 'overstay' }),
    at('wrongSpotCount', { kind: 'wrong-spot' }),
    at('noOrderCount', { kind: 'no-order' }),
  ];
};

/** What each car has driven, read and found. */
export const patrolByCar = report('patrol-by-car', {
  title: { zh: '巡逻统计（按车）', en: 'Patrols by car' },
  path: '/api/patrolCar/report/car',
  access: seeFindings,
  filters: { carId: optional(carId), ...filters },
  columns: { id: text({ zh: '编号', en: 'Id' }), carId, ...columns },
  totals: figures,
  chart: { by: 'carId', figures: ['arrearsCount', 'overstayCount', 'wrongSpotCount', 'noOrderCount'], isStacked: true },
  compared: { by: ['id'] },
  rowsAt: rowsAt('carId'),
  maxDays: 366,
});

/** What was driven, read and found on each route. */
export const patrolByRoute = report('patrol-by-route', {
  title: { zh: '巡逻统计（按路线）', en: 'Patrols by route' },
  path: '/api/patrolCar/report/route',
  access: seeFindings,
  filters: { routeId: optional(routeId), ...filters },
  columns: { id: text({ zh: '编号', en: 'Id' }), routeId, ...columns },
  totals: figures,
  chart: {
    by: 'routeId',
    figures: ['arrearsCount', 'overstayCount', 'wrongSpotCount', 'noOrderCount'],
    isStacked: true,
  },
  compared: { by: ['id'] },
  rowsAt: rowsAt('routeId'),
  maxDays: 366,
});
