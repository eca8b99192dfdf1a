import type { ModuleContract } from '@boyun/kernel/contract';

/** The contracts of all modules, in menu order; a page loads only those it needs. */
export const contractDoors: Readonly<Record<string, () => Promise<ModuleContract>>> = {
  insight: async () => (await import('@boyun/insight/contract')).insight,
  facilities: async () => (await import('@boyun/facilities/contract')).facilities,
  'lot-desk': async () => (await import('@boyun/lot-desk/contract')).lotDesk,
  duty: async () => (await import('@boyun/duty/contract')).duty,
  orders: async () => (await import('@boyun/orders/contract')).orders,
  replays: async () => (await import('@boyun/replays/contract')).replays,
  feedback: async () => (await import('@boyun/feedback/contract')).feedback,
  passings: async () => (await import('@boyun/passings/contract')).passings,
  alarms: async () => (await import('@boyun/alarms/contract')).alarms,
  charging: async () => (await import('@boyun/charging/contract')).charging,
  money: async () => (await import('@boyun/money/contract')).money,
  payments: async () => (await import('@boyun/payments/contract')).payments,
  reviews: async () => (await import('@boyun/reviews/contract')).reviews,
  lists: async () => (await import('@boyun/lists/contract')).lists,
  bookings: async () => (await import('@boyun/bookings/contract')).bookings,
  passes: async () => (await import('@boyun/passes/contract')).passes,
  devices: async () => (await import('@boyun/devices/contract')).devices,
  gateway: async () => (await import('@boyun/gateway/contract')).gateway,
  organisation: async () => (await import('@boyun/organisation/contract')).organisation,
  tenancy: async () => (await import('@boyun/tenancy/contract')).tenancy,
  access: async () => (await import('@boyun/access/contract')).access,
  system: async () => (await import('@boyun/system/contract')).system,
  'open-api': async () => (await import('@boyun/open-api/contract')).openApi,
  push: async () => (await import('@boyun/push/contract')).push,
};
