import { integer, money, reference, remark, resource } from '@boyun/kernel/contract';

/** The spots of a unit in a lot, and what each costs a month. */
export const unitQuota = resource('unit-quota', {
  title: { zh: '单位车位', en: 'Spots of units' },
  path: '/api/unitQuota',
  fields: {
    unitId: reference({ zh: '单位', en: 'Unit' }, 'unit'),
    lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot'),
    spots: integer(
      { zh: '车位数', en: 'Spots' },
      { max: 100_000, hint: { zh: '单位的车共用，可同时在场的数量', en: 'Cars of the unit inside at once' } },
    ),
    spotFeeFen: money(
      { zh: '每车位月租', en: 'Rent per spot and month' },
      {
        max: 1_000_000_00,
        hint: { zh: '不足整月按合同天数折算', en: 'By days where the contract covers part of a month' },
      },
    ),
    remark,
  },
  columns: ['unitId', 'lotId', 'spots', 'spotFeeFen', 'remark'],
  search: { unitId: 'equals', lotId: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export'],
  subject: (row) => String(row.spots),
  nameField: 'spots',
});
