import type { Label, Language } from '@boyun/kernel/contract';
import { FACILITIES, FINANCE, OPERATOR } from './office-role.service.ts';

/** A role created with every tenant. */
export interface StandardRole {
  readonly label: Label;
  readonly isAdmin?: boolean;
  /** Permissions by pattern: `*` matches any one part. */
  readonly patterns: readonly string[];
}

const seeFacilities = FACILITIES.map((thing) => `${thing}.list`);

/** The standard roles by code (domain.md §3); the administrator role implies every permission. */
export const STANDARD_ROLES: Readonly<Record<string, StandardRole>> = {
  admin: { label: { zh: '管理员', en: 'Administrator' }, isAdmin: true, patterns: [] },
  operator: {
    label: { zh: '运营', en: 'Operator' },
    patterns: OPERATOR,
  },
  finance: {
    label: { zh: '财务', en: 'Finance' },
    patterns: FINANCE,
  },
  attendant: {
    label: { zh: '值守员', en: 'Attendant' },
    patterns: [
      ...seeFacilities,
      'console.view',
      'wall-screen.watch',
      'wall-screen.list',
      'lot-map.view',
      'lane-monitor.view',
      'lane.open',
      'alarm.list',
      'alarm.handle',
      'repair-order.list',
      'repair-order.report',
      'passing.list',
      'passing.settle',
      'passing.free',
      'lane-call.*',
      'order.list',
      'order.collect',
      'order.correct',
      'feedback.list',
      'feedback.answer',
      'arrears.list',
      'review.list',
      'car-note.write',
      'plate-lookup.find',
      'recognition.read',
      'black-list.list',
      'white-list.list',
      'free-list.list',
      'fixed-list.list',
      'visit-list.list',
      'visit-list.create',
      'visit-list.decide',
      'pack.list',
      'wallet.list',
      'wallet.top-up',
      'appointment.list',
      'appointment.book',
      'shared-booking.list',
      'shared-booking.taken',
      'camera.list',
      'box-work.list',
      'box-pin.list',
      'box-pin.set',
      'video.*',
      'command.list',
      'sentry-operation.list',
      'stock-take.list',
      'stock-take.count',
    ],
  },
  booth: {
    label: { zh: '岗亭值班员', en: 'Booth attendant' },
    patterns: [
      'console.view',
      'lot.list',
      'sentry.list',
      'shift.take',
      'shift-plan.list',
      'shift.list',
      'shift.sign',
      'attendance.sign',
      'attendance.list',
      'lane-monitor.view',
      'box-work.list',
      'box-pin.list',
      'box-pin.set',
      'video.*',
      'lane.open',
      'lane-call.*',
      'passing.list',
      'passing.settle',
      'order.list',
      'order.collect',
      'wallet.list',
      'wallet.top-up',
      'payment.list',
      'alarm.list',
      'alarm.handle',
      'repair-order.list',
      'repair-order.report',
    ],
  },
  collector: {
    label: { zh: '收费员', en: 'Collector' },
    patterns: [
      'console.view',
      'lot.list',
      'spot.list',
      'order.list',
      'order.collect',
      'roadside.*',
      'pos.work',
      'payment.list',
      'sentry.list',
      'shift.take',
      'shift-plan.list',
      'shift.list',
      'shift.sign',
      'attendance.sign',
      'attendance.list',
    ],
  },
  inspector: {
    label: { zh: '巡检员', en: 'Inspector' },
    patterns: [
      ...seeFacilities,
      'console.view',
      'camera.list',
      'video.*',
      'box.list',
      'command.list',
      'alarm.list',
      'repair-order.list',
      'repair-order.report',
      'repair-order.repair',
      'passing.list',
      'inspection.list',
      'patrol-car.list',
      'patrol-route.list',
      'patrol-tour.*',
      'patrol-finding.*',
      'inspection.do',
      'inspection-plan.list',
      'inspection-route.list',
      'stock-take.list',
      'stock-take.count',
    ],
  },
  // Merchants and units see none of the tenant's own data, only the pages made for them.
  merchant: {
    label: { zh: '商户', en: 'Merchant' },
    patterns: ['merchant-desk.*', 'merchant-desk-grant.*', 'merchant-desk-entry.*', 'merchant-desk-statement.*'],
  },
  // Its accounts are limited to the lots of the sub-merchant, and settlements to its own.
  'sub-merchant': {
    label: { zh: '子商户', en: 'Sub-merchant' },
    patterns: [
      'console.view',
      'lot.list',
      'finance.*',
      'lot-day.*',
      'settlement.list',
      'settlement.export',
      'refund-report.*',
      'order.list',
      'order.export',
      'payment.list',
      'payment.export',
      'pack.list',
      'passing.list',
    ],
  },
  unit: {
    label: { zh: '单位用户', en: 'Unit user' },
    patterns: [
      'unit-desk.*',
      'unit-desk-vehicle.*',
      'unit-desk-visitor.*',
      'unit-desk-pass.*',
      'unit-desk-bill.*',
      'unit-desk-account.*',
      'unit-desk-request.*',
    ],
  },
};

/** Returns the name of a role in a language: a standard role that was not renamed has a name in each. */
export function roleName(role: { readonly code?: string | null; readonly name: string }, language: Language): string {
  const label = STANDARD_ROLES[role.code ?? '']?.label;
  return label?.zh === role.name ? label[language] : role.name;
}
