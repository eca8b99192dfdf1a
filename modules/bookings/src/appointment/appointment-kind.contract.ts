import type { ListKind } from '@boyun/lists/contract';

/** Cars with an appointment. */
export const appointmentKind: ListKind = {
  name: 'appointment',
  words: { zh: '预约车', en: 'Appointment' },
  tone: 'info',
  mark: { zh: '约', en: 'Booked' },
  markTone: 'info',
  rank: 100,
  page: '/_cloud_operation/appointment',
  lanePolicy: 'open',
  isLimited: true,
};
