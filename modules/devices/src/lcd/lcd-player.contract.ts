import {
  choice,
  clock,
  day,
  file,
  flag,
  group,
  instant,
  integer,
  list,
  operation,
  optional,
  rowId,
  text,
} from '@boyun/kernel/contract';
import { MOST_PLAYS } from './lcd-limit.contract.ts';
import { LcdKind, LcdLook } from './lcd-programme.contract.ts';

const token = text({ zh: '令牌', en: 'Token' }, { max: 64 });
const id = text({ zh: '编号', en: 'Id' });
const name = text({ zh: '名称', en: 'Name' });

/** Makes the browser with the pairing code the display; the token is returned only here. */
export const joinLcd = operation('join-lcd', {
  title: { zh: 'LCD屏配对', en: 'A browser becomes a display' },
  path: '/api/lcd/player/join',
  access: 'public',
  perMinute: 20,
  input: { code: text({ zh: '配对码', en: 'Pairing code' }, { max: 64 }) },
  output: { token, name },
  audit: 'lcd.paired',
});

const item = group(
  { zh: '节目', en: 'Programme' },
  {
    id,
    kind: choice({ zh: '类型', en: 'Kind' }, LcdKind),
    name,
    fileUrl: optional(file({ zh: '文件', en: 'File' })),
    fileId: optional(text({ zh: '文件编号', en: 'File id' })),
    bytes: integer({ zh: '字节数', en: 'Bytes' }),
    headline: optional(text({ zh: '标题', en: 'Headline' })),
    words: optional(text({ zh: '正文', en: 'Words' })),
    look: choice({ zh: '配色', en: 'Colours' }, LcdLook),
    seconds: integer({ zh: '展示秒数', en: 'Seconds shown' }),
  },
);
const playlist = group(
  { zh: '播放单', en: 'Playlist' },
  {
    id,
    programmeIds: list({ zh: '节目', en: 'Programmes' }, id),
    days: list({ zh: '星期', en: 'Days' }, integer({ zh: '星期', en: 'Day' })),
    dailyFrom: optional(clock({ zh: '每日时段起', en: 'Daily from' })),
    dailyTo: optional(clock({ zh: '每日时段止', en: 'Daily until' }, { isEnd: true })),
    validFrom: day({ zh: '开始日期', en: 'First day' }),
    validUntil: optional(day({ zh: '结束日期', en: 'Last day' })),
    isAlone: flag({ zh: '独占播放', en: 'Shown alone' }),
  },
);

/** What a display shows, with all it needs to go on without a line. */
export const lcdContent = group(
  { zh: '内容', en: 'Content' },
  {
    revision: text({ zh: '版本', en: 'Revision' }),
    name,
    lotName: text({ zh: '车场', en: 'Parking lot' }),
    laneName: optional(text({ zh: '车道', en: 'Lane' })),
    zone: text({ zh: '时区', en: 'Time zone' }),
    isMuted: flag({ zh: '静音播放', en: 'Muted' }),
    payAddress: optional(text({ zh: '收费码', en: 'Pay code' })),
    items: list({ zh: '节目', en: 'Programmes' }, item),
    playlists: list({ zh: '播放单', en: 'Playlists' }, playlist),
  },
);

/**
 * The heartbeat of a display: what it shows and has shown; it gets what to show where that has changed. The shows of a batch are counted
 * once, by its number.
 */
export const syncLcd = operation('sync-lcd', {
  title: { zh: 'LCD屏同步', en: 'Sync of a display' },
  path: '/api/lcd/player/sync',
  access: 'public',
  perMinute: 600,
  input: {
    token,
    revision: optional(text({ zh: '已有版本', en: 'Revision it has' }, { max: 64 })),
    sentAt: instant({ zh: '屏上时间', en: 'Clock of the display' }),
    programmeId: optional(rowId({ zh: '正在播放', en: 'Shown now' })),
    screenSize: text({ zh: '分辨率', en: 'Size' }, { max: 16, pattern: /^\d{1,5}×\d{1,5}$/ }),
    waitingFiles: integer({ zh: '待下载', en: 'To download' }, { max: 1000 }),
    batch: integer({ zh: '批次', en: 'Batch' }),
    plays: list(
      { zh: '播放', en: 'Shows' },
      group(
        { zh: '播放', en: 'Show' },
        {
          programmeId: rowId({ zh: '节目', en: 'Programme' }),
          playCount: integer({ zh: '次数', en: 'Times' }, { min: 1, max: 3600 }),
          seconds: integer({ zh: '秒数', en: 'Seconds' }, { max: 7200 }),
          firstAt: instant({ zh: '首次', en: 'First' }),
          lastAt: instant({ zh: '最后', en: 'Last' }),
        },
      ),
      { max: MOST_PLAYS },
    ),
  },
  output: {
    at: instant({ zh: '服务器时间', en: 'Time of the server' }),
    content: optional(lcdContent),
  },
  isRead: true,
});
