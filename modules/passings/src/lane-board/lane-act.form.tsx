import { CommandKind, closeLane, openLane } from '@boyun/devices/contract';
import type { WordList } from '@boyun/kernel/contract';
import {
  ActButton,
  CallFailure,
  call,
  can,
  Modal,
  moneyText,
  notify,
  Plate,
  useText,
  WordChips,
} from '@boyun/kernel/web';
import { Button, Input, Segmented } from 'antd';
import { useState } from 'react';
import { freePassing, settlePassing } from '../passing/passing.contract.ts';
import type { Lane } from './lane-fact.view.tsx';

const SHORTEST_REASON = 2;
const TOO_SHORT = { zh: '请填写原因，至少2个字', en: 'Give a reason of at least 2 characters' };

function ReasonInput({
  words,
  value,
  onChange,
  onEnter,
}: {
  words: WordList;
  value: string;
  onChange: (reason: string) => void;
  onEnter: () => void;
}) {
  const t = useText();
  return (
    <div className="lane-reason">
      <WordChips list={words} onChoose={onChange} />
      <Input
        autoFocus
        maxLength={255}
        value={value}
        aria-label={t({ zh: '原因', en: 'Reason' })}
        placeholder={t({ zh: '原因（必填，记入操作日志）', en: 'Reason (needed, kept in the audit log)' })}
        onChange={(event) => onChange(event.target.value)}
        onPressEnter={onEnter}
      />
    </div>
  );
}

/** Lets a waiting car through or turns it back; a reason is required. */
export function SettleCar({
  lane,
  outcome,
  onClose,
  onDone,
}: {
  lane: Lane;
  outcome: 'admit' | 'turn-back';
  onClose: () => void;
  onDone: () => unknown;
}) {
  const t = useText();
  const [reason, setReason] = useState('');
  const [isBusy, setBusy] = useState(false);
  const isTooShort = reason.trim().length < SHORTEST_REASON;
  const isAdmit = outcome === 'admit';
  const mayFree = isAdmit && lane.direction === 'exit' && lane.dueFen > 0 && can(freePassing.access);
  const [isFree, setFree] = useState(false);
  const settle = async () => {
    if (isTooShort || !lane.passingId) return;
    setBusy(true);
    try {
      const values = { passingId: lane.passingId, reason: reason.trim() };
      await (isFree ? call(freePassing, values) : call(settlePassing, { ...values, outcome }));
      notify(
        'good',
        isAdmit
          ? { zh: '已放行，正在开闸', en: 'Let through, the barrier opens' }
          : { zh: '已劝返', en: 'Turned back' },
      );
      onClose();
    } catch (error) {
      // The failure is already shown. If the car has left meanwhile, there is nothing to settle.
      if (!(error instanceof CallFailure)) throw error;
      if (error.code === 'passing.not-waiting') onClose();
    } finally {
      setBusy(false);
      await onDone();
    }
  };
  return (
    <Modal
      open
      width={460}
      title={t(isAdmit ? { zh: '放行', en: 'Let through' } : { zh: '劝返', en: 'Turn back' })}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t({ zh: '取消', en: 'Cancel' })}
        </Button>,
        <Button key="ok" type="primary" danger={!isAdmit} disabled={isTooShort} loading={isBusy} onClick={settle}>
          {t(isAdmit ? { zh: '确认放行', en: 'Let through' } : { zh: '确认劝返', en: 'Turn back' })}
        </Button>,
      ]}
    >
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
          className="lane-free"
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
      <ReasonInput words={`settle-${outcome}`} value={reason} onChange={setReason} onEnter={settle} />
    </Modal>
  );
}

/** Opens or closes a barrier by hand; requires a reason and the password. */
export function OpenBarrier({ lane, onClose, onDone }: { lane: Lane; onClose: () => void; onDone: () => unknown }) {
  const t = useText();
  const [reason, setReason] = useState('');
  const [isClosing, setClosing] = useState(false);
  const isTooShort = reason.trim().length < SHORTEST_REASON;
  const next = async () => {
    if (isTooShort) return;
    const question = isClosing
      ? { zh: `是否关闭“${lane.laneName}”的道闸？`, en: `Close the barrier of ${lane.laneName}?` }
      : { zh: `是否打开“${lane.laneName}”的道闸？`, en: `Open the barrier of ${lane.laneName}?` };
    await call(isClosing ? closeLane : openLane, { laneId: lane.laneId, reason: reason.trim() }, { question });
    notify(
      'good',
      isClosing
        ? { zh: '关闸指令已下发', en: 'Close command sent' }
        : { zh: '开闸指令已下发', en: 'Open command sent' },
    );
    onClose();
    await onDone();
  };
  return (
    <Modal
      open
      width={460}
      title={t({ zh: '远程操作道闸 · {lane}', en: 'Move the barrier · {lane}' }, { lane: lane.laneName })}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t({ zh: '取消', en: 'Cancel' })}
        </Button>,
        <ActButton key="ok" type="primary" danger disabledReason={isTooShort ? TOO_SHORT : null} onAct={next}>
          {t({ zh: '下一步', en: 'Next' })}
        </ActButton>,
      ]}
    >
      <Segmented<boolean>
        block
        className="lane-free"
        value={isClosing}
        options={[
          { value: false, label: t(CommandKind.open) },
          { value: true, label: t(CommandKind.close) },
        ]}
        onChange={setClosing}
      />
      <p className="by-hint">
        {isClosing
          ? t({
              zh: '请先从画面确认道闸下没有车辆和行人；订单和费用不变。',
              en: 'Make sure the barrier area is clear. Orders and fees do not change.',
            })
          : t({
              zh: '道闸将直接打开，不改变订单和费用；会产生“人工开闸”报警。',
              en: 'The barrier opens at once and an alarm is raised. Orders and fees do not change.',
            })}
      </p>
      <ReasonInput
        words={isClosing ? 'lane-close' : 'lane-open'}
        value={reason}
        onChange={setReason}
        onEnter={() => next().catch(() => undefined)}
      />
    </Modal>
  );
}
