import type { Fields, Label, Values } from '@boyun/kernel/contract';
import { Button } from 'antd';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
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
  /** Fields behind a button "More", which opens by itself where one of them has an issue. */
  readonly later?: readonly (keyof F & string)[];
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
  later = [],
  headings,
}: RecordFormProps<F>) {
  const t = useText();
  const id = useId();
  const record = useRecord(fields, initial);
  const [isWhole, setWhole] = useState(false);
  const hidden = isWhole || later.some((key) => key in record.issues) ? [] : later;
  const shown = hidden.length > 0 ? (omit(fields, hidden) as F) : fields;
  useUnsaved(record.isChanged);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await record.submit(onSubmit, (key) => document.getElementById(`${id}-${key}`)?.focus());
  };
  return (
    <form className="by-form" onSubmit={submit} noValidate>
      <RecordFields id={id} fields={shown} record={record} parts={parts} columns={columns} headings={headings} />
      {hidden.length > 0 && (
        <Button type="link" className="by-form-more" aria-expanded={false} onClick={() => setWhole(true)}>
          {t({ zh: '更多设置', en: 'More settings' })}
        </Button>
      )}
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

function omit(fields: Fields, keys: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !keys.includes(key)));
}
