import { UPLINK_PATH } from '@boyun/domain/lora-uplink';
import {
  decimal,
  description,
  flag,
  instant,
  integer,
  inUse,
  operation,
  optional,
  permission,
  readOnly,
  reference,
  resource,
  text,
} from '@boyun/kernel/contract';

/** Where detectors send to through a network server: this, then the token, then `up`. */
export const LORA_PREFIX = '/api/lora';
/** The name with which a network server signs in over MQTT. */
export const LORA_USER = 'lora';

/** A network server of LoRaWAN, or one application in it, whose detectors send alike. */
export const loraNetwork = resource('lora-network', {
  title: { zh: 'LoRaWAN网络', en: 'LoRaWAN networks' },
  path: '/api/loraNetwork',
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { max: 64 }),
    statePath: text(
      { zh: '车位状态', en: 'State of the spot' },
      {
        max: 120,
        pattern: UPLINK_PATH,
        hint: {
          zh: '解码字段如 status、parking.occupied；未解码时取原始字节如 bytes[0]',
          en: 'A decoded field such as status or parking.occupied; without a decoder a raw byte such as bytes[0]',
        },
      },
    ),
    takenValues: text(
      { zh: '表示有车的值', en: 'Values that say taken' },
      { max: 120, byDefault: '1,true,occupied', hint: { zh: '用逗号分隔', en: 'Between commas' } },
    ),
    stateMask: optional(
      integer(
        { zh: '状态位掩码', en: 'Bits of the state' },
        {
          min: 1,
          max: 255,
          hint: {
            zh: '只看这些位，不为零即有车；如 1 为最低位',
            en: 'These bits alone say so; 1 is the lowest',
          },
        },
      ),
    ),
    statePort: optional(
      integer(
        { zh: '状态端口 FPort', en: 'Port of the state' },
        { min: 1, max: 255, hint: { zh: '留空为任何端口', en: 'Empty for any' } },
      ),
    ),
    batteryPath: optional(
      text(
        { zh: '电量', en: 'Battery' },
        {
          max: 120,
          pattern: UPLINK_PATH,
          hint: {
            zh: '如 battery、bytes[1]，两字节如 bytes[1-2]；留空用网络查询到的电量',
            en: 'Such as battery or bytes[1], two bytes bytes[1-2]; empty for what the network asked for',
          },
        },
      ),
    ),
    batteryEmpty: decimal(
      { zh: '电量 0% 的值', en: 'Value when empty' },
      { byDefault: 0, hint: { zh: '如电压 3.0', en: 'A voltage, such as 3.0' } },
    ),
    batteryFull: decimal({ zh: '电量 100% 的值', en: 'Value when full' }, { byDefault: 100 }),
    isActive: inUse,
    lastHeardAt: readOnly(optional(instant({ zh: '最后上报', en: 'Last heard' }))),
    remark: description,
  },
  columns: ['name', 'statePath', 'takenValues', 'batteryPath', 'lastHeardAt', 'isActive'],
  search: { name: 'contains', isActive: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export'],
  subject: (row) => row.name,
  nameField: 'name',
  order: [{ field: 'name' }],
});

const loraNetworkId = reference({ zh: 'LoRaWAN网络', en: 'LoRaWAN network' }, 'lora-network');

/** Replaces the token of a network. The new one is returned only once; the old one is invalid from then on. */
export const rotateLoraToken = operation('rotate-lora-token', {
  title: { zh: '重置令牌', en: 'New token' },
  path: '/api/loraNetwork/rotateToken',
  access: permission('lora-network.rotate-token', {
    zh: '重置 LoRaWAN 网络令牌',
    en: 'Make a new token of a LoRaWAN network',
  }),
  needsPassword: { zh: '旧令牌立即失效，是否生成新令牌？', en: 'The old token stops at once. Make a new one?' },
  input: { loraNetworkId },
  output: {
    address: text({ zh: 'HTTP 集成地址', en: 'Address of the HTTP integration' }),
    userName: text({ zh: 'MQTT 用户名', en: 'MQTT user name' }),
    token: text({ zh: '令牌（MQTT 密码）', en: 'Token (MQTT password)' }),
    topics: text({ zh: 'MQTT 主题', en: 'MQTT topics' }),
  },
  audit: 'lora-network.token-rotated',
});

/** What the present settings find in a message of the network. */
export const uplinkFields = {
  devEui: optional(text({ zh: '设备编号 DevEUI', en: 'DevEUI' })),
  isKnown: flag({ zh: '已登记为地磁', en: 'Known as a detector' }),
  counter: optional(integer({ zh: '帧计数 FCnt', en: 'Counter of frames' }, { max: 0xffff_ffff })),
  port: optional(integer({ zh: '端口 FPort', en: 'Port' })),
  bytes: optional(text({ zh: '原始字节', en: 'Bytes' })),
  isTaken: optional(flag({ zh: '有车', en: 'Taken' })),
  batteryPercent: optional(integer({ zh: '电量 %', en: 'Battery, %' })),
  signalDbm: optional(integer({ zh: '信号 dBm', en: 'Signal, dBm' }, { min: -200, max: 0 })),
};

/** Returns one of the latest messages of a network, raw and as the present settings read it. */
export const readLoraMessage = operation('read-lora-message', {
  title: { zh: '最近报文', en: 'Latest message' },
  path: '/api/loraNetwork/readMessage',
  access: loraNetwork.can.list,
  input: { loraNetworkId },
  output: { body: optional(text({ zh: '报文', en: 'Message' })), ...uplinkFields },
  isRead: true,
});
