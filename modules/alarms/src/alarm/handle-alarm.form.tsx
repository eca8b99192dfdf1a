import type { ReportRow } from '@boyun/kernel/contract';
import { ALARM_TIMEOUT_MS, OperationDialog, useText } from '@boyun/kernel/web';
import { Segmented } from 'antd';
import { AlarmKind, AlarmState, type alarmList, handleAlarm } from './alarm.contract.ts';

type Outcome = 'handled' | 'false-alarm';

const { outcome, note } = handleAlarm.input;
const FIELDS = {
  outcome,
  note: { ...note, hint: { zh: '做了什么、结果如何', en: 'Action taken and result' } },
};

/** The dialog that closes a claimed alarm with its outcome; hidden while the row is null. */
export function HandleAlarm({
  row,
  onClose,
  onDone,
}: {
  row: ReportRow<typeof alarmList> | null;
  onClose: () => void;
  onDone: () => Promise<unknown>;
}) {
  const t = useText();
  if (!row) return null;
  return (
    <OperationDialog
      isOpen
      onClose={onClose}
      of={handleAlarm}
      given={{ alarmId: row.id }}
      fields={FIELDS}
      initial={{ outcome: 'handled' }}
      parts={{
        outcome: ({ id, value, onChange }) => (
          <Segmented<Outcome>
            id={id}
            block
            value={value!}
            options={[
              { value: 'handled', label: t(AlarmState.handled) },
              { value: 'false-alarm', label: t(AlarmState['false-alarm']) },
            ]}
            onChange={onChange}
          />
        ),
      }}
      title={t({ zh: '处理报警 · {kind}', en: 'Close the alarm · {kind}' }, { kind: t(AlarmKind[row.kind]) })}
      okText={{ zh: '完成处理', en: 'Close it' }}
      options={{ timeoutMs: ALARM_TIMEOUT_MS }}
      onDone={onDone}
    >
      <p className="alarm-text">{row.description}</p>
    </OperationDialog>
  );
}
