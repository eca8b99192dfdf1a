import { ActButton, useText } from '@boyun/kernel/web';
import { type ReactNode, useState } from 'react';
import { openLane } from './command.contract.ts';
import MoveBarrier, { type BarrierLane } from './move-barrier.form.tsx';

/** A lane whose barrier is operated remotely. */
export interface BarrierProps {
  readonly lane: BarrierLane;
  /** Shown in place of the label where space is limited. */
  readonly icon?: ReactNode;
}

/** The button that opens the dialog of a barrier. */
export default function Barrier({ lane, icon }: BarrierProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const label = { zh: '道闸', en: 'Barrier' };
  return (
    <>
      <ActButton
        type={icon ? 'text' : 'link'}
        size="small"
        access={openLane.access}
        icon={icon}
        title={icon ? t({ zh: '远程操作道闸', en: 'Move the barrier' }) : undefined}
        aria-label={`${t(label)} ${lane.name}`}
        onAct={() => setOpen(true)}
      >
        {icon ? null : t(label)}
      </ActButton>
      <MoveBarrier lane={lane} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
