import { openLane } from '@boyun/devices/contract';
import { MoveBarrier } from '@boyun/devices/web';
import { can } from '@boyun/kernel/web';
import { collectCash } from '@boyun/payments/contract';
import { CollectCash } from '@boyun/payments/web';
import { Suspense } from 'react';
import { settlePassing } from '../passing/passing.contract.ts';
import { SettleCar } from './lane-act.form.tsx';
import type { Act, ActLane } from './lane-fact.view.tsx';
import { MatchCar } from './match-car.form.tsx';

/** Whether the account may do an act, and the state of the lane allows it. */
export function isPossible(kind: Act, lane: ActLane): boolean {
  const needsWaiting = kind === 'admit' || kind === 'turn-back' || kind === 'match';
  const access = kind === 'open' ? openLane.access : kind === 'collect' ? collectCash.access : settlePassing.access;
  return can(access) && (!needsWaiting || lane.isWaiting) && (kind !== 'collect' || lane.dueFen !== 0);
}

/** The dialog of the act in progress. */
export function ActDialogs({
  act,
  onClose,
  onDone,
}: {
  act: { readonly kind: Act; readonly lane: ActLane } | null;
  onClose: () => void;
  onDone: () => Promise<void>;
}) {
  return (
    <>
      {act && (act.kind === 'admit' || act.kind === 'turn-back') && (
        <SettleCar lane={act.lane} outcome={act.kind} onClose={onClose} onDone={onDone} />
      )}
      {act?.kind === 'match' && <MatchCar lane={act.lane} onClose={onClose} onDone={onDone} />}
      <Suspense fallback={null}>
        {act?.kind === 'open' && (
          <MoveBarrier
            isOpen
            lane={{
              id: act.lane.laneId,
              name: act.lane.laneName ?? '',
              lotId: act.lane.lotId,
              lotName: act.lane.lotName,
              mode: act.lane.mode,
            }}
            onClose={onClose}
            onDone={onDone}
          />
        )}
        <CollectCash
          orderId={act?.kind === 'collect' ? (act.lane.orderId ?? null) : null}
          onClose={onClose}
          onPaid={onDone}
        />
      </Suspense>
    </>
  );
}
