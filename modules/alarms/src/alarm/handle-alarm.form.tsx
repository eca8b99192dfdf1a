import {
  ALARM_TIMEOUT_MS,
  OperationDialog,
  Plate,
  refreshLists,
  SlotParts,
  useText,
  ZoomPicture,
} from '@boyun/kernel/web';
import { Segmented } from 'antd';
import { useState } from 'react';
import { AlarmKind, AlarmState, alarmList, handleAlarm } from './alarm.contract.ts';
import { type AlarmFacts, alarmActs } from './alarm-slot.view.ts';
import './alarm-dispose.css';

type Outcome = 'handled' | 'false-alarm';

const { note } = handleAlarm.input;
const HINT = { zh: '做了什么、结果如何', en: 'Action taken and result' };
const FIELDS = {
  handled: { note: { ...note, words: 'alarm-handled', hint: HINT } },
  'false-alarm': { note: { ...note, words: 'alarm-false' } },
} as const;

/**
 * The dialog that closes an alarm: its picture, what can be done about its cause, then the outcome with a note. Hidden while the row is null.
 */
export default function HandleAlarm({
  row,
  onClose,
  onDone,
}: {
  row: AlarmFacts | null;
  onClose: () => void;
  onDone: () => Promise<unknown>;
}) {
  return row && <OpenHandle key={row.id} row={row} onClose={onClose} onDone={onDone} />;
}

function OpenHandle({
  row,
  onClose,
  onDone,
}: {
  row: AlarmFacts;
  onClose: () => void;
  onDone: () => Promise<unknown>;
}) {
  const t = useText();
  const [outcome, setOutcome] = useState<Outcome>('handled');
  return (
    <OperationDialog
      isOpen
      onClose={onClose}
      of={handleAlarm}
      given={{ alarmId: row.id, outcome }}
      fields={FIELDS[outcome]}
      title={t({ zh: '处理报警 · {kind}', en: 'Close the alarm · {kind}' }, { kind: t(AlarmKind[row.kind]) })}
      okText={{ zh: '完成处理', en: 'Close it' }}
      options={{ timeoutMs: ALARM_TIMEOUT_MS }}
      onDone={onDone}
    >
      {row.picture && (
        <div className="alarm-picture">
          <ZoomPicture address={row.picture} label={AlarmKind[row.kind]} size="fill" />
        </div>
      )}
      <p className="alarm-text">
        {row.plate && <Plate text={row.plate} />} {row.description}
      </p>
      <div className="alarm-solve">
        <SlotParts of={alarmActs} props={{ alarm: row, onChanged: () => refreshLists(alarmList.name) }} />
      </div>
      <Segmented<Outcome>
        block
        value={outcome}
        options={[
          { value: 'handled', label: t(AlarmState.handled) },
          { value: 'false-alarm', label: t(AlarmState['false-alarm']) },
        ]}
        onChange={setOutcome}
      />
    </OperationDialog>
  );
}
