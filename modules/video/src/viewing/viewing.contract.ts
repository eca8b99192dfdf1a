import { DeviceState } from '@boyun/devices/contract';
import { plateColorLabel } from '@boyun/domain/plate';
import { LaneDirection } from '@boyun/facilities/contract';
import {
  choice,
  decimal,
  file,
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
  rowId,
  text,
} from '@boyun/kernel/contract';
import { Decision } from '@boyun/passings/contract';

/** Where a picture comes from, as it is labelled. */
export const VideoSource = {
  media: { zh: '视频流', en: 'Video' },
  snapshot: { zh: '抓拍', en: 'Snapshots' },
  sandbox: { zh: '模拟', en: 'Simulated' },
} as const;
export type VideoSource = keyof typeof VideoSource;

/** Live, or recorded. */
export const ViewingKind = {
  live: { zh: '实时', en: 'Live' },
  record: { zh: '回放', en: 'Playback' },
} as const;

/** What took a still picture. */
export const StillKind = {
  snapshot: { zh: '抓拍', en: 'Snapshot' },
  passing: { zh: '过车图片', en: 'Picture of a passing' },
} as const;

/** Cameras watched by one page at once. */
export const MOST_AT_ONCE = 16;
/** The longest period that is played back, in hours. */
export const MOST_HOURS = 4;
/** Seconds before and after a passing that are played back with it. */
export const AROUND_PASSING = { before: 20, after: 40 } as const;

const watchLive = permission('video.live', { zh: '查看实时视频', en: 'Watch live video' });
const watchRecorded = permission('video.record', { zh: '查看录像回放', en: 'Play back video' });

const cameraId = reference({ zh: '相机', en: 'Camera' }, 'camera');
const direction = choice({ zh: '方向', en: 'Direction' }, LaneDirection);
const viewingId = rowId({ zh: '观看', en: 'Viewing' });
const at = instant({ zh: '时间', en: 'Time' });
const place = {
  name: text({ zh: '相机', en: 'Camera' }),
  lotName: text({ zh: '车场', en: 'Parking lot' }),
  laneName: text({ zh: '车道', en: 'Lane' }),
  direction,
};

const cameras = {
  cameras: list(
    { zh: '相机', en: 'Cameras' },
    group(
      { zh: '相机', en: 'Camera' },
      {
        id: text({ zh: '编号', en: 'Id' }),
        lotId: text({ zh: '车场编号', en: 'Id of the lot' }),
        ...place,
        state: choice({ zh: '状态', en: 'State' }, DeviceState),
        source: choice({ zh: '来源', en: 'Source' }, VideoSource),
      },
    ),
  ),
};

/** A car that passed the lane of a camera. */
const passings = list(
  { zh: '过车', en: 'Passings' },
  group(
    { zh: '过车', en: 'Passing' },
    {
      id: text({ zh: '编号', en: 'Id' }),
      at,
      plate: text({ zh: '车牌', en: 'Plate' }),
      plateColor: choice({ zh: '车牌颜色', en: 'Plate colour' }, plateColorLabel),
      decision: choice({ zh: '处理结果', en: 'Decision' }, Decision),
      direction,
      picture: optional(file({ zh: '图片', en: 'Picture' })),
    },
  ),
);

/** What a page needs to show a camera: addresses with a token that ends soon, or the latest still, or the cars to draw. */
const viewing = {
  viewingId,
  cameraId: text({ zh: '相机编号', en: 'Id of the camera' }),
  ...place,
  zone: text({ zh: '时区', en: 'Time zone' }),
  source: choice({ zh: '来源', en: 'Source' }, VideoSource),
  whepUrl: optional(text({ zh: 'WebRTC 地址', en: 'WebRTC address' }, { max: 400 })),
  hlsUrl: optional(text({ zh: 'HLS 地址', en: 'HLS address' }, { max: 400 })),
  token: optional(text({ zh: '播放令牌', en: 'Token' }, { max: 200 })),
  expiresAt: instant({ zh: '有效期至', en: 'Valid until' }),
  serverTime: instant({ zh: '服务器时间', en: 'Time of the server' }),
  still: optional(file({ zh: '画面', en: 'Picture' })),
  stillAt: optional(instant({ zh: '画面时间', en: 'Taken' })),
  stillKind: optional(choice({ zh: '画面来源', en: 'Taken by' }, StillKind)),
  snapshotSeconds: optional(integer({ zh: '抓拍间隔（秒）', en: 'Snapshot every (seconds)' })),
  passings,
};

/** The cameras whose live pictures the caller may see. */
export const getLiveCameras = operation('get-live-cameras', {
  title: { zh: '视频监控', en: 'Live video' },
  path: '/api/video/liveCameras',
  access: watchLive,
  isRead: true,
  input: {},
  output: cameras,
});

/** The cameras whose recordings the caller may see. */
export const getRecordedCameras = operation('get-recorded-cameras', {
  title: { zh: '录像回放', en: 'Playback' },
  path: '/api/video/recordedCameras',
  access: watchRecorded,
  isRead: true,
  input: {},
  output: cameras,
});

/** Begins to watch a camera live. */
export const watchCamera = operation('watch-camera', {
  title: { zh: '观看实时视频', en: 'Watch live video' },
  path: '/api/video/watch',
  access: watchLive,
  input: { cameraId },
  output: viewing,
  audit: 'video.watched',
});

/** Begins to play back a camera: a period, or the time around a passing. */
export const playCamera = operation('play-camera', {
  title: { zh: '回放录像', en: 'Play back video' },
  path: '/api/video/play',
  access: watchRecorded,
  input: {
    cameraId: optional(cameraId),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
    passingId: optional(reference({ zh: '过车记录', en: 'Passing record' }, 'passing')),
  },
  output: {
    ...viewing,
    from: instant({ zh: '开始时间', en: 'From' }),
    to: instant({ zh: '结束时间', en: 'To' }),
    /** Where to begin: at the passing, or at the start. */
    startAt: instant({ zh: '起播时间', en: 'Starts at' }),
    spans: list(
      { zh: '录像段', en: 'Recorded spans' },
      group(
        { zh: '录像段', en: 'Span' },
        { start: instant({ zh: '开始', en: 'Start' }), seconds: decimal({ zh: '秒数', en: 'Seconds' }) },
      ),
    ),
    playbackUrl: optional(text({ zh: '回放地址', en: 'Playback address' }, { max: 600 })),
    fault: optional(text({ zh: '问题', en: 'What is wrong' }, { max: 300 })),
    stills: list(
      { zh: '图片', en: 'Pictures' },
      group(
        { zh: '图片', en: 'Picture' },
        { at, picture: file({ zh: '图片', en: 'Picture' }), kind: choice({ zh: '来源', en: 'Taken by' }, StillKind) },
      ),
    ),
  },
  audit: 'video.played',
});

const viewingIds = list({ zh: '观看', en: 'Viewings' }, viewingId, { min: 1, max: MOST_AT_ONCE });

/** Says that the caller still watches, and returns fresh tokens and pictures; viewings that have ended are missing. */
export const keepWatching = operation('keep-watching', {
  title: { zh: '继续观看', en: 'Keep watching' },
  path: '/api/video/keep',
  access: 'signed-in',
  isRead: true,
  input: { viewingIds },
  output: { viewings: list({ zh: '观看', en: 'Viewings' }, group({ zh: '观看', en: 'Viewing' }, viewing)) },
});

/** Ends viewings of the caller. */
export const stopWatching = operation('stop-watching', {
  title: { zh: '停止观看', en: 'Stop watching' },
  path: '/api/video/stop',
  access: 'signed-in',
  isRead: true,
  input: { viewingIds },
  output: {},
});

/** Who watched what, and how long. */
export const viewingList = report('video-viewing', {
  title: { zh: '观看记录', en: 'Who watched' },
  path: '/api/video/viewings',
  access: permission('video-viewing.list', { zh: '查看视频观看记录', en: 'View: Who watched video' }),
  alwaysSortable: ['startedAt'],
  filters: {
    lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
    actorName: optional(text({ zh: '观看人', en: 'Person' }, { max: 64 })),
    kind: optional(choice({ zh: '方式', en: 'How' }, ViewingKind)),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    startedAt: instant({ zh: '开始观看', en: 'Began' }),
    actorName: text({ zh: '观看人', en: 'Person' }),
    lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot'),
    cameraName: text({ zh: '相机', en: 'Camera' }),
    laneName: text({ zh: '车道', en: 'Lane' }),
    kind: choice({ zh: '方式', en: 'How' }, ViewingKind),
    source: choice({ zh: '来源', en: 'Source' }, VideoSource),
    seconds: integer({ zh: '时长（秒）', en: 'Seconds' }),
    fromAt: optional(instant({ zh: '录像开始', en: 'Recording from' })),
    toAt: optional(instant({ zh: '录像结束', en: 'Recording to' })),
  },
});

export const viewingRefusal = refusals('video', {
  'too-many': {
    status: 409,
    zh: '同时观看已达 {most} 路，请关闭几路后再试',
    en: '{most} pictures are watched already. Close some and try again',
  },
  'no-period': { status: 422, zh: '请选择相机和时间段', en: 'Choose a camera and a period' },
  'bad-period': {
    status: 422,
    zh: '回放时间段应在 {hours} 小时以内，且早于现在',
    en: 'A period of playback is {hours} hours at most, in the past',
  },
  'no-camera': { status: 422, zh: '该过车记录没有相机', en: 'No camera belongs to this passing' },
});
