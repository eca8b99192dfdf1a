import {
  choice,
  clock,
  day,
  flag,
  instant,
  list,
  operation,
  optional,
  permission,
  readOnly,
  reference,
  refusals,
  resource,
  type Transitions,
  text,
  WeekDay,
} from '@boyun/kernel/contract';

/** Whether displays show a playlist. */
export const PlaylistState = {
  draft: { zh: '未发布', en: 'Draft', tone: 'neutral' },
  published: { zh: '已发布', en: 'Published', tone: 'good' },
} as const;
type PlaylistState = keyof typeof PlaylistState;

/** What is possible with a playlist in each state. */
export const playlistTransitions = {
  publish: { from: ['draft'], to: 'published', otherwise: { zh: '播放单已发布', en: 'It is published' } },
  withdraw: { from: ['published'], to: 'draft', otherwise: { zh: '播放单未发布', en: 'It is not published' } },
  change: {
    from: ['draft'],
    to: null,
    otherwise: { zh: '已发布的播放单请先撤下再修改', en: 'Take it off the displays before changing it' },
  },
} as const satisfies Transitions<PlaylistState, string>;

/** Programmes in their order, when they are shown and where. */
export const lcdPlaylist = resource('lcd-playlist', {
  title: { zh: 'LCD播放单', en: 'LCD playlists' },
  path: '/api/lcdPlaylist',
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { max: 64 }),
    programmeIds: list({ zh: '节目', en: 'Programmes' }, reference({ zh: '节目', en: 'Programme' }, 'lcd-programme'), {
      min: 1,
      max: 50,
    }),
    lotIds: {
      ...list({ zh: '车场', en: 'Parking lots' }, reference({ zh: '车场', en: 'Parking lot' }, 'lot'), { max: 200 }),
      hint: { zh: '不选表示全部车场', en: 'Empty: all lots' },
      whenEmpty: { zh: '全部车场', en: 'All lots' },
    },
    lcdIds: {
      ...list({ zh: 'LCD屏', en: 'Displays' }, reference({ zh: 'LCD屏', en: 'LCD display' }, 'lcd'), { max: 200 }),
      hint: { zh: '不选表示所选车场的全部屏', en: 'Empty: all displays of these lots' },
      whenEmpty: { zh: '全部屏', en: 'All displays' },
    },
    days: {
      ...list({ zh: '星期', en: 'Days' }, choice({ zh: '星期', en: 'Day' }, WeekDay), { max: 7 }),
      hint: { zh: '不选表示每天', en: 'Empty: every day' },
      whenEmpty: { zh: '每天', en: 'Every day' },
    },
    dailyFrom: optional(
      clock(
        { zh: '每日时段起', en: 'Daily from' },
        { hint: { zh: '如 08:00，不填表示全天', en: 'Like 08:00; empty: all day' } },
      ),
    ),
    dailyTo: optional(
      clock(
        { zh: '每日时段止', en: 'Daily until' },
        { isEnd: true, hint: { zh: '不晚于开始时间表示次日', en: 'Not after the start: the next morning' } },
      ),
    ),
    validFrom: day({ zh: '开始日期', en: 'First day' }),
    validUntil: optional(day({ zh: '结束日期', en: 'Last day' }), { zh: '长期', en: 'No end' }),
    isAlone: flag(
      { zh: '独占播放', en: 'Shown alone' },
      {
        byDefault: false,
        hint: { zh: '时段内只播放此单，其他播放单暂停', en: 'In its hours other playlists are not shown' },
      },
    ),
    state: readOnly(choice({ zh: '状态', en: 'State' }, PlaylistState, { byDefault: 'draft' })),
    publishedAt: readOnly(optional(instant({ zh: '发布时间', en: 'Published' }))),
    publishedBy: readOnly(optional(text({ zh: '发布人', en: 'Published by' }, { max: 64 }))),
  },
  columns: [
    'name',
    'state',
    'programmeIds',
    'lotIds',
    'lcdIds',
    'days',
    'dailyFrom',
    'dailyTo',
    'validFrom',
    'validUntil',
    'isAlone',
    'publishedBy',
  ],
  search: { name: 'contains', state: 'equals', lotIds: 'has' },
  lotField: 'lotIds',
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export'],
  subject: (row) => row.name,
});

const access = permission('lcd-playlist.publish', { zh: '发布LCD播放单', en: 'Publish LCD playlists' });
const input = { lcdPlaylistId: reference({ zh: '播放单', en: 'Playlist' }, 'lcd-playlist') };

/** Shows a playlist on its displays from now on. */
export const publishPlaylist = operation('publish-lcd-playlist', {
  title: { zh: '发布', en: 'Publish' },
  path: '/api/lcdPlaylist/publish',
  access,
  input,
  output: {},
  audit: 'lcd-playlist.published',
});

/** Takes a playlist off its displays. */
export const withdrawPlaylist = operation('withdraw-lcd-playlist', {
  title: { zh: '撤下', en: 'Take off' },
  path: '/api/lcdPlaylist/withdraw',
  access,
  input,
  output: {},
  audit: 'lcd-playlist.withdrawn',
});

export const lcdPlaylistRefusal = refusals('lcd-playlist', {
  'not-possible': { status: 409, zh: '{reason}', en: '{reason}' },
  'hours-incomplete': { status: 422, zh: '每日时段须同时填写起止', en: 'Enter both ends of the hours' },
  'wrong-days': { status: 422, zh: '结束日期不能早于开始日期', en: 'The last day cannot be before the first' },
  'is-over': { status: 409, zh: '播放单的有效期已过', en: 'Its last day is over' },
  'not-shown': { status: 409, zh: '节目“{name}”已停用或缺少文件', en: 'Programme "{name}" is disabled or has no file' },
  'too-large': {
    status: 409,
    zh: '节目文件共 {size} MB，超过一块屏可缓存的 {limit} MB',
    en: 'Its files take {size} MB, more than the {limit} MB a display keeps',
  },
});
