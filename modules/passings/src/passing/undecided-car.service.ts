import { commandChanged, laneFollowed, lanePassedUnasked } from '@boyun/devices/contract';
import { lockCarsInside } from '@boyun/facilities/server';
import type { Label } from '@boyun/kernel/contract';
import { reaction, type TenantTx } from '@boyun/kernel/server';
import type { PassType } from '@boyun/orders/contract';
import { lockPassing, settleWaiting } from './passing.queries.ts';
import { emitSettled, passThrough } from './settle-passing.service.ts';

/** How a car that waited passed its barrier without a decision about it. */
const UNDECIDED = {
  'suspicious-follow': { zh: '疑似跟随前车通过道闸', en: 'Seems to have followed the car before it through' },
  'remote-control': { zh: '人工开闸后驶离', en: 'Passed after somebody opened the barrier' },
  'forced-open': { zh: '道闸无指令打开，车辆驶离', en: 'Passed a barrier that no command had opened' },
} as const satisfies Partial<Record<PassType, Label>>;

/**
 * Treats the car waiting at a lane as passed, whatever it owes: when it follows another car through, when it passes a barrier that a person
 * opened by hand, or one that nobody had opened.
 */
export const takeUndecided = reaction('take-follower', [laneFollowed, lanePassedUnasked, commandChanged], {
  isPrompt: true,
  wants: (event) =>
    event.kind !== commandChanged.kind ||
    (event.data.state === 'passed' && event.data.kind === 'open' && event.data.passingId === null),
  async react(tx, { kind, lotId, data, at }) {
    const passType =
      kind === laneFollowed.kind
        ? 'suspicious-follow'
        : kind === lanePassedUnasked.kind
          ? 'forced-open'
          : 'remote-control';
    if (lotId) await takePassed(tx, { laneId: data.laneId, lotId, at }, passType);
  },
});

/** Settles the car that waited at a lane when a car passed its barrier. */
export async function takePassed(
  tx: TenantTx,
  { laneId, lotId, at }: { readonly laneId: string; readonly lotId: string; readonly at: Date },
  passType: keyof typeof UNDECIDED,
): Promise<void> {
  await lockCarsInside(tx, lotId);
  const [waiting] = await tx.query<{ passingId: string }>(
    // A car that came since has not passed.
    `select passing_id from waiting_car where tenant_id = $1 and lane_id = $2
       and passing_id < first_uuid($3::timestamptz + interval '1 millisecond')`,
    [tx.tenantId, laneId, at],
  );
  const passing = waiting ? await lockPassing(tx, waiting.passingId) : null;
  if (!passing) return;
  const reason = UNDECIDED[passType];
  const { car, orderId } = await passThrough(tx, passing, passType);
  await settleWaiting(tx, car, {
    decision: 'record',
    passType,
    reasonZh: reason.zh,
    reasonEn: reason.en,
    screenText: '',
    orderId,
  });
  emitSettled(tx, car, 'record', passType, reason, orderId);
}
