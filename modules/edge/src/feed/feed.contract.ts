import { type DeviceCall, flag, group, instant, integer, json, list, optional, text } from '@boyun/kernel/contract';

const cursor = optional(text({ zh: '位置', en: 'How far it has read' }, { max: 128 }));

/** The body of a call for changes. */
export const changesFields = {
  cursor,
  limit: integer({ zh: '每页行数', en: 'Rows of a page' }, { min: 1, max: 500, byDefault: 200 }),
};

/** What a box knows and what has changed since it last asked; see `feed-section.service.ts` for the sections. */
export const boxChanges: DeviceCall = {
  path: '/api/box/changes',
  title: { zh: '读取数据变化', en: 'Read what has changed' },
  input: changesFields,
  output: {
    cursor,
    isStart: flag({ zh: '从头开始', en: 'First page of everything' }),
    isFull: flag({ zh: '全量', en: 'Page of everything' }),
    isLast: flag({ zh: '已读完', en: 'Nothing follows' }),
    serverTime: instant({ zh: '服务器时间', en: 'Time of the server' }),
    rows: list(
      { zh: '数据', en: 'Rows' },
      group(
        { zh: '数据', en: 'Row' },
        {
          section: text({ zh: '类别', en: 'Section' }),
          key: text({ zh: '键', en: 'Key' }),
          value: optional(json({ zh: '内容（空为已删除）', en: 'Content (none: deleted)' })),
        },
      ),
    ),
  },
};
