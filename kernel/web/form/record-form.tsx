import type { Fields, Label, Values } from '@boyun/kernel/contract';
import { Button } from 'antd';
import { type FormEvent, type ReactNode, useId } from 'react';
import { useText } from '../language.ts';
import { useUnsaved } from '../unsaved.ts';
import { type FormPartsOf, RecordFields } from './record-fields.tsx';
import { type Draft, type Initial, useRecord } from './record-state.ts';

/** Props of a form of declared fields; everything is typed by their keys. */
export interface RecordFormProps<F extends Fields> {
  readonly fields: F;
  readonly initial?: Initial<NoInfer<F>>;
  /** Gets checked values; a CallFailure keeps the form open and shows its issues at their fields. */
  readonly onSubmit: (values: Values<NoInfer<F>>) => Promise<unknown>;
  readonly onCancel?: () => void;
  readonly parts?: FormPartsOf<NoInfer<F>>;
  readonly submitText?: string;
  /** A summary of the values, shown above the buttons. */
  readonly footNote?: (values: Readonly<Draft<NoInfer<F>>>) => ReactNode;
  readonly columns?: 1 | 2;
  /** Section headings, each by the key of the first field below it. */
  readonly headings?: { readonly [K in keyof F]?: Label };
}

/**
 * A form of declared fields. It validates with the server's own rules before calling, and shows the server's issues at their fields.
 */
export function RecordForm<F extends Fields>({
  fields,
  initial,
  onSubmit,
  onCancel,
  parts,
  submitText,
  footNote,
  columns = 2,
  headings,
}: RecordFormProps<F>) {
  const t = useText();
  const id = useId();
  const record = useRecord(fields, initial);
  useUnsaved(record.isChanged);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await record.submit(onSubmit, (key) => document.getElementById(`${id}-${key}`)?.focus());
  };
  return (
    <form className="by-form" onSubmit={submit} noValidate>
      <RecordFields id={id} fields={fields} record={record} parts={parts} columns={columns} headings={headings} />
      {footNote && <p className="by-hint">{footNote(record.values)}</p>}
      <div className="by-form-foot">
        {onCancel && <Button onClick={onCancel}>{t({ zh: '取消', en: 'Cancel' })}</Button>}
        <Button type="primary" htmlType="submit" loading={record.isBusy}>
          {submitText ?? t({ zh: '保存', en: 'Save' })}
        </Button>
      </div>
    </form>
  );
}
