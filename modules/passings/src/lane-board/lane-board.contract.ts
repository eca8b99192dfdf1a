import { CommandState, DeviceState } from '@boyun/devices/contract';
import { plateColorLabel } from '@boyun/domain/plate';
import { LaneDirection, LaneMode } from '@boyun/facilities/contract';
import {
  choice,
  file,
  flag,
  group,
  instant,
  integer,
  list,
  money,
  operation,
  optional,
  reference,
  text,
} from '@boyun/kernel/contract';
import { standingField } from '@boyun/lists/contract';
import { callList } from '../lane-call/lane-call.contract.ts';
import { Decision } from '../passing/passing.contract.ts';

/** The live board of lanes: last plate, amount due, and the reported state of the barrier's last command. */
export const getLaneBoard = operation('get-lane-board', {
  title: { zh: '车道监控', en: 'Lane monitor' },
  path: '/api/laneMonitor/getBoard',
  access: callList.access,
  input: { lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')) },
  output: {
    lots: list(
      { zh: '车场', en: 'Parking lots' },
      group(
        { zh: '车场', en: 'Parking lot' },
        {
          lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot'),
          carsInside: integer({ zh: '在场', en: 'Cars inside' }, { min: -1_000_000 }),
          capacity: integer({ zh: '总车位', en: 'Spots' }),
        },
      ),
    ),
    lanes: list(
      { zh: '车道', en: 'Lanes' },
      group(
        { zh: '车道', en: 'Lane' },
        {
          laneId: reference({ zh: '车道', en: 'Lane' }, 'lane'),
          lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot'),
          direction: choice({ zh: '方向', en: 'Direction' }, LaneDirection),
          mode: choice({ zh: '运行模式', en: 'Mode' }, LaneMode),
          modeUntil: optional(instant({ zh: '模式截止', en: 'Mode until' })),
          cameraState: optional(choice({ zh: '相机', en: 'Camera' }, DeviceState)),
          passingId: optional(text({ zh: '过车记录', en: 'Passing record' })),
          happenedAt: optional(instant({ zh: '时间', en: 'Time' })),
          plate: optional(text({ zh: '车牌', en: 'Plate' })),
          plateColor: optional(choice({ zh: '车牌颜色', en: 'Plate colour' }, plateColorLabel)),
          standing: optional(standingField),
          decision: optional(choice({ zh: '处理结果', en: 'Decision' }, Decision)),
          isWaiting: flag({ zh: '等待中', en: 'Waiting' }),
          reasonZh: optional(text({ zh: '原因', en: 'Reason (Chinese)' })),
          reasonEn: optional(text({ zh: '英文原因', en: 'Reason' })),
          screenText: optional(text({ zh: '屏显', en: 'Screen' })),
          picture: optional(file({ zh: '图片', en: 'Picture' })),
          orderId: optional(text({ zh: '订单', en: 'Order' })),
          dueFen: money({ zh: '待收', en: 'Due' }),
          commandState: optional(choice({ zh: '道闸', en: 'Barrier' }, CommandState)),
          commandAt: optional(instant({ zh: '指令时间', en: 'Command at' })),
        },
      ),
    ),
  },
  isRead: true,
});
