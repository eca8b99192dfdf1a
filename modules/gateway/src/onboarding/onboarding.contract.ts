import { CameraProtocol, DeviceState } from '@boyun/devices/contract';
import {
  choice,
  flag,
  group,
  instant,
  integer,
  list,
  operation,
  optional,
  permission,
  reference,
  text,
} from '@boyun/kernel/contract';
import { readFields } from '../inspector/device-message.contract.ts';

/** What is looked at when a camera is connected. */
export const CheckName = {
  plate: { zh: '车牌', en: 'Plate' },
  clock: { zh: '时间', en: 'Time' },
  direction: { zh: '方向', en: 'Direction' },
  lot: { zh: '车场', en: 'Lot' },
  picture: { zh: '图片', en: 'Picture' },
  confidence: { zh: '置信度', en: 'Confidence' },
} as const;

/** How a check came out. */
export const CheckState = {
  good: { zh: '正常', en: 'Right', tone: 'good' },
  warn: { zh: '留意', en: 'Mind this', tone: 'warn' },
  bad: { zh: '有误', en: 'Wrong', tone: 'bad' },
  wait: { zh: '等待', en: 'Waits', tone: 'neutral' },
} as const;

const cameraId = reference({ zh: '相机', en: 'Camera' }, 'camera');
const laneId = reference({ zh: '车道', en: 'Lane' }, 'lane');
const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const access = permission('onboarding.view', { zh: '查看设备接入', en: 'View: Connect devices' });

/** The cameras that are being connected, and callers that nobody knows. */
export const getOnboardingList = operation('get-onboarding-list', {
  title: { zh: '设备接入', en: 'Connect devices' },
  path: '/api/onboarding/list',
  access,
  input: {},
  output: {
    cameras: list(
      { zh: '待接入相机', en: 'Cameras' },
      group(
        { zh: '相机', en: 'Camera' },
        {
          cameraId,
          name: text({ zh: '名称', en: 'Name' }, { max: 64 }),
          lotName: text({ zh: '车场', en: 'Parking lot' }, { max: 64 }),
          laneName: text({ zh: '车道', en: 'Lane' }, { max: 64 }),
          protocol: choice({ zh: '协议', en: 'Protocol' }, CameraProtocol),
          state: choice({ zh: '状态', en: 'State' }, DeviceState),
          messageCount: integer({ zh: '报文数', en: 'Messages' }),
          lastMessageAt: optional(instant({ zh: '最近报文', en: 'Last message' })),
        },
      ),
    ),
    strangers: list(
      { zh: '未知来源', en: 'Unknown callers' },
      group(
        { zh: '来源', en: 'Caller' },
        {
          quarantineId: text({ zh: '编号', en: 'Id' }, { max: 64 }),
          protocol: choice({ zh: '协议', en: 'Protocol' }, CameraProtocol),
          address: optional(text({ zh: '来源地址', en: 'From address' }, { max: 64 })),
          serialNo: optional(text({ zh: '序列号', en: 'Serial number' }, { max: 64 })),
          knownCameraId: optional(cameraId),
          lastReceivedAt: instant({ zh: '最近接收', en: 'Last received' }),
          seenCount: integer({ zh: '次数', en: 'Times' }),
        },
      ),
    ),
  },
  isRead: true,
});

/** What a camera sends, which protocol that is, and what is set up wrong. */
export const getOnboarding = operation('get-onboarding', {
  title: { zh: '接入检查', en: 'Check a camera' },
  path: '/api/onboarding/get',
  access,
  input: { cameraId },
  output: {
    name: text({ zh: '名称', en: 'Name' }, { max: 64 }),
    lotId,
    laneId,
    direction: choice(
      { zh: '车道方向', en: 'Direction of the lane' },
      { entry: { zh: '入口', en: 'Entry' }, exit: { zh: '出口', en: 'Exit' } },
    ),
    protocol: choice({ zh: '协议', en: 'Protocol' }, CameraProtocol),
    isKnown: flag({ zh: '已确认协议', en: 'Its protocol is known' }),
    isReportOnly: flag({ zh: '只上报', en: 'Only reports' }),
    serialNo: optional(text({ zh: '序列号', en: 'Serial number' }, { max: 64 })),
    messageCount: integer({ zh: '报文数', en: 'Messages' }),
    lastMessageAt: optional(instant({ zh: '最近报文', en: 'Last message' })),
    recognised: optional(choice({ zh: '识别出的协议', en: 'Recognised as' }, CameraProtocol)),
    signs: list({ zh: '识别依据', en: 'Told by' }, text({ zh: '依据', en: 'Sign' }, { max: 120 })),
    messageId: optional(text({ zh: '最近过车报文', en: 'Newest report of a car' }, { max: 64 })),
    fault: optional(text({ zh: '解析问题', en: 'Problem' }, { max: 400 })),
    read: optional(group({ zh: '解析结果', en: 'As it is read' }, readFields)),
    findings: list(
      { zh: '检查结果', en: 'Findings' },
      group(
        { zh: '检查', en: 'Finding' },
        {
          name: choice({ zh: '项目', en: 'What' }, CheckName),
          state: choice({ zh: '结论', en: 'State' }, CheckState),
          said: text({ zh: '说明', en: 'In words' }, { max: 200 }),
        },
      ),
    ),
  },
  isRead: true,
});
