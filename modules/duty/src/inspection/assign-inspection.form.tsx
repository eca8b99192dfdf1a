import { OperationDialog } from '@boyun/kernel/web';
import { createInspection } from './inspection.contract.ts';

const MISSING = { zh: '请填写名称、车场、截止时间和检查项', en: 'Enter name, lot, due time and items' };
const { name, lotId, inspectorId, dueAt, items } = createInspection.input;
const FIELDS = { name, lotId, inspectorId, dueAt, items };
const hasItems = (text: string | null) => (text ?? '').trim().length >= items.min!;

/** Schedules an inspection of a lot outside the plans. */
export function AssignInspection({
  isOpen,
  onClose,
  onDone,
}: {
  isOpen: boolean;
  onClose: () => void;
  onDone: () => unknown;
}) {
  return (
    <OperationDialog
      isOpen={isOpen}
      onClose={onClose}
      of={createInspection}
      given={{}}
      fields={FIELDS}
      width={480}
      okText={{ zh: '确定', en: 'OK' }}
      disabledReason={(values) =>
        values.name && values.lotId && values.dueAt && hasItems(values.items) ? null : MISSING
      }
      done={{ zh: '巡检已安排', en: 'Inspection scheduled' }}
      onDone={onDone}
    />
  );
}
