import type { ReportRow } from '@boyun/kernel/contract';
import { ALARM_TIMEOUT_MS, CallFailure, call, Modal, useText } from '@boyun/kernel/web';
import { Button, Input, Segmented } from 'antd';
import { useState } from 'react';
import { AlarmKind, AlarmState, type alarmList, handleAlarm } from './alarm.contract.ts';

type Row = ReportRow<typeof alarmList>;
type Outcome = 'handled' | 'false-alarm';

const SHORTEST_NOTE = 2;
const LONGEST_NOTE = 512;

/** The dialog that closes a claimed alarm with its outcome; hidden while the row is null. */
export function HandleAlarm({
  row,
  onClose,
  onDone,
}: {
  row: Row | null;
  onClose: () => void;
  onDone: () => Promise<unknown>;
}) {
  return row && <OpenHandle key={row.id} row={row} onClose={onClose} onDone={onDone} />;
}

function OpenHandle({ row, onClose, onDone }: { row: Row; onClose: () => void; onDone: () => Promise<unknown> }) {
  const t = useText();
  const [outcome, setOutcome] = useState<Outcome>('handled');
  const [note, setNote] = useState('');
  const [isBusy, setBusy] = useState(false);
  const isTooShort = note.trim().length < SHORTEST_NOTE;
  const handle = async () => {
    setBusy(true);
    try {
      await call(handleAlarm, { alarmId: row.id, outcome, note: note.trim() }, { timeoutMs: ALARM_TIMEOUT_MS });
      onClose();
      await onDone();
    } catch (error) {
      // The error has already been shown; the note is kept.
      if (!(error instanceof CallFailure)) throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={460}
      title={t({ zh: '处理报警 · {kind}', en: 'Close the alarm · {kind}' }, { kind: t(AlarmKind[row.kind]) })}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t({ zh: '取消', en: 'Cancel' })}
        </Button>,
        <Button key="ok" type="primary" disabled={isTooShort} loading={isBusy} onClick={handle}>
          {t({ zh: '完成处理', en: 'Close it' })}
        </Button>,
      ]}
    >
      <div className="alarm-handle">
        <p className="alarm-text">{row.description}</p>
        <Segmented<Outcome>
          block
          value={outcome}
          options={[
            { value: 'handled', label: t(AlarmState.handled) },
            { value: 'false-alarm', label: t(AlarmState['false-alarm']) },
          ]}
          onChange={setOutcome}
        />
        <Input.TextArea
          autoFocus
          rows={3}
          maxLength={LONGEST_NOTE}
          value={note}
          aria-label={t({ zh: '处理说明', en: 'Note' })}
          placeholder={t({
            zh: '处理说明（必填）：做了什么、结果如何',
            en: 'Note (required): action taken and result',
          })}
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
    </Modal>
  );
}
