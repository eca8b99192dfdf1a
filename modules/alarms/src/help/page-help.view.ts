import type { PageHelps } from '@boyun/kernel/web';
import { AlarmState } from '../alarm/alarm.contract.ts';

/** Help of the pages of this module. */
const helps: PageHelps = {
  alarmDispose: {
    purpose: {
      zh: '过车报警：黑名单、欠费、车牌近似、超时停放等，需要有人认领并说明结果。',
      en: 'Alarms of passings: black list, arrears, likeness of plates, overstaying and others. Somebody claims each and states the outcome.',
    },
    steps: [
      { zh: '点“认领”后由您处理，他人不会重复处理。', en: 'Claim an alarm and it is yours.' },
      { zh: '处理时选择结果并填写说明，可用常用语。', en: 'Close it with an outcome and a note; phrases are ready.' },
      { zh: '多选后可批量标为误报。', en: 'Choose several rows to close them as false alarms.' },
    ],
    states: [
      { state: AlarmState.new, means: { zh: '还没有人处理', en: 'Nobody deals with it yet' } },
      { state: AlarmState.claimed, means: { zh: '已有人认领', en: 'Somebody claimed it' } },
      { state: AlarmState.handled, means: { zh: '已处理并有说明', en: 'Closed with a note' } },
      { state: AlarmState['false-alarm'], means: { zh: '经核实不是异常', en: 'Checked and nothing was wrong' } },
    ],
  },
  deviceNotice: {
    purpose: {
      zh: '设备报警：离线的设备、结果不确定的道闸指令。',
      en: 'Alarms of devices: those that went silent, and barrier commands without a certain outcome.',
    },
    steps: [
      {
        zh: '设备恢复后报警不会自动关闭，请核实后处理。',
        en: 'An alarm stays open after the device is back: check and close it.',
      },
    ],
    states: [
      { state: AlarmState.new, means: { zh: '还没有人处理', en: 'Nobody deals with it yet' } },
      { state: AlarmState.claimed, means: { zh: '已有人认领', en: 'Somebody claimed it' } },
      { state: AlarmState.handled, means: { zh: '已处理并有说明', en: 'Closed with a note' } },
    ],
  },
};
export default helps;
