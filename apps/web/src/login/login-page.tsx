import {
  CallFailure,
  post,
  readSession,
  setLanguage,
  type Translate,
  useLanguage,
  useText,
  writeSession,
} from '@boyun/kernel/web';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useBrand } from './brand.ts';
import { solveCaptcha } from './captcha.ts';
import { LotPicture } from './lot-picture.tsx';
import { PasswordField } from './password-field.tsx';
import { SetUpForm } from './set-up-form.tsx';
import './login.css';

const REMEMBERED = 'login:remembered';

interface LoginAnswer {
  readonly AccessToken: string;
  readonly TokenType: string;
  readonly TenantId: string;
  readonly UserId: string;
  readonly DashboardPath: string;
}

function remembered(): { tenant: string; account: string } {
  try {
    const kept = JSON.parse(localStorage.getItem(REMEMBERED) ?? '{}') as { tenant?: string; account?: string };
    return { tenant: kept.tenant ?? '', account: kept.account ?? '' };
  } catch {
    return { tenant: '', account: '' };
  }
}

/** The first page: signs in, or sets the product up on the first start. It does not use the component library, to stay small. */
export function LoginPage({
  onTry,
  onEnter,
}: {
  /** Sign-in has started: the next code may be loaded. */
  onTry: () => void;
  onEnter: (path: string) => void;
}) {
  const t = useText();
  const language = useLanguage();
  const [needsSetUp, setNeedsSetUp] = useState(false);
  const [tenant, setTenant] = useState(() => remembered().tenant);
  const brand = useBrand(tenant.trim());
  useEffect(() => {
    post('/api/setup/get', {}, { isQuiet: true })
      .then((answer) => setNeedsSetUp((answer.data as { IsNeeded?: boolean } | null)?.IsNeeded === true))
      // The sign-in form shows in any case; an error appears when it is submitted.
      .catch(() => undefined);
  }, []);
  return (
    <main className="login">
      <section className="login-side" aria-hidden="true">
        <LotPicture />
        <div className="login-side-text">
          <p>{t({ zh: '每一次出入，都有据可查', en: 'Every entry and exit, accounted for' })}</p>
          <span>
            {t({
              zh: '车场、收费、设备与对账，一处看清',
              en: 'Lots, charges, devices and accounts in one clear place',
            })}
          </span>
        </div>
      </section>
      <section className="login-main">
        <button
          type="button"
          className="login-language"
          lang={language === 'zh' ? 'en' : 'zh-CN'}
          onClick={() => setLanguage(language === 'zh' ? 'en' : 'zh')}
        >
          {language === 'zh' ? 'English' : '中文'}
        </button>
        <div className={needsSetUp ? 'login-box is-wide' : 'login-box'}>
          <header className="login-brand">
            {brand.LogoUrl ? (
              <img src={brand.LogoUrl} alt="" />
            ) : (
              <svg viewBox="0 0 32 32" aria-hidden="true">
                <rect width="32" height="32" rx="8" />
                <path d="M11 25V8h6.2a5.4 5.4 0 0 1 0 10.8H11" />
              </svg>
            )}
            <h1>
              {brand.BrandName ?? t({ zh: '泊云', en: 'Boyun' })}
              <span>
                {brand.BrandName
                  ? t({ zh: '泊云停车管理云平台', en: 'Boyun parking cloud' })
                  : t({ zh: '停车管理云平台', en: 'Parking cloud back office' })}
              </span>
            </h1>
          </header>
          {needsSetUp ? (
            <SetUpForm onDone={() => setNeedsSetUp(false)} />
          ) : (
            <>
              {readSession('token') && <LostNote onEnter={onEnter} t={t} />}
              <SignInForm onTry={onTry} onEnter={onEnter} t={t} key="sign-in" tenant={tenant} setTenant={setTenant} />
            </>
          )}
        </div>
        <footer className="login-foot">1.0.1215</footer>
      </section>
    </main>
  );
}

// Shown to a signed-in user at an unknown address (spec §2: the catch-all goes to /404, which is the login page).
function LostNote({ onEnter, t }: { onEnter: (path: string) => void; t: Translate }) {
  return (
    <p className="login-lost" role="status">
      {t({ zh: '页面不存在或已移走，您仍处于登录状态。', en: 'Page not found. You are still signed in.' })}
      <button type="button" onClick={() => onEnter('/')}>
        {t({ zh: '返回首页', en: 'Go to the home page' })}
      </button>
    </p>
  );
}

function SignInForm({
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
  const [isSolving, setSolving] = useState(false);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const passwordInput = useRef<HTMLInputElement>(null);
  const tenantInput = useRef<HTMLInputElement>(null);

  /** Submits the form, and again with a solved captcha where the server requires one. */
  const send = async () => {
    const values = { Account: account.trim(), Password: password, TenantId: tenant.trim() || null };
    try {
      return await post('/api/tenantUser/login', values, { isQuiet: true });
    } catch (error) {
      if (!(error instanceof CallFailure) || error.code !== 'sign-in.captcha-needed') throw error;
    }
    setSolving(true);
    try {
      const solved = await solveCaptcha({ Account: values.Account, TenantId: values.TenantId });
      return await post('/api/tenantUser/login', { ...values, ...solved }, { isQuiet: true });
    } finally {
      setSolving(false);
    }
  };
  const signIn = async (event: FormEvent) => {
    event.preventDefault();
    if (!account.trim() || !password) {
      setProblem(t({ zh: '请输入账号和密码', en: 'Enter your account and password' }));
      return;
    }
    setBusy(true);
    setProblem('');
    onTry();
    try {
      const answer = await send();
      const session = answer.data as LoginAnswer;
      writeSession('token', session.AccessToken);
      writeSession('tokenType', session.TokenType);
      writeSession('tenantId', session.TenantId);
      writeSession('userId', session.UserId);
      writeSession('dashboardPath', session.DashboardPath);
      if (isRemembered) localStorage.setItem(REMEMBERED, JSON.stringify({ tenant, account }));
      else localStorage.removeItem(REMEMBERED);
      const wanted = readSession('wantedPath');
      writeSession('wantedPath', null);
      onEnter(wanted ?? `/${session.DashboardPath}/index`);
    } catch (error) {
      setBusy(false);
      if (!(error instanceof CallFailure)) {
        setProblem(t({ zh: '安全验证无法完成，请重试', en: 'The security check failed, try again' }));
        throw error;
      }
      setProblem(error.message);
      if (error.code === 'sign-in.which-tenant') tenantInput.current?.focus();
      else if (error.code === 'sign-in.wrong-credentials') {
        setPassword('');
        passwordInput.current?.focus();
      }
    }
  };
  return (
    <form className="login-form" onSubmit={signIn} noValidate>
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
