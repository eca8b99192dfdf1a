import type { PageHelps } from '@boyun/kernel/web';
import { AppointmentState } from '../appointment/appointment.contract.ts';

/** Help of the pages of this module. */
const helps: PageHelps = {
  appointment: {
    purpose: {
      zh: '预约：车主提前约定到场时段，名额用完即止。',
      en: 'Bookings: drivers reserve an hour; each hour has a number of places.',
    },
    steps: [
      { zh: '需要确认的预约请在到场前确认。', en: 'Confirm bookings that need it before the car comes.' },
      {
        zh: '“预约规则”中设置每小时名额与提前天数。',
        en: '"Booking rules" set the places per hour and how many days ahead.',
      },
    ],
    states: [
      { state: AppointmentState.booked, means: { zh: '等待确认', en: 'Waits for confirmation' } },
      { state: AppointmentState.confirmed, means: { zh: '名额已保留', en: 'The place is kept' } },
      { state: AppointmentState.arrived, means: { zh: '车辆已入场', en: 'The car has entered' } },
      { state: AppointmentState.completed, means: { zh: '已离场', en: 'The car has left' } },
      { state: AppointmentState['no-show'], means: { zh: '时间已过未到', en: 'Did not come in time' } },
    ],
  },
};
export default helps;
