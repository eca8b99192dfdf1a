import { event, instant, plate, reference, text } from '@boyun/kernel/contract';

const fields = {
  appointmentId: reference({ zh: '预约', en: 'Appointment' }, 'appointment'),
  appointmentNo: text({ zh: '预约号', en: 'Appointment number' }, { max: 32 }),
  plate: plate(),
  startsAt: instant({ zh: '预约时间', en: 'Booked for' }),
  state: text({ zh: '状态', en: 'State' }, { max: 16 }),
};

/** An appointment was booked. */
export const appointmentBooked = event('appointment.booked', {
  label: { zh: '预约', en: 'An appointment was booked' },
  fields,
});

/** An appointment was confirmed. */
export const appointmentConfirmed = event('appointment.confirmed', {
  label: { zh: '确认预约', en: 'An appointment was confirmed' },
  fields,
});

/** An appointment was cancelled. */
export const appointmentCancelled = event('appointment.cancelled', {
  label: { zh: '取消预约', en: 'An appointment was cancelled' },
  fields,
});

/** The car did not come. */
export const appointmentMissed = event('appointment.missed', {
  label: { zh: '预约爽约', en: 'An appointment was missed' },
  fields,
});

/** The car came and left. */
export const appointmentCompleted = event('appointment.completed', {
  label: { zh: '预约完成', en: 'An appointment was completed' },
  fields,
});
