import type { ReportRow } from '@boyun/kernel/contract';
import { ActButton, OperationDialog, useText } from '@boyun/kernel/web';
import { useState } from 'react';
import { alarmList, dismissAlarms } from './alarm.contract.ts';

const NONE = { zh: '请先选择报警', en: 'Select alarms first' };

/** The button that closes the selected alarms as false ones. */
export function DismissAlarms({ rows, onDone }: { rows: readonly ReportRow<typeof alarmList>[]; onDone: () => void }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActButton
        access={dismissAlarms.access}
        disabledReason={rows.length === 0 ? NONE : null}
        onAct={() => setOpen(true)}
      >
        {t(dismissAlarms.title)}
        {rows.length > 0 && ` (${rows.length})`}
      </ActButton>
      <OperationDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        of={dismissAlarms}
        given={{ alarmIds: rows.map((row) => row.id) }}
        fields={{ note: dismissAlarms.input.note }}
        hint={{ zh: `将 ${rows.length} 条报警标记为误报。`, en: `${rows.length} alarms are closed as false ones.` }}
        done={({ closedCount, skippedCount }) =>
          skippedCount === 0
            ? { zh: `已关闭 ${closedCount} 条误报`, en: `${closedCount} false alarms closed` }
            : {
                zh: `已关闭 ${closedCount} 条误报；${skippedCount} 条他人正在处理或已处理`,
                en: `${closedCount} false alarms closed; ${skippedCount} are closed or with a colleague`,
              }
        }
        refreshes={[alarmList.name]}
        onDone={onDone}
      />
    </>
  );
}
