import { AlarmKind, AlarmSeverity } from '@boyun/alarms/contract';
import { CommandState, DeviceState } from '@boyun/devices/contract';
import { plateColorLabel } from '@boyun/domain/plate';
import { LaneDirection, LaneMode } from '@boyun/facilities/contract';
import {
  choice,
  decimal,
  flag,
  group,
  instant,
  integer,
  list,
  money,
  operation,
  optional,
  permission,
  reference,
  text,
} from '@boyun/kernel/contract';

const view = permission('lot-map.view', { zh: '查看车场地图', en: 'View: Map of lots' });
const id = text({ zh: '编号', en: 'Id' });
const name = text({ zh: '名称', en: 'Name' });
const carsInside = integer({ zh: '在场', en: 'Inside' }, { min: -1_000_000 });
const capacity = integer({ zh: '总车位', en: 'Spots' });
const count = integer({ zh: '数量', en: 'Count' });
const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');

/** The most lots on the map. */
export const MOST_ON_MAP = 10_000;

/** The lots of the caller with their places and what happens there now. */
export const getLotMap = operation('get-lot-map', {
  title: { zh: '车场地图', en: 'Map of lots' },
  path: '/api/lotMap/getLots',
  access: view,
  input: {
    regionId: optional(reference({ zh: '行政区域', en: 'Region' }, 'region')),
    areaId: optional(reference({ zh: '片区', en: 'Area' }, 'area')),
  },
  output: {
    at: instant({ zh: '时间', en: 'Time' }),
    lots: list(
      { zh: '车场', en: 'Parking lots' },
      group(
        { zh: '车场', en: 'Parking lot' },
        {
          id,
          name,
          longitude: optional(decimal({ zh: '经度', en: 'Longitude' }, { min: -180, max: 180 })),
          latitude: optional(decimal({ zh: '纬度', en: 'Latitude' }, { min: -90, max: 90 })),
          isRoadside: flag({ zh: '路侧', en: 'Roadside' }),
          isOpen: flag({ zh: '营业', en: 'Open' }),
          carsInside,
          capacity,
          /** Cars in and out in the last two hours. */
          flow: count,
          alarms: count,
          offline: count,
        },
      ),
    ),
    /** There are more lots than the map shows. */
    isCut: flag({ zh: '未全部显示', en: 'Not all shown' }),
  },
  isRead: true,
});

/** A lot of the map: its numbers of today, lanes, devices and alarms. */
export const getLotCard = operation('get-lot-card', {
  title: { zh: '车场卡片', en: 'Card of a lot' },
  path: '/api/lotMap/getLot',
  access: view,
  input: { lotId },
  output: {
    name,
    address: optional(text({ zh: '地址', en: 'Address' })),
    carsInside,
    capacity,
    entries: count,
    exits: count,
    receivedFen: money({ zh: '今日实收', en: 'Received today' }, { min: -1e12 }),
    lanes: list(
      { zh: '车道', en: 'Lanes' },
      group(
        { zh: '车道', en: 'Lane' },
        {
          id,
          name,
          direction: choice({ zh: '方向', en: 'Direction' }, LaneDirection),
          mode: choice({ zh: '运行模式', en: 'Mode' }, LaneMode),
          cameraState: optional(choice({ zh: '相机', en: 'Camera' }, DeviceState)),
          commandState: optional(choice({ zh: '道闸', en: 'Barrier' }, CommandState)),
          isWaiting: flag({ zh: '等待中', en: 'Waiting' }),
          happenedAt: optional(instant({ zh: '时间', en: 'Time' })),
          plate: optional(text({ zh: '车牌', en: 'Plate' })),
          plateColor: optional(choice({ zh: '车牌颜色', en: 'Plate colour' }, plateColorLabel)),
        },
      ),
    ),
    devices: list(
      { zh: '设备', en: 'Devices' },
      group(
        { zh: '设备', en: 'Device' },
        {
          id,
          name,
          kind: choice(
            { zh: '种类', en: 'Kind' },
            { camera: { zh: '相机', en: 'Camera' }, box: { zh: '盒子', en: 'Edge box' } },
          ),
          state: choice({ zh: '状态', en: 'State' }, DeviceState),
        },
      ),
    ),
    alarmCount: count,
    alarms: list(
      { zh: '最新报警', en: 'Newest alarms' },
      group(
        { zh: '报警', en: 'Alarm' },
        {
          id,
          at: instant({ zh: '时间', en: 'Time' }),
          kind: choice({ zh: '类型', en: 'Kind' }, AlarmKind),
          severity: choice({ zh: '级别', en: 'Severity' }, AlarmSeverity),
        },
      ),
    ),
  },
  isRead: true,
});
