import { ActButton, call, notify, ReasonDialog, refreshLists, useText } from '@boyun/kernel/web';
import { Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { CommandKind, closeLane, commandList, openLane } from './command.contract.ts';

/** A lane whose barrier is operated remotely. */
export interface BarrierProps {
  readonly lane: { readonly id: string; readonly name: string };
  /** Shown in place of the label where space is limited. */
  readonly icon?: ReactNode;
}

/** The button that opens or closes a barrier remotely; it asks for a reason and the password. */
export default function Barrier({ lane, icon }: BarrierProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const [kind, setKind] = useState<'open' | 'close'>('open');
  const move = async (reason: string) => {
    const question =
      kind === 'open'
        ? { zh: `是否打开“${lane.name}”的道闸？`, en: `Open the barrier of ${lane.name}?` }
        : { zh: `是否关闭“${lane.name}”的道闸？`, en: `Close the barrier of ${lane.name}?` };
    await call(kind === 'open' ? openLane : closeLane, { laneId: lane.id, reason }, { question });
    notify(
      'good',
      kind === 'open'
        ? { zh: '开闸指令已下发', en: 'Open command sent' }
        : { zh: '关闸指令已下发', en: 'Close command sent' },
    );
    await refreshLists(commandList.name);
  };
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
      <ReasonDialog
        isOpen={isOpen}
        isDangerous
        title={t({ zh: '远程操作道闸 · {lane}', en: 'Move the barrier · {lane}' }, { lane: lane.name })}
        onSubmit={move}
        onClose={() => setOpen(false)}
      >
        <Segmented<'open' | 'close'>
          block
          style={{ marginBottom: 12 }}
          value={kind}
          options={[
            { value: 'open', label: t(CommandKind.open) },
            { value: 'close', label: t(CommandKind.close) },
          ]}
          onChange={setKind}
        />
      </ReasonDialog>
    </>
  );
}
