import { moduleContract, page, resourcePage } from '@boyun/kernel/contract';
import {
  appointment,
  appointmentQuota,
  appointmentRefusal,
  bookAppointment,
  cancelAppointment,
  confirmAppointment,
  getAppointmentSlots,
  missAppointment,
} from './appointment/appointment.contract.ts';
import {
  bookByDriver,
  bookingPage,
  bookingRefusal,
  cancelBooking,
  getBooking,
  getBookingPage,
} from './appointment/booking.contract.ts';
import { blackList } from './black-list/black-list.contract.ts';
import { fixedList } from './fixed-list/fixed-list.contract.ts';
import { freeList } from './free-list/free-list.contract.ts';
import {
  changePackPlates,
  getPack,
  PackMethod,
  pack,
  packRefusal,
  pausePack,
  renewPack,
  sellPack,
} from './pack/pack.contract.ts';
import { cancelPack, packReturnList, refundPack } from './pack/pack-return.contract.ts';
import { packRule, packRuleRefusal } from './pack-rule/pack-rule.contract.ts';
import { listRefusal } from './standing/list-field.contract.ts';
import { getPlateStanding } from './standing/plate-standing.contract.ts';
import {
  answerInvitation,
  decideVisit,
  getInvitation,
  registerVisit,
  visitList,
} from './visit-list/visit-list.contract.ts';
import { whiteList } from './white-list/white-list.contract.ts';

export {
  badgeOf,
  findListKind,
  isFreeStanding,
  type ListKind,
  listKind,
  Standing,
  standingField,
  standingsWhere,
} from './standing/list-kind.contract.ts';
export { PackMethod };

/** Lists that decide how a plate passes. */
export const vehicleLists = moduleContract('vehicle-lists', {
  resources: [
    blackList,
    whiteList,
    freeList,
    fixedList,
    visitList,
    appointmentQuota,
    appointment,
    bookingPage,
    packRule,
    pack,
  ],
  operations: [
    getPlateStanding,
    decideVisit,
    getInvitation,
    answerInvitation,
    registerVisit,
    getAppointmentSlots,
    bookAppointment,
    confirmAppointment,
    cancelAppointment,
    missAppointment,
    getBookingPage,
    bookByDriver,
    getBooking,
    cancelBooking,
    sellPack,
    renewPack,
    changePackPlates,
    pausePack,
    cancelPack,
    refundPack,
    getPack,
  ],
  reports: [packReturnList],
  refusals: [listRefusal, appointmentRefusal, bookingRefusal, packRuleRefusal, packRefusal],
  pages: [
    resourcePage('blackList', blackList, { path: '/_cloud_operation/blackList', icon: 'black', area: 'operation' }),
    resourcePage('whiteList', whiteList, { path: '/_cloud_operation/whiteList', icon: 'white', area: 'operation' }),
    resourcePage('freeList', freeList, { path: '/_cloud_operation/freeList', icon: 'free', area: 'operation' }),
    resourcePage('fixedList', fixedList, { path: '/_cloud_operation/fixedList', icon: 'fixed', area: 'operation' }),
    resourcePage('visitList', visitList, { path: '/_cloud_operation/visitList', icon: 'visitor', area: 'operation' }),
    resourcePage('appointment', appointment, {
      path: '/_cloud_operation/appointment',
      icon: 'appointment',
      area: 'operation',
    }),
    resourcePage('packRule', packRule, { path: '/_cloud_operation/packRule', icon: 'rule', area: 'operation' }),
    resourcePage('packManage', pack, {
      path: '/_cloud_operation/packManage',
      title: { zh: '月卡管理', en: 'Monthly packs' },
      icon: 'pack',
      area: 'operation',
    }),
    page('packRefund', {
      path: '/_cloud_operation/packRefund',
      title: { zh: '月卡退款', en: 'Monthly-pack refunds' },
      icon: 'arrears',
      area: 'operation',
      access: packReturnList.access,
    }),
    page('packCancel', {
      path: '/_cloud_operation/packCancel',
      title: { zh: '月卡注销', en: 'Monthly-pack cancel' },
      icon: 'void',
      area: 'operation',
      access: packReturnList.access,
    }),
  ],
});
