import type { ReportRow } from '@boyun/kernel/contract';
import { ActButton, OperationDialog, useText } from '@boyun/kernel/web';
import { useState } from 'react';
import { acceptFees, type differenceList, moveRecords } from '../difference/difference.contract.ts';
import { refreshDay } from './shown-day.view.ts';

type Row = ReportRow<typeof differenceList>;

/** Resolves several differences at once: those of a day boundary by moving them, those of fees by taking the bill's. */
export function ResolveSeveral({ rows, onDone }: { rows: readonly Row[]; onDone: () => void }) {
  const t = useText();
  const [asked, setAsked] = useState<'move' | 'fee' | null>(null);
  const fees = rows.filter((one) => one.kind === 'fee');
  const moves = rows.filter((one) => one.kind !== 'fee');
  return (
    <>
      {moves.length > 0 && (
        <ActButton access={moveRecords.access} onAct={() => setAsked('move')}>
          {t(moveRecords.title)} ({moves.length})
        </ActButton>
      )}
      {fees.length > 0 && (
        <ActButton access={acceptFees.access} onAct={() => setAsked('fee')}>
          {t(acceptFees.title)} ({fees.length})
        </ActButton>
      )}
      <PlainAct
        act="move"
        ids={moves.map((one) => one.id)}
        isOpen={asked === 'move'}
        onClose={() => setAsked(null)}
        onDone={onDone}
      />
      <PlainAct
        act="fee"
        ids={fees.map((one) => one.id)}
        isOpen={asked === 'fee'}
        onClose={() => setAsked(null)}
        onDone={onDone}
      />
    </>
  );
}

const ACTS = { move: moveRecords, fee: acceptFees } as const;
const HINTS = {
  move: {
    zh: '我方记录计入账单所在的那一天；账单里还没有的，计入次日。不动账，两天会重新比对',
    en: 'Our record counts for the day whose bill has it, or else for the next day. No money is booked; both days are compared again',
  },
  fee: {
    zh: '我方记录的手续费改为账单上的手续费',
    en: 'The fee of our payment becomes that of the bill',
  },
} as const;

/** The dialog of an act that moves no money. */
export function PlainAct({
  act,
  ids,
  isOpen,
  onClose,
  onDone,
}: {
  act: 'move' | 'fee';
  ids: readonly string[];
  isOpen: boolean;
  onClose: () => void;
  onDone?: () => void;
}) {
  const of = ACTS[act];
  return (
    <OperationDialog
      of={of}
      fields={{ note: of.input.note }}
      given={{ differenceIds: [...ids] }}
      isOpen={isOpen}
      hint={HINTS[act]}
      okText={of.title}
      done={{ zh: '已处理', en: 'Resolved' }}
      onClose={onClose}
      onDone={async () => {
        onDone?.();
        await refreshDay();
      }}
    />
  );
}
