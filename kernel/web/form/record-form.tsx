import { decode, type Field, type Fields, type Label, wireName } from '@boyun/kernel/contract';
import { Button } from 'antd';
import { type FormEvent, Fragment, type ReactNode, useId, useState } from 'react';
import { wireBody } from '../call.ts';
import { useLanguage, useText } from '../language.ts';
import { tenantZone } from '../session.ts';
import { CallFailure, type FieldIssue } from '../transport.ts';
import { useUnsaved } from '../unsaved.ts';
import { FieldInput } from './field-input.tsx';

/** Props of a custom form part. */
export interface FormPart {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly values: Readonly<Record<string, unknown>>;
  readonly setValues: (more: Readonly<Record<string, unknown>>) => void;
  readonly id: string;
  readonly isInvalid: boolean;
}

/** Custom rendering of form fields by key; null leaves the field out. */
export type FormParts = Readonly<Record<string, ((part: FormPart) => ReactNode) | null>>;

/** Fixed parts, or parts that depend on the current values. */
export type FormPartsOf = FormParts | ((values: Readonly<Record<string, unknown>>) => FormParts);

/** Values of untouched fields, by kind. */
const blanks: Partial<Record<Field['kind'], unknown>> = { flag: false, list: [] };

/** Whether a field must be filled in. */
function isRequired(field: Field): boolean {
  const mayBeEmptyList = field.kind === 'list' ? !field.min : Array.isArray(field.byDefault);
  return !field.isOptional && field.kind !== 'flag' && !mayBeEmptyList;
}

/** Returns the initial values of a new record: the declared defaults. */
export function defaultsOf(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [key, field.byDefault ?? blanks[field.kind] ?? null]),
  );
}

/** Returns the issues of a call by the key of their field; those of no field are under the empty key. */
export function issuesByKey(fields: Fields, issues: readonly FieldIssue[]): Record<string, string> {
  const keys = new Map(Object.entries(fields).map(([key, field]) => [wireName(key, field), key]));
  const found: Record<string, string> = {};
  for (const issue of issues) {
    const first = /^[^.[]+/.exec(issue.path)?.[0] ?? '';
    const key = keys.get(first) ?? (first in fields ? first : '');
    found[key] ??= issue.message;
  }
  return found;
}

/**
 * A form of declared fields. It validates with the server's own rules before calling, and shows the server's issues at their fields.
 * `onSubmit` gets code values; a CallFailure keeps the form open.
 */
export function RecordForm({
  fields,
  initial,
  onSubmit,
  onCancel,
  parts = {},
  submitText,
  footNote,
  columns = 2,
  headings = {},
}: {
  fields: Fields;
  initial?: Readonly<Record<string, unknown>>;
  onSubmit: (values: Record<string, unknown>) => Promise<unknown>;
  onCancel?: () => void;
  parts?: FormPartsOf;
  submitText?: string;
  /** A summary of the values, shown above the buttons. */
  footNote?: (values: Readonly<Record<string, unknown>>) => ReactNode;
  columns?: 1 | 2;
  /** Section headings, each by the key of the first field below it. */
  headings?: Readonly<Record<string, Label>>;
}) {
  const t = useText();
  const language = useLanguage();
  const id = useId();
  const [start, setStart] = useState<Record<string, unknown>>(() => ({ ...defaultsOf(fields), ...initial }));
  const [values, setValues] = useState(start);
  const [issues, setIssues] = useState<Record<string, string>>({});
  const [isBusy, setBusy] = useState(false);
  useUnsaved(values !== start && JSON.stringify(values) !== JSON.stringify(start));
  const change = (more: Readonly<Record<string, unknown>>) => {
    setValues((last) => ({ ...last, ...more }));
    setIssues((last) => Object.fromEntries(Object.entries(last).filter(([key]) => !(key in more))));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const own = Object.fromEntries(Object.keys(fields).map((key) => [key, values[key]]));
    const checked = decode(fields, wireBody(fields, own), { zone: tenantZone(), takesMaskedPhones: true });
    if (!checked.ok) {
      const found = issuesByKey(
        fields,
        checked.issues.map((issue) => ({ path: issue.path, message: issue[language] })),
      );
      setIssues(found);
      const first = Object.keys(fields).find((key) => key in found);
      if (first) document.getElementById(`${id}-${first}`)?.focus();
      return;
    }
    setBusy(true);
    try {
      await onSubmit(own);
      setStart(values);
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setIssues(issuesByKey(fields, error.issues));
    } finally {
      setBusy(false);
    }
  };
  const drawn = typeof parts === 'function' ? parts(values) : parts;
  const one = ([key, field]: [string, Field]) => {
    const part = drawn[key];
    if (part === null || field.isReadOnly) return null;
    const issue = issues[key];
    const inputId = `${id}-${key}`;
    const isInvalid = issue !== undefined;
    const onChange = (value: unknown) => change({ [key]: value });
    const heading = headings[key];
    const line = (
      <div key={key} className={`by-field${field.isLong ? ' by-field-wide' : ''}`}>
        <label htmlFor={inputId} className={isRequired(field) ? 'is-required' : undefined}>
          {t(field.label)}
        </label>
        {part ? (
          part({ value: values[key], onChange, values, setValues: change, id: inputId, isInvalid })
        ) : (
          <FieldInput
            id={inputId}
            field={field}
            fieldKey={key}
            value={values[key]}
            row={values}
            isInvalid={isInvalid}
            onChange={onChange}
          />
        )}
        {issue ? (
          <p className="by-issue" role="alert">
            {issue}
          </p>
        ) : (
          field.hint && <p className="by-hint">{t(field.hint)}</p>
        )}
      </div>
    );
    if (!heading) return line;
    return (
      <Fragment key={key}>
        <h2 className="by-form-heading">{t(heading)}</h2>
        {line}
      </Fragment>
    );
  };
  return (
    <form className="by-form" onSubmit={submit} noValidate>
      <div className={`by-form-fields by-form-${columns}`}>{Object.entries(fields).map(one)}</div>
      {issues[''] && (
        <p className="by-issue" role="alert">
          {issues['']}
        </p>
      )}
      {footNote && <p className="by-hint">{footNote(values)}</p>}
      <div className="by-form-foot">
        {onCancel && <Button onClick={onCancel}>{t({ zh: '取消', en: 'Cancel' })}</Button>}
        <Button type="primary" htmlType="submit" loading={isBusy}>
          {submitText ?? t({ zh: '保存', en: 'Save' })}
        </Button>
      </div>
    </form>
  );
}
