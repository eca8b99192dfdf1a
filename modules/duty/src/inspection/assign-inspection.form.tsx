import { ActButton, call, FieldInput, Modal, notify, useText } from '@boyun/kernel/web';
import { useState } from 'react';
import { createInspection } from './inspection.contract.ts';

const MISSING = { zh: '请填写名称、车场、截止时间和检查项', en: 'Enter name, lot, due time and items' };
const KEYS = ['name', 'lotId', 'inspectorId', 'dueAt', 'items'] as const;

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
  const t = useText();
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({});
  const isMissing = !values.name || !values.lotId || !values.dueAt || !values.items;
  return (
    <Modal
      open={isOpen}
      width={480}
      title={t(createInspection.title)}
      onCancel={onClose}
      footer={[
        <ActButton
          key="ok"
          type="primary"
          access={createInspection.access}
          disabledReason={isMissing ? MISSING : null}
          onAct={async () => {
            await call(createInspection, { inspectorId: null, ...values } as never);
            notify('good', { zh: '巡检已安排', en: 'Inspection scheduled' });
            setValues({});
            onClose();
            await onDone();
          }}
        >
          {t({ zh: '确定', en: 'OK' })}
        </ActButton>,
      ]}
    >
      <div className="inspect-form">
        {KEYS.map((key) => (
          <div key={key}>
            <label htmlFor={`inspect-${key}`}>{t(createInspection.input[key].label)}</label>
            <FieldInput
              id={`inspect-${key}`}
              field={createInspection.input[key]}
              fieldKey={key}
              value={values[key] ?? null}
              onChange={(next) => setValues({ ...values, [key]: next })}
            />
          </div>
        ))}
      </div>
    </Modal>
  );
}
