import {
  brokenPasswordRules,
  checkPassword,
  isStrictPassword,
  type PasswordCode,
  passwordHint,
  passwordRule,
  strictPasswordMessage,
} from '@boyun/domain/password';
import type { Label } from '@boyun/kernel/contract';
import { announce, CallFailure, call, Modal, noteSignIn, notify, passwordOfSignIn, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import { changePassword, getTenantUserInfo } from './sign-in.contract.ts';
import './change-password.css';

const FIELDS = ['password', 'passwordResetCode', 'passwordResetCodeRepeat'] as const;
const EMPTY = { password: '', passwordResetCode: '', passwordResetCodeRepeat: '' };
/** The rules as conditions; their messages say what was wrong. */
const RULE_WORDS: Readonly<Record<PasswordCode, Label>> = {
  length: { zh: '8～20位', en: '8 to 20 characters' },
  classes: { zh: '大写、小写、数字、特殊符号中至少三种', en: 'Three of: upper case, lower case, digits, symbols' },
  digitRun: { zh: '没有4个以上连续数字（1234、3210）', en: 'No run of four digits (1234, 3210)' },
  letterRun: { zh: '没有4个以上连续字母（abcd、DcbA）', en: 'No run of four letters (abcd, DcbA)' },
  repeat: { zh: '没有4个以上相同字符（8888、BbbB）', en: 'No four equal characters (8888, BbbB)' },
  word: { zh: '不含 admin、pass', en: 'Neither admin nor pass in it' },
  mismatch: { zh: '两次输入一致', en: 'Typed twice alike' },
};
const RULES = Object.keys(RULE_WORDS) as PasswordCode[];
const FAILED = { zh: '失败', en: 'Failed' };

/**
 * Asks for the old password and twice for a new one. Every error is shown as a failure; a refusal by the server clears
 * the fields (spec §5, §8).
 */
export default function ChangePassword({
  isForced,
  onDone,
  onClose,
}: {
  /** Blocks everything else until the password is changed; the only other choice is to sign out. */
  isForced: boolean;
  onDone: () => unknown;
  onClose: () => void;
}) {
  const t = useText();
  const id = useId();
  const { isStrict, isBusy, ...shown } = useChange(isForced, onDone);
  const buttons = [
    <Button key="cancel" onClick={onClose}>
      {t(isForced ? { zh: '退出登录', en: 'Sign out' } : { zh: '取消', en: 'Cancel' })}
    </Button>,
    <Button key="ok" type="primary" htmlType="submit" form={id} loading={isBusy}>
      {t({ zh: '确定', en: 'OK' })}
    </Button>,
  ];
  const form = <PasswordForm id={id} isForced={isForced} isStrict={isStrict} {...shown} />;
  const title = t(changePassword.title);
  if (isForced)
    return (
      <section className="forced-password" role="dialog" aria-label={title}>
        <h1>{title}</h1>
        {form}
        <div className="forced-password-acts">{buttons}</div>
      </section>
    );
  return (
    <Modal open width={416} title={title} mask={{ closable: false }} onCancel={onClose} footer={buttons}>
      {form}
    </Modal>
  );
}

/** The passwords as typed, and the call that changes them. */
function useChange(isForced: boolean, onDone: () => unknown) {
  // Whoever has just signed in with it need not type it again.
  const [known, setKnown] = useState(isForced ? passwordOfSignIn : '');
  const [typed, setValues] = useState(EMPTY);
  const values = known ? { ...typed, password: known } : typed;
  const [problem, setProblem] = useState<Label | string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isStrict = useIsStrict();
  const change = async () => {
    const broken = brokenRule(values, isStrict);
    if (broken) {
      announce('bad', FAILED, broken);
      return setProblem(broken);
    }
    setBusy(true);
    try {
      await call(changePassword, values);
      noteSignIn(null);
      notify('good', { zh: '密码修改成功', en: 'The password was changed' });
      await onDone();
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setValues(EMPTY);
      setKnown('');
      setProblem(error.message);
    } finally {
      setBusy(false);
    }
  };
  const edit = (next: typeof EMPTY) => {
    setValues(next);
    setProblem(null);
  };
  return { values, keys: known ? FIELDS.slice(1) : FIELDS, problem, isBusy, isStrict, edit, change };
}

type Shown = Omit<ReturnType<typeof useChange>, 'isBusy'>;

function PasswordForm({
  id,
  isForced,
  isStrict,
  values,
  keys,
  problem,
  edit,
  change,
}: Shown & { readonly id: string; readonly isForced: boolean }) {
  const t = useText();
  return (
    <form
      id={id}
      className="by-form-fields"
      onSubmit={(event) => {
        event.preventDefault();
        void change();
      }}
    >
      {isForced && (
        <p className="by-hint">
          {t({
            zh: '首次登录或密码被重置后，须先修改密码才能继续使用。',
            en: 'After a first sign-in or a reset, the password is changed before anything else.',
          })}
        </p>
      )}
      <PasswordFields id={id} keys={keys} values={values} isRequired={isStrict} onChange={edit} />
      {problem && (
        <p className="by-issue" role="alert">
          {typeof problem === 'string' ? problem : t(problem)}
        </p>
      )}
      <p className="by-hint">{t(passwordHint)}</p>
      {isStrict && <p className="by-hint">{t(strictPasswordMessage)}</p>}
      <PasswordRules values={values} />
    </form>
  );
}

/** All rules of a new password with whether what is typed meets them. */
function PasswordRules({ values }: { values: typeof EMPTY }) {
  const t = useText();
  const { passwordResetCode, passwordResetCodeRepeat } = values;
  const broken = brokenPasswordRules(passwordResetCode, passwordResetCodeRepeat);
  const stateOf = (code: PasswordCode) => {
    if (passwordResetCode === '' || (code === 'mismatch' && passwordResetCodeRepeat === '')) return 'is-open';
    return broken.includes(code) ? 'is-broken' : 'is-met';
  };
  return (
    <ul className="password-rules" aria-label={t({ zh: '密码规则', en: 'Rules of the password' })}>
      {RULES.map((code) => (
        <li key={code} className={stateOf(code)}>
          {t(RULE_WORDS[code])}
        </li>
      ))}
    </ul>
  );
}

/** Whether the tenant's strict flag is on. */
function useIsStrict(): boolean {
  const user = useQuery({
    queryKey: ['own', 'user'],
    queryFn: ({ signal }) => call(getTenantUserInfo, {}, { signal, isQuiet: true }),
  });
  return user.data?.isPasswordStrict === true;
}

/** Returns what is wrong with the entered passwords. Fields are required only while the strict flag is on (spec §5). */
function brokenRule(values: typeof EMPTY, isStrict: boolean): Label | null {
  const { passwordResetCode, passwordResetCodeRepeat } = values;
  if (isStrict && (FIELDS.some((key) => values[key] === '') || !isStrictPassword(passwordResetCode)))
    return strictPasswordMessage;
  const broken = checkPassword(passwordResetCode, passwordResetCodeRepeat);
  return broken && passwordRule[broken];
}

function PasswordFields({
  id,
  keys,
  values,
  isRequired,
  onChange,
}: {
  id: string;
  keys: readonly (typeof FIELDS)[number][];
  values: typeof EMPTY;
  isRequired: boolean;
  onChange: (values: typeof EMPTY) => void;
}) {
  const t = useText();
  return keys.map((key, index) => (
    <div key={key} className="by-field by-field-wide">
      <label htmlFor={`${id}-${key}`} className={isRequired ? 'is-required' : undefined}>
        {t(changePassword.input[key].label)}
      </label>
      <Input.Password
        id={`${id}-${key}`}
        value={values[key]}
        maxLength={64}
        autoFocus={index === 0}
        autoComplete={key === 'password' ? 'current-password' : 'new-password'}
        onChange={(event) => onChange({ ...values, [key]: event.target.value })}
      />
    </div>
  ));
}
