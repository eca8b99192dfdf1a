import type { ReportRow } from '@boyun/kernel/contract';
import { OperationDialog, shortReason, useText } from '@boyun/kernel/web';
import {
  cancelRepair,
  dispatchRepair,
  finishRepair,
  type repairList,
  reportRepair,
  verifyRepair,
} from '../repair/repair.contract.ts';

type Row = ReportRow<typeof repairList>;

/** Acts with a dialog. */
export type RepairDialogAct = 'report' | 'dispatch' | 'finish' | 'verify' | 'cancel';

/** An act that was asked for, with its order; none where a fault is reported. */
export interface Asked {
  readonly act: RepairDialogAct;
  readonly row: Row | null;
}

/** The fields of a reported fault. */
const { alarmId: _, ...REPORT } = reportRepair.input;
const { repairId: _d, ...DISPATCH } = dispatchRepair.input;
const { repairId: _f, ...FINISH } = finishRepair.input;
const { repairId: _v, ...VERIFY } = verifyRepair.input;
const { repairId: _c, ...CANCEL } = cancelRepair.input;

/** The dialog of an act. */
export function RepairDialog({
  act,
  row,
  onClose,
  onDone,
}: Asked & { onClose: () => void; onDone: () => Promise<unknown> }) {
  const t = useText();
  const shared = { isOpen: true, onClose, onSettled: onDone } as const;
  const titled = (words: { zh: string; en: string }) => `${t(words)} · ${row?.repairNo} ${row?.deviceName}`;
  if (act === 'report')
    return (
      <OperationDialog
        {...shared}
        of={reportRepair}
        given={{ alarmId: null }}
        fields={REPORT}
        okText={reportRepair.title}
        done={({ repairNo }) => ({ zh: `已报修，工单${repairNo}`, en: `Reported as ${repairNo}` })}
      />
    );
  if (!row) return null;
  const given = { repairId: row.id };
  switch (act) {
    case 'dispatch':
      return (
        <OperationDialog
          {...shared}
          of={dispatchRepair}
          given={given}
          fields={DISPATCH}
          initial={{ urgency: row.urgency, ...(row.assigneeId ? { assigneeId: row.assigneeId } : {}) }}
          title={titled(dispatchRepair.title)}
          done={{ zh: '已派单', en: 'Dispatched' }}
        />
      );
    case 'finish':
      return (
        <OperationDialog
          {...shared}
          of={finishRepair}
          given={given}
          fields={FINISH}
          title={titled(finishRepair.title)}
          hint={{ zh: '由其他人验收后关闭', en: 'It is closed once somebody else has verified it' }}
          done={{ zh: '已完成，等待验收', en: 'Done, to be verified' }}
        />
      );
    case 'verify':
      return (
        <OperationDialog
          {...shared}
          of={verifyRepair}
          given={given}
          fields={VERIFY}
          title={titled(verifyRepair.title)}
          disabledReason={(values) => (values.outcome === 'returned' ? shortReason(values.note) : null)}
          done={{ zh: '已验收', en: 'Verified' }}
        />
      );
    case 'cancel':
      return (
        <OperationDialog
          {...shared}
          of={cancelRepair}
          given={given}
          fields={CANCEL}
          title={titled(cancelRepair.title)}
          done={{ zh: '工单已取消', en: 'Cancelled' }}
        />
      );
  }
}
