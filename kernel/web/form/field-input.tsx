import { choiceValues, type Field, type Language } from '@boyun/kernel/contract';
import { Input, Select, Switch } from 'antd';
import { lazy, Suspense } from 'react';
import { flagLabel } from '../cell.tsx';
import { timeText } from '../format.ts';
import { useLanguage, useText } from '../language.ts';
import { WordChips } from '../word-chips.tsx';
import { ClockInput } from './clock-input.tsx';
import { FileInput, FileListInput } from './file-input.tsx';
import { PlateInput } from './plate-input.tsx';
import { PlateListInput } from './plate-list-input.tsx';
import { ReferenceInput, ReferencesInput } from './reference-input.tsx';
import type { TimeInputProps } from './time-input.tsx';

const NumberInput = lazy(() => import('./number-input.tsx'));
const TimeInput = lazy(() => import('./time-input.tsx'));

/** Props of the input of a declared field. */
export interface FieldInputProps {
  readonly field: Field;
  readonly fieldKey: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly id?: string;
  /** The other values of the row: names of references, a plate's colour. */
  readonly row?: Readonly<Record<string, unknown>>;
  readonly isInvalid?: boolean;
  /** In a query bar: every field may be empty, and yes/no has a third option. */
  readonly isFilter?: boolean;
  readonly onEnter?: () => void;
}

/** Options of a choice for a Select. */
export function choiceOptions(field: Field, language: Language) {
  return choiceValues(field.choices!).map((value) => ({ value, label: field.choices![value]![language] }));
}

/** Renders the input for a declared field's kind. */
export function FieldInput(props: FieldInputProps) {
  const { field, fieldKey, value, onChange, id, row, isInvalid, isFilter, onEnter } = props;
  switch (field.kind) {
    case 'integer':
    case 'decimal':
    case 'money':
      return <LazyNumberInput {...props} kind={field.kind} />;
    case 'flag':
      if (isFilter) return <FlagFilter {...props} />;
      return <Switch id={id} checked={value === true} onChange={onChange} />;
    case 'choice':
      return <ChoiceInput {...props} />;
    case 'reference':
      return (
        <ReferenceInput
          id={id}
          to={field.to!}
          fieldKey={fieldKey}
          row={row}
          value={value as string | null}
          isInvalid={isInvalid}
          onChange={onChange}
        />
      );
    case 'instant':
    case 'day':
      return <LazyTimeInput {...props} kind={field.kind} />;
    case 'plate':
      return (
        <PlateInput
          id={id}
          value={value as string | null}
          color={row?.plateColor as number | null | undefined}
          isInvalid={isInvalid}
          onChange={onChange}
          onEnter={onEnter}
          isFilter={isFilter}
        />
      );
    case 'secret':
      return <SecretInput {...props} />;
    case 'file':
      return <FileInput id={id} value={value as string | null} onChange={onChange} label={field.label} />;
    case 'list':
      return <ListInput {...props} />;
    default:
      if (field.isMonth) return <LazyTimeInput {...props} kind="month" />;
      if (field.clock) return <ClockFieldInput {...props} />;
      return <WordedInput {...props} />;
  }
}

const CHOOSE = { zh: '请选择', en: 'Choose' };
const statusOf = (isInvalid: boolean | undefined) => (isInvalid ? 'error' : undefined);

/** Stands where an input will be once its code is here. It has a name of its own, as not every place has a label. */
function ComingInput({ id, field, text = '' }: { id?: string; field: Field; text?: string }) {
  const t = useText();
  return <Input id={id} disabled value={text} aria-label={t(field.label)} />;
}

function LazyNumberInput({
  id,
  kind,
  field,
  value,
  isInvalid,
  onChange,
  onEnter,
}: FieldInputProps & { kind: 'integer' | 'decimal' | 'money' }) {
  return (
    <Suspense fallback={<ComingInput id={id} field={field} />}>
      <NumberInput
        id={id}
        kind={kind}
        value={value as number | null}
        isInvalid={isInvalid}
        onChange={onChange}
        onEnter={onEnter}
      />
    </Suspense>
  );
}

function FlagFilter({ id, field, value, onChange }: FieldInputProps) {
  const t = useText();
  return (
    <Select
      id={id}
      className="by-wide"
      allowClear
      placeholder={t(CHOOSE)}
      value={value as boolean | undefined}
      options={[true, false].map((one) => ({ value: one, label: t(flagLabel(field, one)) }))}
      onChange={(next) => onChange(next ?? null)}
    />
  );
}

function ChoiceInput({ id, field, value, onChange, isInvalid, isFilter }: FieldInputProps) {
  const t = useText();
  const language = useLanguage();
  return (
    <Select
      id={id}
      className="by-wide"
      allowClear={isFilter || field.isOptional}
      placeholder={t(CHOOSE)}
      status={statusOf(isInvalid)}
      value={(value ?? undefined) as string | number | undefined}
      options={choiceOptions(field, language)}
      onChange={(next) => onChange(next ?? null)}
    />
  );
}

function ClockFieldInput({ id, field, value, onChange, isInvalid, onEnter }: FieldInputProps) {
  return (
    <ClockInput
      id={id}
      value={(value ?? null) as string | null}
      isEnd={field.clock === 'end'}
      isInvalid={isInvalid}
      onChange={onChange}
      onEnter={onEnter}
    />
  );
}

function SecretInput({ id, value, onChange, isInvalid, onEnter }: FieldInputProps) {
  return (
    <Input.Password
      id={id}
      autoComplete="new-password"
      value={(value ?? '') as string}
      status={statusOf(isInvalid)}
      onChange={(event) => onChange(event.target.value || null)}
      onPressEnter={onEnter}
    />
  );
}

/** A text, with the words of its list below it. */
function WordedInput(props: FieldInputProps) {
  const { field, onChange, isFilter } = props;
  if (!field.words || isFilter) return <TextInput {...props} />;
  return (
    <>
      <TextInput {...props} />
      <WordChips list={field.words} onChoose={onChange} />
    </>
  );
}

function LazyTimeInput({
  kind,
  field,
  value,
  onChange,
  id,
  isInvalid,
}: FieldInputProps & Pick<TimeInputProps, 'kind'>) {
  const text = value instanceof Date ? timeText(value) : ((value as string | null) ?? '');
  return (
    <Suspense fallback={<ComingInput id={id} field={field} text={text} />}>
      <TimeInput id={id} kind={kind} value={value as Date | string | null} isInvalid={isInvalid} onChange={onChange} />
    </Suspense>
  );
}

function TextInput({ field, value, onChange, id, isInvalid, isFilter, onEnter }: FieldInputProps) {
  const t = useText();
  const text = typeof value === 'string' ? value : '';
  const change = (next: string) => onChange(next === '' ? null : next);
  if (field.isLong && !isFilter)
    return (
      <Input.TextArea
        id={id}
        value={text}
        autoSize={{ minRows: 3, maxRows: 8 }}
        maxLength={field.max}
        showCount
        status={statusOf(isInvalid)}
        onChange={(event) => change(event.target.value)}
      />
    );
  return (
    <Input
      id={id}
      value={text}
      maxLength={field.max}
      allowClear={isFilter}
      placeholder={isFilter ? t({ zh: '请输入', en: 'Type' }) : undefined}
      status={statusOf(isInvalid)}
      onChange={(event) => change(event.target.value)}
      onPressEnter={onEnter}
    />
  );
}

function ListInput({ field, value, onChange, id, isInvalid }: FieldInputProps) {
  const t = useText();
  const language = useLanguage();
  const item = field.item!;
  const values = (value ?? []) as (string | number)[];
  if (item.kind === 'file')
    return (
      <FileListInput id={id} values={values as string[]} max={field.max!} label={item.label} onChange={onChange} />
    );
  if (item.kind === 'reference')
    return (
      <ReferencesInput id={id} to={item.to!} value={values as string[]} isInvalid={isInvalid} onChange={onChange} />
    );
  if (item.kind === 'plate')
    return (
      <PlateListInput id={id} values={values as string[]} max={field.max!} isInvalid={isInvalid} onChange={onChange} />
    );
  return (
    <Select
      id={id}
      className="by-wide"
      mode={item.kind === 'choice' ? 'multiple' : 'tags'}
      placeholder={t(CHOOSE)}
      status={statusOf(isInvalid)}
      value={values}
      options={item.kind === 'choice' ? choiceOptions(item, language) : []}
      tokenSeparators={item.kind === 'choice' ? undefined : [',', '，', ' ', '\n']}
      onChange={onChange}
    />
  );
}
