import {
  type Field,
  type Fields,
  type Label,
  type Operation,
  REQUEST_KEY_HEADER,
  type Values,
} from '@boyun/kernel/contract';
import { Button } from 'antd';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { call } from '../call.ts';
import { useText } from '../language.ts';
import { Modal } from '../modal.tsx';
import { notify } from '../notice.tsx';
import { useOpening } from '../opening.ts';
import { can, DisabledReason } from '../permission.tsx';
import { refreshLists } from '../query.ts';
import { randomId } from '../random-id.ts';
import { CallFailure, type CallOptions } from '../transport.ts';
import { ProofField, type Proving, useProving } from './proof-field.tsx';
import { type FormPartsOf, RecordFields } from './record-fields.tsx';
import { type Draft, type Initial, type RecordState, useRecord } from './record-state.ts';

/** The minimum length of a reason; a required text with just this minimum is a reason. */
const SHORTEST = 2;
const TOO_SHORT = { zh: '请填写原因，至少2个字', en: 'Enter a reason of at least 2 characters' };
const LENGTH_HINT = { zh: '至少2个字', en: 'At least 2 characters' };
const NO_PASSWORD = { zh: '请输入密码', en: 'Enter your password' };
const OK = { zh: '确定', en: 'OK' };
const CANCEL = { zh: '取消', en: 'Cancel' };

/** Returns why a reason is not sufficient; null if it is. */
export function shortReason(reason: string | null): Label | null {
  return (reason ?? '').trim().length < SHORTEST ? TOO_SHORT : null;
}

/** The fields of an operation that a dialog shows, in order; labels and word lists may differ from the contract. */
type Shown<I extends Fields> = { readonly [K in keyof I]?: I[K] };
/** The rest of its input. */
type Given<I extends Fields, F> = Omit<Values<I>, keyof F>;
/** What a dialog gives to what it shows around its fields. */
export interface DialogForm<F extends Fields> {
  readonly values: Readonly<Draft<F>>;
  readonly setValues: (more: Initial<F>) => void;
  /** Why it cannot be submitted even with other values: the password is missing. */
  readonly lack: Label | null;
  /** Submits with these values instead of those entered. */
  readonly send: (values: Values<F>) => Promise<unknown>;
}

/** Props of the dialog of an operation. */
export interface OperationDialogProps<I extends Fields, O extends Fields, F extends Shown<I> & Fields> {
  readonly of: Operation<I, O>;
  /** The fields to fill in. */
  readonly fields: F;
  /** The rest of the input, which may depend on the values. */
  readonly given: Given<I, F> | ((values: Values<F>) => Given<I, F>);
  readonly initial?: Initial<NoInfer<F>>;
  readonly parts?: FormPartsOf<NoInfer<F>>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title?: ReactNode;
  readonly hint?: Label;
  readonly okText?: Label | ((values: Readonly<Draft<F>>) => Label);
  readonly isDangerous?: boolean;
  readonly width?: number;
  /** Two columns for many fields; one by default. */
  readonly columns?: 1 | 2;
  /** Why the values are not sufficient yet; the button says so. A reason that is too short is noticed without it. */
  readonly disabledReason?: (values: Readonly<Draft<F>>) => Label | null;
  /** What is asked above the password, once the fields are filled in, where the operation requires one; its own question by default. */
  readonly question?: (values: Values<F>) => Label;
  readonly options?: Pick<CallOptions, 'timeoutMs' | 'isQuiet'>;
  /** The notice after success; none by default. */
  readonly done?: Label | ((output: Values<O>, values: Values<F>) => Label);
  /** Names of the lists to fetch again after success. */
  readonly refreshes?: readonly string[];
  /** Called after success, once the dialog is closed. */
  readonly onDone?: (output: Values<O>, values: Values<F>) => unknown;
  /** Called after each call, whether it succeeded or failed. */
  readonly onSettled?: () => unknown;
  /** Codes of refusals after which there is nothing left to do: they close the dialog. */
  readonly closesOn?: readonly string[];
  /** Shown instead of the fields while what they need is loading or missing. */
  readonly placeholder?: ReactNode;
  /** Above the fields: what the operation is about. */
  readonly children?: ReactNode | ((form: DialogForm<F>) => ReactNode);
  /** Below the fields. */
  readonly below?: (form: DialogForm<F>) => ReactNode;
  /** Further buttons, before those of the dialog. */
  readonly moreActs?: ReactNode | ((form: DialogForm<F>) => ReactNode);
}

/**
 * The dialog of an operation: its fields, checked with the server's rules, the password where the operation requires one and none was
 * entered a short time ago, and one button; then the call, the notice and the refreshed lists. It closes after success and stays open after
 * a failure, with the issues at their fields. It starts again with `initial` whenever it opens or gets another operation.
 */
export function OperationDialog<I extends Fields, O extends Fields, F extends Shown<I> & Fields>(
  props: OperationDialogProps<I, O, F>,
) {
  const { isOpen, fields, initial, placeholder, title, width = 460 } = props;
  const t = useText();
  const id = useId();
  const record = useRecord(fields, initial);
  const proving = useProving();
  const [requestKey, setRequestKey] = useState(randomId);
  const [was, setWas] = useState({ isOpen, of: props.of });
  if (was.isOpen !== isOpen || was.of !== props.of) {
    setWas({ isOpen, of: props.of });
    if (isOpen) {
      record.restart(initial);
      proving.restart();
      setRequestKey(randomId());
    }
  }
  const send = useSending(props, proving, requestKey);
  const focus = (key: string) => document.getElementById(`${id}-${key}`)?.focus();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!waitsFor(props, record, proving)) await record.submit(send, focus);
  };
  const form: DialogForm<F> = {
    values: record.values,
    setValues: record.change,
    lack: props.of.needsPassword ? passwordLack(proving) : null,
    send: (values) => record.run(() => send(values), focus),
  };
  const { children, below } = props;
  return (
    <Modal
      open={isOpen}
      width={width}
      title={title ?? t(props.of.title)}
      onCancel={props.onClose}
      afterOpenChange={(opened) => opened && focusFirst(id)}
      footer={<Foot {...props} record={record} proving={proving} form={form} formId={id} />}
    >
      <form id={id} className="by-form by-act-form" onSubmit={submit} noValidate>
        {props.hint && <p className="by-hint">{t(props.hint)}</p>}
        {typeof children === 'function' ? children(form) : children}
        {placeholder ?? (
          <RecordFields
            id={id}
            fields={hinted(fields)}
            record={record}
            parts={props.parts}
            columns={props.columns ?? 1}
          />
        )}
        {below?.(form)}
        {props.of.needsPassword && (
          <ProofField id={id} question={questionOf(props, props.of.needsPassword, record)} proving={proving} />
        )}
      </form>
    </Modal>
  );
}

/** Calls the operation, then shows and refreshes what follows from it. */
function useSending<I extends Fields, O extends Fields, F extends Shown<I> & Fields>(
  {
    of,
    given,
    options,
    isOpen,
    done,
    refreshes = [],
    onClose,
    onDone,
    onSettled,
    closesOn = [],
  }: OperationDialogProps<I, O, F>,
  proving: Proving,
  requestKey: string,
) {
  const noteOpening = useOpening(isOpen, of);
  return async (values: Values<F>) => {
    const isStillOpen = noteOpening();
    const rest = typeof given === 'function' ? given(values) : given;
    const text = Object.fromEntries(Object.entries(values).map(([key, one]) => [key, trimmed(one)]));
    const proof = of.needsPassword ? await proving.prove() : undefined;
    let output: Values<O>;
    try {
      const input = { ...text, ...rest } as Partial<Values<I>>;
      const headers: Record<string, string> = of.isOnce ? { [REQUEST_KEY_HEADER]: requestKey } : {};
      output = await call(of, input, { ...options, proof, headers });
    } catch (error) {
      if (error instanceof CallFailure && closesOn.includes(error.code) && isStillOpen()) onClose();
      await onSettled?.();
      throw error;
    }
    if (done) notify('good', typeof done === 'function' ? done(output, values) : done);
    if (isStillOpen()) onClose();
    await Promise.all([...refreshes.map((name) => refreshLists(name)), onSettled?.(), onDone?.(output, values)]);
  };
}

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

function isReason(field: Field): boolean {
  return field.kind === 'text' && field.min === SHORTEST && !field.isOptional;
}

/** The fields as they are shown: a reason says how long it must be, unless it says something else. */
function hinted<F extends Fields>(fields: F): F {
  const shown = Object.entries(fields).map(([key, field]) => [
    key,
    isReason(field) ? { ...field, hint: field.hint ?? LENGTH_HINT } : field,
  ]);
  return Object.fromEntries(shown) as F;
}

/** Why the button is disabled now. */
function waitsFor<I extends Fields, O extends Fields, F extends Shown<I> & Fields>(
  props: OperationDialogProps<I, O, F>,
  record: RecordState<F>,
  proving: Proving,
): Label | null {
  return lackOf(props, record) ?? (props.of.needsPassword ? passwordLack(proving) : null);
}

function passwordLack({ isAsked, password }: Proving): Label | null {
  return isAsked && password === '' ? NO_PASSWORD : null;
}

/** What is asked above the password: of the values where they are all there. */
function questionOf<I extends Fields, O extends Fields, F extends Shown<I> & Fields>(
  props: OperationDialogProps<I, O, F>,
  byDefault: Label,
  record: RecordState<F>,
): Label {
  const isWhole = Object.entries(props.fields).every(([key, field]) => field.isOptional || record.values[key] !== null);
  const { question } = props;
  if (!question) return byDefault;
  // A question without a parameter does not depend on the values. Otherwise no field that must be filled in is null.
  const isKnown = question.length === 0 || (isWhole && !lackOf(props, record));
  return isKnown ? question(record.values as Values<F>) : byDefault;
}

/** Why the values are not sufficient yet. */
function lackOf<I extends Fields, O extends Fields, F extends Shown<I> & Fields>(
  { fields, disabledReason }: OperationDialogProps<I, O, F>,
  { values }: RecordState<F>,
): Label | null {
  const given = disabledReason?.(values);
  if (given) return given;
  for (const [key, field] of Object.entries(fields)) {
    const missing = isReason(field) ? shortReason(values[key] as string | null) : null;
    if (missing) return missing;
  }
  return null;
}

function Foot<I extends Fields, O extends Fields, F extends Shown<I> & Fields>(
  props: OperationDialogProps<I, O, F> & {
    record: RecordState<F>;
    proving: Proving;
    form: DialogForm<F>;
    formId: string;
  },
) {
  const { of, isDangerous, onClose, moreActs, placeholder, record, proving, form, formId } = props;
  const { okText = OK } = props;
  const t = useText();
  return (
    <>
      {typeof moreActs === 'function' ? moreActs(form) : moreActs}
      <Button onClick={onClose}>{t(CANCEL)}</Button>
      {can(of.access) && (
        <DisabledReason reason={waitsFor(props, record, proving)}>
          {(isDisabled) => (
            <Button
              type="primary"
              htmlType="submit"
              form={formId}
              danger={isDangerous}
              disabled={isDisabled || placeholder !== undefined}
              loading={record.isBusy}
            >
              {t(typeof okText === 'function' ? okText(record.values) : okText)}
            </Button>
          )}
        </DisabledReason>
      )}
    </>
  );
}

/** Inputs to type in: no choices, and no pickers, which open when they are focused. */
const TYPED = 'input:read-write:not(.ant-picker *), textarea:read-write';

/** Focuses the first input of an opened dialog that a person types in. */
function focusFirst(formId: string): void {
  document.getElementById(formId)?.querySelector<HTMLElement>(TYPED)?.focus();
}
