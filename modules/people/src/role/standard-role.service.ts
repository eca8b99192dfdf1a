import type { Label } from '@boyun/kernel/contract';

/** A role every tenant starts with. */
export interface StandardRole {
  readonly label: Label;
  readonly isAdmin?: boolean;
  /** Permissions by pattern: `*` stands for any one part. */
  readonly patterns: readonly string[];
}

const FACILITIES = ['area', 'lot', 'region', 'garage', 'gate', 'lane', 'spot'];
const seeFacilities = FACILITIES.map((thing) => `${thing}.list`);

/** The standard roles by code, domain.md §3; the role of administrators holds every permission by itself. */
export const STANDARD_ROLES: Readonly<Record<string, StandardRole>> = {
  admin: { label: { zh: '管理员', en: 'Administrator' }, isAdmin: true, patterns: [] },
  operator: {
    label: { zh: '运营', en: 'Operator' },
    patterns: [
      ...FACILITIES.map((thing) => `${thing}.*`),
      'camera.*',
      'box.*',
      'command.*',
      'black-list.*',
      'white-list.*',
      'free-list.*',
      'fixed-list.*',
      'visit-list.*',
      'pack-rule.*',
      'pack.*',
      'appointment-quota.*',
      'appointment.*',
      'charge-rule.*',
      'charge-example.*',
      'charge-binding.*',
      'charge-replay.*',
      'holiday.*',
      'alarm.*',
      'passing.*',
      'lane.*',
      'lane-monitor.*',
      'order.*',
      'payment.list',
      'pay-channel.list',
      'pay-channel.test',
      'quarantine.*',
      'message.send',
      'console.*',
    ],
  },
  finance: {
    label: { zh: '财务', en: 'Finance' },
    patterns: [
      'console.*',
      'order.list',
      'order.export',
      'order.void',
      'payment.*',
      'pay-channel.*',
      'pack-rule.list',
      'pack.list',
      'pack.export',
      'pack.approve',
      'pack.cancel',
      'passing.list',
      'charge-rule.list',
      'charge-rule.approve',
      'charge-rule.replay',
      'charge-example.list',
      'charge-binding.list',
      'charge-replay.*',
      'holiday.list',
      'lot.list',
      'verify.*',
    ],
  },
  attendant: {
    label: { zh: '值守员', en: 'Attendant' },
    patterns: [
      ...seeFacilities,
      'console.view',
      'lane-monitor.view',
      'lane.open',
      'alarm.list',
      'alarm.handle',
      'passing.list',
      'passing.settle',
      'order.list',
      'order.collect',
      'black-list.list',
      'white-list.list',
      'free-list.list',
      'fixed-list.list',
      'visit-list.list',
      'visit-list.create',
      'visit-list.decide',
      'pack.list',
      'appointment.list',
      'appointment.book',
      'camera.list',
      'command.list',
    ],
  },
  collector: {
    label: { zh: '收费员', en: 'Collector' },
    patterns: ['console.view', 'lot.list', 'spot.list', 'order.list', 'order.collect', 'payment.list'],
  },
  inspector: {
    label: { zh: '巡检员', en: 'Inspector' },
    patterns: [
      ...seeFacilities,
      'console.view',
      'camera.list',
      'box.list',
      'command.list',
      'alarm.list',
      'passing.list',
    ],
  },
  // Merchants and units see nothing of the tenant's own; their pages bring their permissions.
  merchant: { label: { zh: '商户', en: 'Merchant' }, patterns: [] },
  unit: { label: { zh: '单位用户', en: 'Unit user' }, patterns: [] },
};
