import type { ReportRow } from '@boyun/kernel/contract';
import { ActButton, OperationDialog, useText } from '@boyun/kernel/web';
import { useState } from 'react';
import { alarmList, snoozeAlarms } from './alarm.contract.ts';

const NONE = { zh: '请先选择报警', en: 'Select alarms first' };

/** The button that leaves alarms of devices alone for a time. */
export function SnoozeAlarms({ rows, onDone }: { rows: readonly ReportRow<typeof alarmList>[]; onDone: () => void }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActButton
        access={snoozeAlarms.access}
        disabledReason={rows.length === 0 ? NONE : null}
        onAct={() => setOpen(true)}
      >
        {t(snoozeAlarms.title)}
        {rows.length > 1 && ` (${rows.length})`}
      </ActButton>
      <OperationDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        of={snoozeAlarms}
        given={{ alarmIds: rows.map((row) => row.id) }}
        fields={{ minutes: snoozeAlarms.input.minutes }}
        hint={{
          zh: '到时仍未处理会再次提醒；期间不按规则报修，新的发生只计次数。',
          en: 'They are announced again if still open then. Meanwhile no rule repairs them, and further ones only count.',
        }}
        done={({ snoozedCount }) => ({ zh: `已暂缓 ${snoozedCount} 条`, en: `${snoozedCount} snoozed` })}
        refreshes={[alarmList.name]}
        onDone={onDone}
      />
    </>
  );
}
