import type { PageHelps } from '@boyun/kernel/web';
import { DeviceState } from '../camera/camera.contract.ts';
import { CommandState } from '../command/command.contract.ts';

/** Help of the pages of this module. */
const helps: PageHelps = {
  camera: {
    purpose: { zh: '识别相机及其在线状态、接入密钥。', en: 'Cameras that read plates, with state and key.' },
    steps: [
      {
        zh: '“重置密钥”显示令牌与地址，仅此一次；重置后旧密钥失效。',
        en: '"New secret" shows token and addresses once; the old ones stop working.',
      },
      {
        zh: '海康、大华相机需设置“控制地址”，云端据此开关道闸；内网地址须由管理员放行。',
        en: 'Hikvision and Dahua cameras need a "Control" address by which the cloud moves the barrier; private ones must be permitted by the administrator.',
      },
    ],
    states: [
      { state: DeviceState.never, means: { zh: '还没有收到过心跳', en: 'No heartbeat has arrived yet' } },
      { state: DeviceState.online, means: { zh: '心跳正常', en: 'Its heartbeats arrive' } },
      {
        state: DeviceState.offline,
        means: { zh: '心跳中断，请检查电源与网络', en: 'Its heartbeats stopped: check power and network' },
      },
    ],
  },
  deviceCommand: {
    purpose: { zh: '发给道闸的每条指令及其结果。', en: 'Every command to a barrier and what became of it.' },
    steps: [
      {
        zh: '道闸指令不会自动重发，“不确定”请到现场核实。',
        en: 'Commands are never sent again by themselves; check "uncertain" ones at the lane.',
      },
    ],
    states: [
      { state: CommandState.queued, means: { zh: '等待设备来取', en: 'Waits for the device' } },
      { state: CommandState.sent, means: { zh: '已交给设备', en: 'Handed to the device' } },
      { state: CommandState.accepted, means: { zh: '设备已接收', en: 'The device took it' } },
      { state: CommandState.opened, means: { zh: '道闸已开到位', en: 'The barrier is open' } },
      { state: CommandState.passed, means: { zh: '车辆已通过', en: 'The car has passed' } },
      { state: CommandState.uncertain, means: { zh: '没有收到结果', en: 'No outcome was reported' } },
    ],
  },
};
export default helps;
