import { choice, instant, integer, optional, permission, reference, report, text } from '@boyun/kernel/contract';
import { LcdKind } from './lcd-programme.contract.ts';

const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const lcdId = reference({ zh: 'LCD屏', en: 'LCD display' }, 'lcd');
const programmeId = reference({ zh: '节目', en: 'Programme' }, 'lcd-programme');
const filters = {
  lotId: optional(lotId),
  lcdId: optional(lcdId),
  programmeId: optional(programmeId),
  from: optional(instant({ zh: '开始时间', en: 'From' })),
  to: optional(instant({ zh: '结束时间', en: 'To' })),
};
const shows = {
  playCount: integer({ zh: '播放次数', en: 'Times shown' }),
  seconds: integer({ zh: '播放时长（秒）', en: 'Seconds shown' }),
};
const kind = choice({ zh: '类型', en: 'Kind' }, LcdKind);
const id = text({ zh: '编号', en: 'Id' });
const firstAt = instant({ zh: '首次播放', en: 'First shown' });
const lastAt = instant({ zh: '最后播放', en: 'Last shown' });

/** What each display showed, hour by hour. */
export const lcdPlayList = report('lcd-play', {
  title: { zh: 'LCD播放记录', en: 'Shows of LCD displays' },
  path: '/api/lcdPlay/list',
  access: permission('lcd-play.list', { zh: '查看LCD播放记录', en: 'View: Shows of LCD displays' }),
  filters,
  columns: {
    id,
    hour: instant({ zh: '小时', en: 'Hour' }),
    lcdId,
    lotId,
    programmeId,
    kind,
    ...shows,
    firstAt,
    lastAt,
  },
  totals: shows,
});

/** How often and where each programme was shown. */
export const lcdPlaySum = report('lcd-play-sum', {
  title: { zh: 'LCD播放统计', en: 'Proof of play' },
  path: '/api/lcdPlay/sum',
  access: lcdPlayList.access,
  filters,
  columns: {
    id,
    programmeId,
    kind,
    lcdCount: integer({ zh: '播放屏数', en: 'Displays' }),
    ...shows,
    firstAt,
    lastAt,
  },
  totals: shows,
  compared: { by: ['id'] },
  rowsAt: [
    {
      figures: { playCount: 'playCount', seconds: 'seconds' },
      list: lcdPlayList,
      page: '/reportData/lcdPlay?tab=hours',
      same: ['programmeId'],
      filters: ['lotId', 'lcdId'],
      period: ['from', 'to'],
    },
  ],
});
