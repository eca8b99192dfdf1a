import { describe, expect, it } from 'vitest';
import { findByName } from './palette-search.ts';
import { spells } from './pinyin.ts';

const page = (path: string, zh: string, en: string) => ({ path, title: { zh, en }, hint: { zh: '', en: '' } });
const pages = [
  page('/_cloud_operation/order', '停车订单', 'Parking orders'),
  page('/_cloud_basic/parkLot', '车场', 'Parking lots'),
  page('/_cloud_operation/inLot', '在场车辆', 'Vehicles inside'),
  page('/_cloud_operation/chargeRule', '收费规则', 'Charge rules'),
  page('/_cloud_system/auditLog', '操作日志', 'Audit log'),
  page('/_cloud_system/loginLog', '登录日志', 'Login log'),
];
const found = (query: string) => findByName(pages, query, spells).map((one) => one.title.zh);

describe('command palette: pages by Chinese, pinyin and English', () => {
  it.each([
    ['车场', ['车场']],
    ['日志', ['操作日志', '登录日志']],
    ['订', ['停车订单']],
    ['tingche', ['停车订单']],
    ['tcdd', ['停车订单']],
    ['tingcdd', ['停车订单']],
    ['ting che', ['停车订单']],
    ['sfgz', ['收费规则']],
    ['rizhi', ['操作日志', '登录日志']],
    ['chechang', ['车场']],
    ['Parking l', ['车场']],
    ['lots', ['车场']],
    ['LOG', ['登录日志', '操作日志']],
    ['inside', ['在场车辆']],
    ['chargerule', ['收费规则']],
    ['zebra', []],
    ['tdd', []],
  ])('%s finds %j', (query, titles) => expect(found(query)).toEqual(titles));

  it('shows everything before anything is typed', () => expect(found('  ')).toHaveLength(pages.length));
});
