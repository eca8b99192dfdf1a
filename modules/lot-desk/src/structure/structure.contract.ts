import { CommandState, DeviceState } from '@boyun/devices/contract';
import { LotState, lot } from '@boyun/facilities/contract';
import {
  type Access,
  choice,
  group,
  instant,
  list,
  operation,
  optional,
  reference,
  text,
} from '@boyun/kernel/contract';

/** Kind of a node in a lot's structure. */
export const NodeKind = {
  lot: { zh: '车场', en: 'Lot' },
  garage: { zh: '车库', en: 'Garage' },
  gate: { zh: '出入口', en: 'Gate' },
  lane: { zh: '车道', en: 'Lane' },
  camera: { zh: '相机', en: 'Camera' },
  box: { zh: '盒子', en: 'Box' },
} as const;
export type NodeKind = keyof typeof NodeKind;

/** Current state of a node. */
export const NodeState = {
  ...LotState,
  entry: { zh: '入场', en: 'Entry', tone: 'info' },
  exit: { zh: '出场', en: 'Exit', tone: 'info' },
  ...DeviceState,
} as const;

const access: Access = lot.can.list;

/** A lot with everything in it as a tree: inner lots, garages, gates, lanes, cameras, boxes. */
export const getStructure = operation('get-structure', {
  title: { zh: '车场结构', en: 'Structure of a lot' },
  path: '/api/parkLot/getStructure',
  access,
  input: { lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot') },
  output: {
    nodes: list(
      { zh: '节点', en: 'Nodes' },
      group(
        { zh: '节点', en: 'Node' },
        {
          id: text({ zh: '编号', en: 'Id' }),
          parentId: optional(text({ zh: '上级', en: 'Above' })),
          kind: choice({ zh: '类型', en: 'Kind' }, NodeKind),
          name: text({ zh: '名称', en: 'Name' }),
          state: optional(choice({ zh: '状态', en: 'State' }, NodeState)),
          detail: text({ zh: '说明', en: 'Detail' }, { max: 500 }),
          barrier: optional(choice({ zh: '道闸', en: 'Barrier' }, CommandState)),
          barrierAt: optional(instant({ zh: '道闸时间', en: 'Barrier at' })),
        },
      ),
      { max: 10_000 },
    ),
  },
  isRead: true,
});
