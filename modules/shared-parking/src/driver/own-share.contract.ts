import { list, operation, plate, text } from '@boyun/kernel/contract';
import { bookShareByDriver } from './share-door.contract.ts';

/** With what the caller books: the proven mobile, masked, and the own cars, the usual one first. */
export const getShareDriver = operation('get-share-driver', {
  title: { zh: '共享车位预订人', en: 'Who books a shared spot' },
  path: '/api/app/share/driver',
  access: 'driver',
  input: {},
  output: {
    mobileMark: text({ zh: '手机号', en: 'Mobile' }, { max: 16 }),
    plates: list({ zh: '我的车辆', en: 'My cars' }, plate()),
  },
  isRead: true,
});

const { offerId, fromAt, untilAt } = bookShareByDriver.input;

/** Books a shared spot for the caller, under the proven mobile; returns the same as a booking without sign-in. */
export const bookOwnShare = operation('book-own-share', {
  title: { zh: '车主登录后预订共享车位', en: 'Book a shared spot in the app' },
  path: '/api/app/share/book',
  access: 'driver',
  perMinute: 20,
  input: { offerId, fromAt, untilAt, plate: plate() },
  output: bookShareByDriver.output,
  audit: 'shared-booking.made-in-app',
});
