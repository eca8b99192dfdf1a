import { day, group, instant, integer, list, money, operation, text } from '@boyun/kernel/contract';

const entries = integer({ zh: '入场', en: 'Entries' });
const exits = integer({ zh: '出场', en: 'Exits' });
const receivedFen = money({ zh: '实收', en: 'Received' });
const flow = { entries, exits, receivedFen };

/** Totals of all tenants: now, over some days, and over the same number of days before. */
export const getPlatformStat = operation('get-platform-stat', {
  title: { zh: '平台统计', en: 'Platform statistics' },
  path: '/api/platformStat/get',
  access: 'platform',
  input: { days: integer({ zh: '天数', en: 'Days' }, { min: 1, max: 90, byDefault: 30 }) },
  output: {
    at: instant({ zh: '截至', en: 'As of' }),
    tenants: group(
      { zh: '租户', en: 'Tenants' },
      {
        active: integer({ zh: '正常', en: 'Active' }),
        expiring: integer({ zh: '30天内到期', en: 'Expire within 30 days' }),
        expired: integer({ zh: '已到期', en: 'Expired' }),
        frozen: integer({ zh: '已冻结', en: 'Frozen' }),
        deleting: integer({ zh: '待删除', en: 'To be deleted' }),
      },
    ),
    lotCount: integer({ zh: '车场', en: 'Lots' }),
    deviceCount: integer({ zh: '设备', en: 'Devices' }),
    accountCount: integer({ zh: '账号', en: 'Accounts' }),
    carsInside: integer({ zh: '在场车辆', en: 'Cars inside' }, { min: -1_000_000 }),
    total: group({ zh: '本期', en: 'This period' }, flow),
    before: group({ zh: '上期', en: 'The period before' }, flow),
    curve: list(
      { zh: '每日', en: 'Days' },
      group({ zh: '日', en: 'Day' }, { day: day({ zh: '日', en: 'Day' }), ...flow }),
    ),
    ranking: list(
      { zh: '租户排行', en: 'Tenants ranked' },
      group(
        { zh: '租户', en: 'Tenant' },
        {
          id: text({ zh: '编号', en: 'Id' }),
          name: text({ zh: '租户名称', en: 'Tenant name' }),
          ...flow,
          lotCount: integer({ zh: '车场', en: 'Lots' }),
        },
      ),
    ),
  },
  isRead: true,
});
