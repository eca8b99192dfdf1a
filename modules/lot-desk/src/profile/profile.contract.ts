import { lot, SpotKind } from '@boyun/facilities/contract';
import { choice, group, integer, list, money, operation, optional, reference, text } from '@boyun/kernel/contract';

const count = (zh: string, en: string) => integer({ zh, en });

/** Facts about a lot beyond its own fields: spots by kind, tariffs in force, devices, and today's figures. */
export const getLotProfile = operation('get-lot-profile', {
  title: { zh: '停车场信息', en: 'Parking info' },
  path: '/api/parkLot/getProfile',
  access: lot.can.list,
  input: { lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot') },
  output: {
    carsInside: integer({ zh: '在场车辆', en: 'Cars inside' }, { min: -100_000 }),
    entries: count('今日入场', 'Entries today'),
    exits: count('今日出场', 'Exits today'),
    receivedFen: money({ zh: '今日实收', en: 'Received today' }),
    unpaidCount: count('今日离场欠费', 'Left owing today'),
    openAlarms: count('待处理报警', 'Open alarms'),
    camerasOnline: count('在线相机', 'Cameras online'),
    cameras: count('相机', 'Cameras'),
    boxesOnline: count('在线盒子', 'Boxes online'),
    boxes: count('盒子', 'Boxes'),
    spots: list(
      { zh: '车位', en: 'Spots' },
      group(
        { zh: '车位', en: 'Spots' },
        {
          kind: choice({ zh: '类型', en: 'Kind' }, SpotKind),
          planned: count('规划', 'Planned'),
          entered: count('已登记', 'Entered'),
          /** Of those entered, how many have a detector, which alone knows whether a car is on a spot off the street. */
          watched: count('有检测', 'With a detector'),
          free: count('空闲', 'Free'),
        },
      ),
    ),
    tariffs: list(
      { zh: '现行收费', en: 'Tariffs in force' },
      group(
        { zh: '收费', en: 'Tariff' },
        {
          ruleId: text({ zh: '规则编号', en: 'Rule id' }),
          ruleName: text({ zh: '收费规则', en: 'Charge rule' }),
          versionNumber: optional(integer({ zh: '版本', en: 'Version' })),
          scope: text({ zh: '范围', en: 'Applies to' }),
          vehicleKinds: list({ zh: '车型', en: 'Vehicle kinds' }, text({ zh: '车型', en: 'Kind' })),
          plateColors: list({ zh: '车牌颜色', en: 'Plate colours' }, integer({ zh: '颜色', en: 'Colour' })),
        },
      ),
    ),
  },
  isRead: true,
});
