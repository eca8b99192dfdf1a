import './line.css';
import type { Label } from '@boyun/kernel/contract';
import { useText } from '@boyun/kernel/web';
import { Checkbox, Input, Select } from 'antd';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { type BoxKind, clockKind, moneyKind, spanKind, textKind, wholeKind, yearDayKind } from './box-kind.view.ts';
import { useEditor, useValue } from './editor-context.view.ts';

const ARROWS: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 };

interface BoxProps {
  /** Path of its value in the tariff. */
  readonly path: string;
  /** Accessible name. */
  readonly label: Label;
  readonly unit?: Label;
  readonly width?: number;
  /** Clearing the box removes the value. */
  readonly isOptional?: boolean;
  readonly placeholder?: Label;
}

/** A typed value: applied while typing as soon as it is valid, marked as wrong while it is not. */
export function TypedInput<T extends string | number>({
  kind,
  value,
  onChange,
  label,
  unit,
  width = 96,
  isOptional,
  placeholder,
  isWrong,
  path,
  className,
}: Omit<BoxProps, 'path'> & {
  readonly kind: BoxKind<T>;
  readonly value: T | undefined;
  readonly onChange: (value: T | undefined) => void;
  readonly isWrong?: boolean;
  readonly path?: string;
  readonly className?: string;
}) {
  const t = useText();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? (value === undefined ? '' : kind.write(value));
  const isRead = typed === null || (typed.trim() === '' ? isOptional : kind.read(typed) !== null);
  const take = (text: string) => {
    setTyped(text);
    const read = text.trim() === '' ? null : kind.read(text);
    if (read !== null) onChange(read);
    else if (text.trim() === '' && isOptional) onChange(undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = ARROWS[event.key];
    if (event.key === 'Enter') setTyped(null);
    if (!by) return;
    event.preventDefault();
    setTyped(null);
    onChange(kind.step(value, by, event.shiftKey));
  };
  return (
    <Input
      className={className ?? 'te-box'}
      style={{ width }}
      value={shown}
      suffix={unit && t(unit)}
      aria-label={t(label)}
      aria-invalid={!isRead || isWrong || undefined}
      data-path={path}
      placeholder={placeholder && t(placeholder)}
      status={!isRead || isWrong ? 'error' : undefined}
      onFocus={(event) => event.target.select()}
      onChange={(event) => take(event.target.value)}
      onBlur={() => setTyped(null)}
      onKeyDown={onKeyDown}
    />
  );
}

function Bound<T extends string | number>({ kind, ...props }: BoxProps & { kind: BoxKind<T>; className?: string }) {
  const { value, set, issue } = useValue<T>(props.path);
  return <TypedInput {...props} kind={kind} value={value} onChange={set} isWrong={issue !== undefined} />;
}

/** An amount in yuan. */
export function MoneyBox(props: BoxProps) {
  const { tariff } = useEditor();
  const currency = tariff.currency ?? 'CNY';
  const unit = currency === 'CNY' ? { zh: '元', en: 'CNY' } : { zh: currency, en: currency };
  return <Bound unit={unit} {...props} kind={moneyKind} />;
}

/** A duration. */
export function SpanBox(props: BoxProps) {
  const t = useText();
  const { value } = useValue<number>(props.path);
  const isHours = value !== undefined && value > 60 && value % 60 === 0;
  const unit = isHours || value === undefined ? undefined : { zh: '分钟', en: 'min' };
  return <Bound unit={unit} {...props} kind={spanKind(t({ zh: ' 小时', en: ' h' }))} />;
}

/** A whole number within bounds. */
export function CountBox({ min, max, stride, ...props }: BoxProps & { min: number; max: number; stride?: number }) {
  return <Bound {...props} kind={wholeKind(min, max, stride)} />;
}

/** A range of whole numbers; either end may be open. */
export function CountRange({ from, to, max, width }: { from: BoxProps; to: BoxProps; max: number; width: number }) {
  const bounds = { min: 1, max, width, isOptional: true };
  return (
    <>
      <CountBox {...from} {...bounds} />
      <Say zh="至" en="to" />
      <CountBox {...to} {...bounds} />
    </>
  );
}

/** A time of day. */
export function ClockBox(props: BoxProps) {
  return <Bound width={72} {...props} kind={clockKind} />;
}

/** A day of the year. */
export function YearDayBox(props: BoxProps) {
  return <Bound width={76} {...props} kind={yearDayKind} />;
}

/** A short text. */
export function TextBox({ pattern, ...props }: BoxProps & { pattern: RegExp }) {
  return <Bound {...props} kind={textKind(pattern)} className="te-text" />;
}

/** One of several options. */
export function ChoiceBox<T extends string | boolean>({
  path,
  label,
  options,
  byDefault,
  width,
}: {
  path: string;
  label: Label;
  options: readonly { value: T; label: Label }[];
  /** The default value; selecting it removes the key. */
  byDefault?: T;
  width?: number | string;
}) {
  const t = useText();
  const { value, set } = useValue<T>(path);
  return (
    <span data-path={path}>
      <Select
        style={{ width }}
        popupMatchSelectWidth={false}
        aria-label={t(label)}
        value={value ?? byDefault}
        options={options.map((one) => ({ value: one.value, label: t(one.label) }))}
        onChange={(next) => set(next === byDefault ? undefined : next)}
      />
    </span>
  );
}

/** Several options; an empty selection means no restriction. */
export function ManyBox<T extends string | number>({
  path,
  label,
  options,
  placeholder,
  isFree,
}: {
  path: string;
  label: Label;
  options: readonly { value: T; label: Label }[];
  placeholder?: Label;
  /** Accepts values other than the options. */
  isFree?: boolean;
}) {
  const t = useText();
  const { value, set, issue } = useValue<T[]>(path);
  return (
    <span data-path={path} className="te-many">
      <Select
        mode={isFree ? 'tags' : 'multiple'}
        className="by-wide"
        aria-label={t(label)}
        placeholder={placeholder && t(placeholder)}
        status={issue ? 'error' : undefined}
        maxTagCount="responsive"
        value={value ?? []}
        options={options.map((one) => ({ value: one.value, label: t(one.label) }))}
        tokenSeparators={isFree ? [',', '，', '、', ' '] : undefined}
        onChange={(next: T[]) => set(next.length > 0 ? next : undefined)}
      />
    </span>
  );
}

/** An optional line of the editor: its check box adds `fresh` at the path or removes it; the sentence follows. */
export function OptionLine({
  path,
  label,
  fresh,
  hint,
  children,
}: {
  path: string;
  label: Label;
  fresh: unknown;
  /** What applies without it. */
  hint?: Label;
  children: ReactNode;
}) {
  const t = useText();
  const { value, set } = useValue<unknown>(path);
  const isOn = value !== undefined;
  return (
    <div className={`te-line${isOn ? '' : ' is-off'}`} data-path={isOn ? undefined : path}>
      <Checkbox checked={isOn} onChange={(event) => set(event.target.checked ? fresh : undefined)}>
        {t(label)}
      </Checkbox>
      <div className="te-say">{isOn ? children : hint && <span className="by-faint">{t(hint)}</span>}</div>
    </div>
  );
}

/** A line that is always present. */
export function Line({ label, children }: { label: Label; children: ReactNode }) {
  const t = useText();
  return (
    <div className="te-line">
      <span className="te-line-label">{t(label)}</span>
      <div className="te-say">{children}</div>
    </div>
  );
}

/** Words between the boxes of a sentence; nothing where a language needs none. */
export function Say({ zh, en }: Label) {
  const text = useText()({ zh, en });
  return text === '' ? null : <span className="te-word">{text}</span>;
}
