import type { Translate } from '@boyun/kernel/web';
import { useRef, useState } from 'react';
import { PasswordField } from './password-field.tsx';
import { remembered, useSignIn } from './sign-in.ts';

/** Tenant, account and password. */
export function SignInForm({
  onTry,
  onEnter,
  t,
  tenant,
  setTenant,
}: {
  onTry: () => void;
  onEnter: (path: string) => void;
  t: Translate;
  tenant: string;
  setTenant: (tenant: string) => void;
}) {
  const [kept] = useState(remembered);
  const [account, setAccount] = useState(kept.account);
  const [password, setPassword] = useState('');
  const [isRemembered, setRemembered] = useState(kept.account !== '');
  const passwordInput = useRef<HTMLInputElement>(null);
  const tenantInput = useRef<HTMLInputElement>(null);
  const onWrong = (field: 'tenant' | 'password') => {
    if (field === 'password') setPassword('');
    (field === 'password' ? passwordInput : tenantInput).current?.focus();
  };
  const { isSolving, problem, isBusy, signIn } = useSignIn(t, { onTry, onEnter, onWrong });
  return (
    <form
      className="login-form"
      onSubmit={(event) => {
        event.preventDefault();
        return signIn({ tenant, account, password, isRemembered });
      }}
      noValidate
    >
      <label>
        <span>{t({ zh: '租户编码', en: 'Tenant code' })}</span>
        <input
          ref={tenantInput}
          value={tenant}
          maxLength={32}
          autoComplete="organization"
          autoCapitalize="none"
          placeholder={t({ zh: '账号唯一时可不填', en: 'Optional' })}
          onChange={(event) => setTenant(event.target.value)}
        />
      </label>
      <label>
        <span>{t({ zh: '账号', en: 'Account' })}</span>
        <input
          value={account}
          maxLength={64}
          required
          autoComplete="username"
          autoCapitalize="none"
          // biome-ignore lint/a11y/noAutofocus: the first thing anybody does here is to type
          autoFocus={!kept.account}
          onChange={(event) => setAccount(event.target.value)}
        />
      </label>
      <PasswordField
        label={t({ zh: '密码', en: 'Password' })}
        value={password}
        onChange={setPassword}
        inputRef={passwordInput}
        hasFocus={kept.account !== ''}
        autoComplete="current-password"
        t={t}
      />
      <label className="login-remember">
        <input type="checkbox" checked={isRemembered} onChange={(event) => setRemembered(event.target.checked)} />
        {t({ zh: '记住账号', en: 'Remember account' })}
      </label>
      <p className="login-check" role="status">
        {isSolving && t({ zh: '正在进行安全验证，请稍候…', en: 'Security check in progress…' })}
      </p>
      <p className="login-problem" role="alert">
        {problem}
      </p>
      <button type="submit" className="login-submit" disabled={isBusy}>
        {isBusy ? t({ zh: '登录中…', en: 'Signing in…' }) : t({ zh: '登录', en: 'Sign in' })}
      </button>
    </form>
  );
}
