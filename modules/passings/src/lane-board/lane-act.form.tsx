import { can, moneyText, OperationDialog, Plate, useText } from '@boyun/kernel/web';
import { Segmented } from 'antd';
import { useState } from 'react';
import { freePassing, passingRefusal, settlePassing } from '../passing/passing.contract.ts';
import type { ActLane } from './lane-fact.view.tsx';

const REASON_HINT = { zh: '必填，记入操作日志', en: 'Needed, kept in the audit log' };

/** Lets a waiting car through or turns it back; a reason is required. */
export function SettleCar({
  lane,
  outcome,
  onClose,
  onDone,
}: {
  lane: ActLane;
  outcome: 'admit' | 'turn-back';
  onClose: () => void;
  onDone: () => unknown;
}) {
  const t = useText();
  const isAdmit = outcome === 'admit';
  const mayFree = isAdmit && lane.direction === 'exit' && lane.dueFen > 0 && can(freePassing.access);
  const [isFree, setFree] = useState(false);
  const passingId = lane.passingId!;
  const dialog = {
    isOpen: true,
    onClose,
    fields: { reason: { ...settlePassing.input.reason, words: `settle-${outcome}`, hint: REASON_HINT } },
    title: t(isAdmit ? { zh: '放行', en: 'Let through' } : { zh: '劝返', en: 'Turn back' }),
    okText: isAdmit ? { zh: '确认放行', en: 'Let through' } : { zh: '确认劝返', en: 'Turn back' },
    isDangerous: !isAdmit,
    done: isAdmit
      ? { zh: '已放行，正在开闸', en: 'Let through, the barrier opens' }
      : { zh: '已劝返', en: 'Turned back' },
    // If the car has left meanwhile, there is nothing to settle.
    closesOn: [passingRefusal['not-waiting'].code],
    onSettled: onDone,
  } as const;
  const about = (
    <>
      <p className="lane-about">
        <Plate text={lane.plate} color={lane.plateColor} size="large" />
        <span>
          <b>{lane.laneName}</b>
          <span className="by-faint">{lane.lotName}</span>
        </span>
      </p>
      {mayFree && (
        <Segmented<boolean>
          block
          value={isFree}
          options={[
            {
              value: false,
              label: t({ zh: '放行，{due}元记欠费', en: 'Let out, {due} is owed' }, { due: moneyText(lane.dueFen) }),
            },
            { value: true, label: t({ zh: '免费放行', en: 'Let out free' }) },
          ]}
          onChange={setFree}
        />
      )}
    </>
  );
  return isFree ? (
    <OperationDialog {...dialog} of={freePassing} given={{ passingId }}>
      {about}
    </OperationDialog>
  ) : (
    <OperationDialog {...dialog} of={settlePassing} given={{ passingId, outcome }}>
      {about}
    </OperationDialog>
  );
}
