import { expect, test } from 'vitest';
import { dahuaDriver } from '../dahua/dahua.service.ts';
import { hikvisionDriver } from '../hikvision/hikvision.service.ts';
import { huaxiaDriver } from '../huaxia/huaxia.service.ts';
import { vzenithDriver } from '../vzenith/vzenith.service.ts';
import type { Driver, RawMessage } from './driver.service.ts';

const raw = (body: string, contentType: string): RawMessage & { origin: string } => ({
  body: Buffer.from(body),
  contentType,
  path: '',
  receivedAt: new Date('2026-03-04T01:00:00Z'),
  zone: 'Asia/Shanghai',
  origin: '',
});
const XML = 'application/xml';
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

// As public sources quote what cameras of the makers sent.
test.each<[string, Pick<Driver, 'readPassing'>, string, string, string, object]>([
  [
    'Hikvision DS-TCG405-E',
    hikvisionDriver as Driver,
    XML,
    `<?xml version="1.0" encoding="utf-8"?><EventNotificationAlert version="2.0" xmlns="http://www.isapi.org/ver20/XMLSchema">
<ipAddress>172.20.16.40</ipAddress><macAddress>44:a6:42:f3:2a:d7</macAddress><channelID>1</channelID>
<dateTime>2024-05-07T17:48:03.847+07:00</dateTime><activePostCount>80</activePostCount><eventType>ANPR</eventType>
<eventState>active</eventState><ANPR><country>64</country><licensePlate>京PH3XJ0</licensePlate><direction>forward</direction>
<confidenceLevel>98</confidenceLevel><plateType>unknown</plateType><plateColor>unknown</plateColor><vehicleType>SUVMPV</vehicleType>
<barrierGateCtrlType>1</barrierGateCtrlType></ANPR><UUID>a0fe72d4-3652-464a-aebd-3f9190010236</UUID></EventNotificationAlert>`,
    '44a642f32ad7',
    { plate: '京PH3XJ0', confidence: 98, vehicleKind: 'small', happenedAt: new Date('2024-05-07T10:48:03.847Z') },
  ],
  [
    'Dahua ITSAPI',
    dahuaDriver as Driver,
    JSON_TYPE,
    '{"Picture":{"Plate":{"PlateNumber":"ABC1234","PlateColor":"White","Confidence":90},"Vehicle":{"VehicleColor":"Black"},"SnapInfo":{"AccurateTime":"2026-02-10 09:30:45","DeviceID":"camera_01","Direction":"Obverse"}}}',
    'camera_01',
    { plate: 'ABC1234', plateColor: 3, confidence: 90, happenedAt: new Date('2026-02-10T01:30:45Z') },
  ],
  [
    'Huaxia',
    huaxiaDriver as Driver,
    FORM,
    'type=online&mode=5&plate_num=京PH3XJ0&car_logo=未知&plate_val=true&confidence=24&plate_color=蓝色&car_color=未知&vehicle_type=轿车&start_time=1575536095&park_id=5&cam_id=100200041313&cam_ip=192.168.10.100&vdc_type=in&is_whitelist=false&triger_type=video',
    '100200041313',
    { plate: '京PH3XJ0', plateColor: 1, confidence: 24, vehicleKind: 'small', isOffline: false },
  ],
  [
    'Vzenith, a kept record without a plate',
    vzenithDriver() as unknown as Driver,
    JSON_TYPE,
    '{"AlarmInfoPlate":{"channel":0,"deviceName":"IVS","ipaddr":"192.168.1.100","result":{"PlateResult":{"bright":0,"colorType":0,"confidence":0,"imagePath":"xxxxx.jpg","license":"_无_","location":{"RECT":{"bottom":0,"left":0,"right":0,"top":0}},"timeStamp":{"Timeval":{"sec":1441815171,"usec":672241}},"triggerType":4,"type":0,"plateid":123,"isoffline":0,"gioouts":[{"ionum":1,"ctrltype":0}]}},"serialno":"eff50e18-e3d3862b"}}',
    'eff50e18-e3d3862b',
    { plate: null, isOffline: true, happenedAt: new Date('2015-09-09T16:12:51.672Z') },
  ],
])('%s is read', (_, driver, type, body, serialNo, message) => {
  expect(driver.readPassing(raw(body, type))).toMatchObject({ serialNo, message });
});
