import { flag, group, instant, integer, list, operation, optional, text } from '@boyun/kernel/contract';

const words = { zh: text({ zh: '中文', en: 'In Chinese' }), en: text({ zh: '英文', en: 'In English' }) };
const page = text({ zh: '页面', en: 'Page' }, { max: 64, pattern: /^[a-zA-Z0-9-]+$/ });

/** The pages of reports the caller may see, with the caller's favourites, when they were last opened, and what can be scheduled. */
export const getReportHub = operation('get-report-hub', {
  title: { zh: '报表中心', en: 'Report hub' },
  path: '/api/reportHub/get',
  access: 'signed-in',
  input: {},
  output: {
    pages: list(
      { zh: '报表', en: 'Reports' },
      group(
        { zh: '报表', en: 'Report' },
        {
          key: page,
          path: text({ zh: '地址', en: 'Address' }),
          icon: text({ zh: '图标', en: 'Icon' }),
          title: group({ zh: '名称', en: 'Title' }, words),
          isFavourite: flag({ zh: '已收藏', en: 'Favourite' }),
          usedAt: optional(instant({ zh: '上次打开', en: 'Last opened' })),
          useCount: integer({ zh: '打开次数', en: 'Times opened' }),
          reports: list(
            { zh: '可定时的报表', en: 'Can be scheduled' },
            group(
              { zh: '报表', en: 'Report' },
              {
                name: text({ zh: '名称', en: 'Name' }),
                title: group({ zh: '标题', en: 'Title' }, words),
                hasPeriod: flag({ zh: '可按日期', en: 'Has a period' }),
              },
            ),
          ),
        },
      ),
    ),
  },
  isRead: true,
});

/** Notes that the caller opened a page of reports, or makes it a favourite or not. */
export const markReport = operation('mark-report', {
  title: { zh: '收藏报表', en: 'Mark a report' },
  path: '/api/reportHub/mark',
  access: 'signed-in',
  input: {
    page,
    isFavourite: optional(flag({ zh: '收藏', en: 'Favourite' })),
    isOpened: flag({ zh: '打开', en: 'Opened' }, { byDefault: false }),
  },
  output: {},
  audit: 'report-mark.saved',
});
