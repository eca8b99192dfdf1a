import { OperationDialog, useText } from '@boyun/kernel/web';
import { Segmented } from 'antd';
import { useState } from 'react';
import { CommandKind, closeLane, commandList, openLane } from './command.contract.ts';

type Kind = 'open' | 'close';

const OPERATIONS = { open: openLane, close: closeLane } as const;
const HINTS = {
  open: {
    zh: '道闸将直接打开，不改变订单和费用；会产生“人工开闸”报警。',
    en: 'The barrier opens at once and an alarm is raised. Orders and fees do not change.',
  },
  close: {
    zh: '请先从画面确认道闸下没有车辆和行人；订单和费用不变。',
    en: 'Make sure the barrier area is clear. Orders and fees do not change.',
  },
} as const;
const DONE = {
  open: { zh: '开闸指令已下发', en: 'Open command sent' },
  close: { zh: '关闸指令已下发', en: 'Close command sent' },
} as const;

/** The dialog that opens or closes a barrier remotely: with a reason and the password. */
export default function MoveBarrier({
  lane,
  isOpen,
  onClose,
  onDone,
}: {
  lane: { readonly id: string; readonly name: string };
  isOpen: boolean;
  onClose: () => void;
  onDone?: () => unknown;
}) {
  const t = useText();
  const [kind, setKind] = useState<Kind>('open');
  const { reason } = OPERATIONS[kind].input;
  return (
    <OperationDialog
      isOpen={isOpen}
      onClose={onClose}
      of={OPERATIONS[kind]}
      given={{ laneId: lane.id }}
      fields={{ reason }}
      isDangerous
      title={t({ zh: '远程操作道闸 · {lane}', en: 'Move the barrier · {lane}' }, { lane: lane.name })}
      question={() =>
        kind === 'open'
          ? { zh: `是否打开“${lane.name}”的道闸？`, en: `Open the barrier of ${lane.name}?` }
          : { zh: `是否关闭“${lane.name}”的道闸？`, en: `Close the barrier of ${lane.name}?` }
      }
      done={DONE[kind]}
      refreshes={[commandList.name]}
      onDone={onDone}
    >
      <Segmented<Kind>
        block
        value={kind}
        options={[
          { value: 'open', label: t(CommandKind.open) },
          { value: 'close', label: t(CommandKind.close) },
        ]}
        onChange={setKind}
      />
      <p className="by-hint">{t(HINTS[kind])}</p>
    </OperationDialog>
  );
}
