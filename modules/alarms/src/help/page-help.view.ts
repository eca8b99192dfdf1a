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
      zh: '设备报警：离线、道闸与相机故障、电量低、时钟偏差、队列积压等。',
      en: 'Alarms of devices: silence, faults of barriers and cameras, low batteries, wrong clocks, full queues and others.',
    },
    steps: [
      {
        zh: '同一设备同类报警未关闭前只累计次数，不重复提醒。',
        en: 'While an alarm is open, the same one of the same device only counts.',
      },
      {
        zh: '“暂缓”期间不提醒、不按规则报修；到时未处理会再次提醒。可一键转维修工单。',
        en: 'A snoozed alarm is neither announced nor repaired by rule until its time is over. One click makes a repair order.',
      },
      {
        zh: '离线报警在设备恢复后不会自动关闭，请核实后处理；故障与积压恢复后自动关闭。',
        en: 'An alarm of a silent device stays open after it is back: check and close it. Faults and full queues close by themselves.',
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
