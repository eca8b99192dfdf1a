import {
  choice,
  group,
  instant,
  integer,
  list,
  operation,
  optional,
  permission,
  reference,
  refusals,
  report,
  text,
} from '@boyun/kernel/contract';

/** How far an update is on a box. */
export const BoxUpdateState = {
  planned: { zh: '已计划', en: 'Planned', tone: 'neutral' },
  downloading: { zh: '下载中', en: 'Downloading', tone: 'info' },
  waiting: { zh: '待切换', en: 'Waits for its window', tone: 'info' },
  applied: { zh: '已升级', en: 'Applied', tone: 'good' },
  failed: { zh: '失败', en: 'Failed', tone: 'bad' },
  missed: { zh: '错过时段', en: 'Missed its window', tone: 'bad' },
  cancelled: { zh: '已取消', en: 'Cancelled', tone: 'neutral' },
} as const;
export type BoxUpdateState = keyof typeof BoxUpdateState;

const appVersion = text({ zh: '版本', en: 'Version' }, { max: 32, pattern: /^[0-9A-Za-z][0-9A-Za-z.+-]*$/ });
const notBefore = instant({ zh: '最早切换', en: 'Not before' });
const notAfter = instant({ zh: '最晚切换', en: 'Not after' });
const remark = optional(text({ zh: '说明', en: 'Remark' }, { max: 255 }));

/** Updates of boxes, newest first. */
export const boxUpdateList = report('box-upgrade', {
  title: { zh: '盒子升级计划', en: 'Updates of boxes' },
  path: '/api/boxUpdate/list',
  access: permission('box-upgrade.list', { zh: '查看盒子升级计划', en: 'View: Updates of boxes' }),
  alwaysSortable: ['createdAt'],
  filters: {
    appVersion: optional(text({ zh: '版本', en: 'Version' }, { max: 32 })),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    createdAt: instant({ zh: '计划时间', en: 'Planned' }),
    appVersion,
    notBefore,
    notAfter,
    boxCount: integer({ zh: '盒子', en: 'Boxes' }),
    openCount: integer({ zh: '进行中', en: 'Under way' }),
    appliedCount: integer({ zh: '已升级', en: 'Applied' }),
    failedCount: integer({ zh: '未成功', en: 'Without success' }),
    madeBy: text({ zh: '计划人', en: 'Planned by' }),
    cancelledAt: optional(instant({ zh: '取消时间', en: 'Cancelled' })),
    cancelledBy: optional(text({ zh: '取消人', en: 'Cancelled by' })),
    url: text({ zh: '下载地址', en: 'Address' }, { max: 500 }),
    checksum: text({ zh: '校验值', en: 'Checksum' }, { max: 64 }),
    sizeBytes: integer({ zh: '大小（字节）', en: 'Size, in bytes' }, { max: 1_000_000_000 }),
    remark,
  },
});

const access = permission('box-upgrade.plan', { zh: '计划盒子升级', en: 'Plan updates of boxes' });
const updateId = reference({ zh: '升级计划', en: 'Update' }, 'box-update');

/** How far an update is on each of its boxes. */
export const getBoxUpdate = operation('get-box-upgrade', {
  title: { zh: '升级进度', en: 'Progress of an update' },
  path: '/api/boxUpdate/get',
  access: boxUpdateList.access,
  input: { updateId },
  output: {
    boxes: list(
      { zh: '盒子', en: 'Boxes' },
      group(
        { zh: '盒子', en: 'Box' },
        {
          boxId: text({ zh: '编号', en: 'Id' }),
          name: text({ zh: '名称', en: 'Name' }),
          lot: text({ zh: '车场', en: 'Parking lot' }),
          appVersion: optional(text({ zh: '当前版本', en: 'Runs' })),
          state: choice({ zh: '状态', en: 'State' }, BoxUpdateState),
          detail: optional(text({ zh: '详情', en: 'Detail' }, { max: 255 })),
          reportedAt: optional(instant({ zh: '上报时间', en: 'Reported' })),
        },
      ),
    ),
  },
  isRead: true,
});

/** Has boxes fetch a version, check it and switch to it within a window; each reports how far it is. */
export const planBoxUpdate = operation('plan-box-upgrade', {
  title: { zh: '计划升级', en: 'Plan an update' },
  path: '/api/boxUpdate/plan',
  access,
  input: {
    boxIds: list({ zh: '盒子', en: 'Boxes' }, reference({ zh: '盒子', en: 'Box' }, 'box'), { min: 1, max: 200 }),
    appVersion,
    url: text({ zh: '下载地址（https）', en: 'Address (https)' }, { max: 500, pattern: /^https:\/\/[^\s]+$/ }),
    sha256: text({ zh: '校验值 SHA-256', en: 'SHA-256' }, { min: 64, max: 64, pattern: /^[0-9a-f]{64}$/ }),
    sizeBytes: integer({ zh: '大小（字节）', en: 'Size, in bytes' }, { min: 1, max: 1_000_000_000 }),
    notBefore,
    notAfter,
    remark,
  },
  output: { updateId: text({ zh: '编号', en: 'Id' }) },
  needsPassword: {
    zh: '盒子将在时段内切换到该版本，切换时车道短暂由断网策略放行。是否计划？',
    en: 'The boxes switch to this version in the window; lanes are without them for moments. Plan it?',
  },
  audit: 'box-upgrade.planned',
});

/** Takes back an update on the boxes that have not switched yet. */
export const cancelBoxUpdate = operation('cancel-box-upgrade', {
  title: { zh: '取消升级', en: 'Cancel an update' },
  path: '/api/boxUpdate/cancel',
  access,
  input: { updateId },
  output: {},
  needsPassword: {
    zh: '尚未切换的盒子不再升级。是否取消？',
    en: 'Boxes that have not switched yet keep their version. Cancel it?',
  },
  audit: 'box-upgrade.cancelled',
});

export const boxUpdateRefusal = refusals('box-upgrade', {
  'no-window': {
    status: 422,
    zh: '最晚切换须晚于最早切换和现在',
    en: 'The window must end after it begins, and after now',
  },
  planned: {
    status: 409,
    zh: '盒子“{box}”还有未完成的升级到{version}，请先取消',
    en: 'Box "{box}" has an unfinished update to {version}, cancel that first',
  },
  ended: { status: 409, zh: '该计划已经结束', en: 'This update has ended' },
});
