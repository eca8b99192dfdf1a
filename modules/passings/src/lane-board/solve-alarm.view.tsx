import type { AlarmActProps } from '@boyun/alarms/web';
import { openLane } from '@boyun/devices/contract';
import { MoveBarrier } from '@boyun/devices/web';
import { ActButton, call, can, listLink, useLanguage, useText } from '@boyun/kernel/web';
import { getOrder } from '@boyun/orders/contract';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router';
import CorrectPlate, { CorrectExit } from '../plate-correction/correct-plate.form.tsx';
import { correctPlate } from '../plate-correction/plate-correction.contract.ts';
import { getLaneBoard } from './lane-board.contract.ts';

/** Kinds of alarms whose cause may be a misread plate. */
const MISREAD: readonly string[] = [
  'low-confidence',
  'plate-mismatch',
  'unmatched-exit',
  'duplicate-entry',
  'black-entry',
];
const DESK = '/_cloud_operation/dutyDesk';

/** What can be done about the cause of an alarm: deal with the car that still waits, correct its plate, open the barrier. */
export default function SolveAlarm({ alarm, onChanged }: AlarmActProps) {
  const t = useText();
  const isWaiting = useIsWaiting(alarm);
  const { pathname } = useLocation();
  if (alarm.laneId === null || alarm.lotId === null) return null;
  if (isWaiting)
    return pathname === DESK ? null : (
      <Link to={listLink(DESK, { lotId: alarm.lotId })}>
        {t({ zh: '车辆仍在等待，去值守台处理', en: 'The car still waits: deal with it at the duty desk' })}
      </Link>
    );
  return (
    <>
      {MISREAD.includes(alarm.kind) &&
        (alarm.orderId ? (
          <CorrectOrder orderId={alarm.orderId} onChanged={onChanged} />
        ) : (
          alarm.kind === 'unmatched-exit' &&
          alarm.passingId && <CorrectExit passing={{ id: alarm.passingId, plate: alarm.plate ?? '' }} />
        ))}
      <OpenBarrier alarm={alarm} />
    </>
  );
}

/** Whether the car of the alarm is the one that waits at the lane. */
function useIsWaiting({ lotId, laneId, passingId }: AlarmActProps['alarm']): boolean {
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['lane-board', lotId, language],
    queryFn: ({ signal }) => call(getLaneBoard, { lotId }, { signal, isQuiet: true }),
    enabled: lotId !== null && passingId !== null && can(getLaneBoard.access),
  });
  return data?.lanes.some((one) => one.laneId === laneId && one.isWaiting && one.passingId === passingId) ?? false;
}

function CorrectOrder({ orderId, onChanged }: { orderId: string; onChanged: () => Promise<unknown> }) {
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['order', orderId, language],
    queryFn: ({ signal }) => call(getOrder, { orderId }, { signal, isQuiet: true }),
    enabled: can(correctPlate.access) && can(getOrder.access),
  });
  return data ? <CorrectPlate order={data.order} onChanged={onChanged} /> : null;
}

function OpenBarrier({ alarm }: Pick<AlarmActProps, 'alarm'>) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActButton access={openLane.access} onAct={() => setOpen(true)}>
        {t({ zh: '开闸', en: 'Open' })}
      </ActButton>
      <Suspense fallback={null}>
        {isOpen && (
          <MoveBarrier
            isOpen
            lane={{
              id: alarm.laneId!,
              name: alarm.laneName ?? '',
              lotId: alarm.lotId!,
              lotName: alarm.lotName,
            }}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}
