import {
  choice,
  flag,
  instant,
  integer,
  inUse,
  operation,
  optional,
  permission,
  readOnly,
  reference,
  refusals,
  remark,
  report,
  resource,
  secret,
  text,
} from '@boyun/kernel/contract';

/** Where the pictures of cameras come from. */
export const VideoServerKind = {
  mediamtx: { zh: 'MediaMTX 流媒体服务', en: 'MediaMTX media server' },
  snapshot: { zh: '相机抓拍（慢速画面）', en: 'Snapshots of cameras (slow)' },
  sandbox: { zh: '模拟画面（演示）', en: 'Simulated pictures (demo)' },
} as const;
export type VideoServerKind = keyof typeof VideoServerKind;

const address = (zh: string, en: string, hint: { zh: string; en: string }) =>
  optional(text({ zh, en }, { max: 200, pattern: /^https?:\/\/[^\s?#]+$/, hint }));

/** A source of video, with its addresses as browsers reach them; one is in use for a lot, or for all lots without their own. */
export const videoServer = resource('video-server', {
  title: { zh: '视频来源', en: 'Sources of video' },
  path: '/api/videoServer',
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { max: 60 }),
    kind: choice({ zh: '类型', en: 'Kind' }, VideoServerKind, { byDefault: 'snapshot' }),
    lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot'), { zh: '全部车场', en: 'All lots' }),
    isEnabled: inUse,
    whepUrl: address('WebRTC 地址', 'WebRTC address', {
      zh: 'MediaMTX 的 WebRTC 端口，如 https://media.example.com:8889',
      en: 'The WebRTC port of MediaMTX, such as https://media.example.com:8889',
    }),
    hlsUrl: address('HLS 地址', 'HLS address', {
      zh: 'WebRTC 不通时使用，如 https://media.example.com:8888',
      en: 'Used where WebRTC does not get through, such as https://media.example.com:8888',
    }),
    playbackUrl: address('回放地址', 'Playback address', {
      zh: 'MediaMTX 的回放端口，如 https://media.example.com:9996；留空则回放过车图片',
      en: 'The playback port, such as https://media.example.com:9996. Empty: pictures are played back',
    }),
    addressMinutes: integer(
      { zh: '播放地址有效期（分钟）', en: 'Addresses valid for (minutes)' },
      {
        min: 1,
        max: 60,
        byDefault: 5,
        hint: { zh: '观看期间自动续期', en: 'Renewed by itself while somebody watches' },
      },
    ),
    viewerLimit: integer(
      { zh: '同时观看上限（路）', en: 'Pictures watched at once' },
      { min: 1, max: 1000, byDefault: 64, hint: { zh: '所有人合计', en: 'By everybody together' } },
    ),
    snapshotSeconds: integer(
      { zh: '抓拍间隔（秒）', en: 'Snapshot every (seconds)' },
      {
        min: 3,
        max: 300,
        byDefault: 10,
        hint: { zh: '仅在有人观看时抓拍', en: 'Taken only while somebody watches' },
      },
    ),
    hookSetAt: readOnly(optional(instant({ zh: '鉴权密钥生成时间', en: 'Key of the hook made' }))),
    remark,
  },
  columns: ['name', 'kind', 'lotId', 'isEnabled', 'whepUrl', 'addressMinutes', 'viewerLimit', 'hookSetAt'],
  order: [{ field: 'name' }],
  search: { name: 'contains', kind: 'equals', lotId: 'equals', isEnabled: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete'],
  subject: (row) => row.name,
});

const configure = permission('video-server.configure', {
  zh: '配置流媒体与相机取流',
  en: 'Configure media servers and streams of cameras',
});
const videoServerId = reference({ zh: '视频来源', en: 'Source of video' }, 'video-server');

/** Writes the configuration of a media server: where it asks who may watch, and where it fetches each camera. It holds secrets. */
export const writeVideoConfiguration = operation('write-video-configuration', {
  title: { zh: '生成配置', en: 'Write configuration' },
  path: '/api/videoServer/writeConfiguration',
  access: configure,
  needsPassword: {
    zh: '配置中含有鉴权密钥和相机密码，是否生成？',
    en: 'The configuration holds the key of the hook and passwords of cameras. Write it?',
  },
  input: {
    videoServerId,
    isNewKey: flag(
      { zh: '更换鉴权密钥', en: 'Make a new key' },
      { byDefault: false, hint: { zh: '旧配置立即失效', en: 'The configuration in use stops working at once' } },
    ),
  },
  output: { file: text({ zh: '配置', en: 'Configuration' }, { max: 200_000, isLong: true }) },
  audit: 'video-server.configured',
});

/** Checks the addresses of a media server from here. */
export const testVideoServer = operation('test-video-server', {
  title: { zh: '测试连接', en: 'Test' },
  path: '/api/videoServer/test',
  access: configure,
  perMinute: 20,
  isRead: true,
  input: { videoServerId },
  output: { fault: optional(text({ zh: '问题', en: 'What is wrong' }, { max: 500 })) },
});

/** Cameras with their stream on the media server; addresses are never returned. */
export const videoStreamList = report('video-stream', {
  title: { zh: '相机取流', en: 'Streams of cameras' },
  path: '/api/videoServer/streams',
  access: videoServer.can.list,
  filters: {
    lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
    name: optional(text({ zh: '相机', en: 'Camera' }, { max: 64 })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    name: text({ zh: '相机', en: 'Camera' }),
    lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot'),
    laneId: reference({ zh: '车道', en: 'Lane' }, 'lane'),
    path: text({ zh: '流路径', en: 'Path' }),
    sourceHost: optional(text({ zh: '取流主机', en: 'Fetched from' })),
    setAt: optional(instant({ zh: '更新时间', en: 'Set' })),
  },
});

/** States the path of a camera's stream, and where the media server fetches it. */
export const setVideoStream = operation('set-video-stream', {
  title: { zh: '取流设置', en: 'Stream' },
  path: '/api/videoServer/setStream',
  access: configure,
  input: {
    cameraId: reference({ zh: '相机', en: 'Camera' }, 'camera'),
    path: optional(
      text(
        { zh: '流路径', en: 'Path' },
        {
          max: 100,
          pattern: /^[\w.~-]+(\/[\w.~-]+)*$/,
          hint: { zh: '流媒体服务中已有的路径；留空自动生成', en: 'A path the media server has. Empty: one is made' },
        },
      ),
    ),
    source: optional(secret({ zh: '取流地址', en: 'Address of the stream' }, { max: 300 })),
  },
  output: {},
  audit: 'video-stream.set',
});

export const videoServerRefusal = refusals('video-server', {
  'one-enabled': {
    status: 409,
    zh: '该车场范围已启用“{name}”，请先停用',
    en: '"{name}" is in use for the same lots. Turn it off first',
  },
  'no-address': { status: 422, zh: '请填写 WebRTC 地址或 HLS 地址', en: 'Enter the WebRTC or the HLS address' },
  'only-in-trial': {
    status: 422,
    zh: '模拟画面只供试用租户使用',
    en: 'Simulated pictures are for trial tenants only',
  },
  'not-media': { status: 422, zh: '只有流媒体服务有配置', en: 'Only media servers have a configuration' },
  'not-permitted': {
    status: 422,
    zh: '地址 {address} 未被本系统允许：请管理员在 MEDIA_URLS 中加入后重启',
    en: 'This installation does not permit {address}: its administrator adds it to MEDIA_URLS and restarts',
  },
  'bad-source': {
    status: 422,
    zh: '取流地址应以 rtsp://、rtsps://、rtmp://、http:// 或 https:// 开头',
    en: 'The address of a stream begins with rtsp://, rtsps://, rtmp://, http:// or https://',
  },
});
