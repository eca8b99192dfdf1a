import {
  checkPassword,
  isStrictPassword,
  passwordHint,
  passwordRule,
  strictPasswordMessage,
} from '@boyun/domain/password';
import type { Label } from '@boyun/kernel/contract';
import { announce, CallFailure, call, Modal, notify, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import { changePassword, getTenantUserInfo } from './sign-in.contract.ts';

const FIELDS = ['password', 'passwordResetCode', 'passwordResetCodeRepeat'] as const;
const EMPTY = { password: '', passwordResetCode: '', passwordResetCodeRepeat: '' };
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
  const [values, setValues] = useState(EMPTY);
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
      notify('good', { zh: '密码修改成功', en: 'The password was changed' });
      await onDone();
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setValues(EMPTY);
      setProblem(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={416}
      title={t(changePassword.title)}
      closable={!isForced}
      keyboard={!isForced}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t(isForced ? { zh: '退出登录', en: 'Sign out' } : { zh: '取消', en: 'Cancel' })}
        </Button>,
        <Button key="ok" type="primary" htmlType="submit" form={id} loading={isBusy}>
          {t({ zh: '确定', en: 'OK' })}
        </Button>,
      ]}
    >
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
        <PasswordFields
          id={id}
          values={values}
          isRequired={isStrict}
          onChange={(next) => {
            setValues(next);
            setProblem(null);
          }}
        />
        <p className="by-hint">{t(passwordHint)}</p>
        {isStrict && <p className="by-hint">{t(strictPasswordMessage)}</p>}
        {problem && <p className="by-issue">{typeof problem === 'string' ? problem : t(problem)}</p>}
      </form>
    </Modal>
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
  values,
  isRequired,
  onChange,
}: {
  id: string;
  values: typeof EMPTY;
  isRequired: boolean;
  onChange: (values: typeof EMPTY) => void;
}) {
  const t = useText();
  return FIELDS.map((key, index) => (
    <div key={key} className="by-field by-field-wide">
      <label htmlFor={`${id}-${key}`} className={isRequired ? 'is-required' : undefined}>
        {t(changePassword.input[key].label)}
      </label>
      <Input.Password
        id={`${id}-${key}`}
        value={values[key]}
        maxLength={64}
        autoFocus={index === 0}
        autoComplete={index === 0 ? 'current-password' : 'new-password'}
        onChange={(event) => onChange({ ...values, [key]: event.target.value })}
      />
    </div>
  ));
}
