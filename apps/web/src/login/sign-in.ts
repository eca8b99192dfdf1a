import { CallFailure, noteSignIn, post, readSession, type Translate, writeSession } from '@boyun/kernel/web';
import { useState } from 'react';
import { solveCaptcha } from './captcha.ts';

const REMEMBERED = 'login:remembered';

/** Tenant and account of the last sign-in in this browser, where the user wanted them remembered. */
export function remembered(): { tenant: string; account: string } {
  try {
    const kept = JSON.parse(localStorage.getItem(REMEMBERED) ?? '{}') as { tenant?: string; account?: string };
    return { tenant: kept.tenant ?? '', account: kept.account ?? '' };
  } catch {
    return { tenant: '', account: '' };
  }
}

interface LoginAnswer {
  readonly AccessToken: string;
  readonly TokenType: string;
  readonly TenantId: string;
  readonly UserId: string;
  readonly DashboardPath: string;
}

/** What the form contains. */
export interface SignInValues {
  readonly tenant: string;
  readonly account: string;
  readonly password: string;
  readonly isRemembered: boolean;
}

/** Calls of the page while it signs in. */
interface SignInEvents {
  /** Sign-in has started: the next code may be loaded. */
  onTry(): void;
  onEnter(path: string): void;
  /** The user must correct one of the fields. */
  onWrong(field: 'tenant' | 'password'): void;
}

/** Signs in, with a captcha where the server requires one; returns the state to show and the act. */
export function useSignIn(t: Translate, { onTry, onEnter, onWrong }: SignInEvents) {
  const [isSolving, setSolving] = useState(false);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const signIn = async (values: SignInValues) => {
    if (!values.account.trim() || !values.password) {
      setProblem(t({ zh: '请输入账号和密码', en: 'Enter your account and password' }));
      return;
    }
    setBusy(true);
    setProblem('');
    onTry();
    try {
      const session = await send(values, setSolving);
      storeSession(session, values);
      noteSignIn(values.password);
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
      if (error.code === 'sign-in.which-tenant') onWrong('tenant');
      else if (error.code === 'sign-in.wrong-credentials') onWrong('password');
    }
  };
  return { isSolving, problem, isBusy, signIn };
}

/** Submits the form, and again with a solved captcha where the server requires one. */
async function send(
  { tenant, account, password }: SignInValues,
  setSolving: (isSolving: boolean) => void,
): Promise<LoginAnswer> {
  const values = { Account: account.trim(), Password: password, TenantId: tenant.trim() || null };
  try {
    return (await post('/api/tenantUser/login', values, { isQuiet: true })).data as LoginAnswer;
  } catch (error) {
    if (!(error instanceof CallFailure) || error.code !== 'sign-in.captcha-needed') throw error;
  }
  setSolving(true);
  try {
    const solved = await solveCaptcha({ Account: values.Account, TenantId: values.TenantId });
    return (await post('/api/tenantUser/login', { ...values, ...solved }, { isQuiet: true })).data as LoginAnswer;
  } finally {
    setSolving(false);
  }
}

function storeSession(session: LoginAnswer, { tenant, account, isRemembered }: SignInValues): void {
  writeSession('token', session.AccessToken);
  writeSession('tokenType', session.TokenType);
  writeSession('tenantId', session.TenantId);
  writeSession('userId', session.UserId);
  writeSession('dashboardPath', session.DashboardPath);
  if (isRemembered) localStorage.setItem(REMEMBERED, JSON.stringify({ tenant, account }));
  else localStorage.removeItem(REMEMBERED);
}
