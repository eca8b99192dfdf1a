import './form.css';
import type { Field, Fields, Label } from '@boyun/kernel/contract';
import { Fragment, type ReactNode } from 'react';
import { useText } from '../language.ts';
import { FieldInput } from './field-input.tsx';
import type { Draft, Initial, RecordState } from './record-state.ts';

/** Props of a custom form part. */
export interface FormPart<F extends Fields, K extends keyof F = keyof F> {
  readonly value: Draft<F>[K];
  readonly onChange: (value: Draft<F>[K]) => void;
  readonly values: Readonly<Draft<F>>;
  readonly setValues: (more: Initial<F>) => void;
  readonly id: string;
  readonly isInvalid: boolean;
}

/** Custom rendering of form fields by key; null leaves the field out. */
export type FormParts<F extends Fields> = {
  readonly [K in keyof F]?: ((part: FormPart<F, K>) => ReactNode) | null;
};

/** Fixed parts, or parts that depend on the current values. */
export type FormPartsOf<F extends Fields> = FormParts<F> | ((values: Readonly<Draft<F>>) => FormParts<F>);

/** Whether a field must be filled in. */
function isRequired(field: Field): boolean {
  const mayBeEmptyList = field.kind === 'list' ? !field.min : Array.isArray(field.byDefault);
  return !field.isOptional && field.kind !== 'flag' && !mayBeEmptyList;
}

/** Props of the inputs of a record. */
export interface RecordFieldsProps<F extends Fields> {
  readonly fields: F;
  readonly record: RecordState<F>;
  /** Prefix of the ids of the inputs: `<id>-<key>`. */
  readonly id: string;
  readonly parts?: FormPartsOf<F>;
  readonly columns: 1 | 2;
  /** Section headings, each by the key of the first field below it. */
  readonly headings?: { readonly [K in keyof F]?: Label };
}

/** The inputs of declared fields with their labels, hints and issues; those of no field are below them. */
export function RecordFields<F extends Fields>(props: RecordFieldsProps<F>) {
  const { fields, record, parts = {}, columns, headings = {} } = props;
  const t = useText();
  const drawn = typeof parts === 'function' ? parts(record.values) : parts;
  const shown = Object.keys(fields).filter((key) => drawn[key] !== null && !fields[key]!.isReadOnly);
  const heading = (key: string) => (headings as Readonly<Record<string, Label | undefined>>)[key];
  return (
    <>
      <div className={`by-form-fields by-form-${columns}`}>
        {shown.map((key) => (
          <Fragment key={key}>
            {heading(key) && <h2 className="by-form-heading">{t(heading(key)!)}</h2>}
            <Line {...props} fieldKey={key} part={drawn[key]} />
          </Fragment>
        ))}
      </div>
      {record.issues[''] && (
        <p className="by-issue" role="alert">
          {record.issues['']}
        </p>
      )}
    </>
  );
}

/** One field: label, input, and its issue or hint. */
function Line<F extends Fields, K extends keyof F & string>({
  fields,
  record: { values, issues, set, change },
  id,
  fieldKey,
  part,
}: RecordFieldsProps<F> & { fieldKey: K; part: FormParts<F>[K] | undefined }) {
  const t = useText();
  const field = fields[fieldKey]!;
  const issue = issues[fieldKey];
  const onChange = (value: Draft<F>[K]) => set(fieldKey, value);
  const shared = { id: `${id}-${fieldKey}`, value: values[fieldKey], isInvalid: issue !== undefined };
  return (
    <div className={`by-field${field.isLong ? ' by-field-wide' : ''}`}>
      <label htmlFor={shared.id} className={isRequired(field) ? 'is-required' : undefined}>
        {t(field.label)}
      </label>
      {part ? (
        part({ ...shared, onChange, values, setValues: change })
      ) : (
        <FieldInput
          {...shared}
          field={field}
          fieldKey={fieldKey}
          row={values}
          onChange={(value) => onChange(value as Draft<F>[K])}
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
}
