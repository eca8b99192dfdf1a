import '../login/login.css';
import './share.css';
import { CallFailure, DriverPage, post, useText } from '@boyun/kernel/web';
import { type FormEvent, useEffect, useState } from 'react';
import { solveCaptcha } from '../login/captcha.ts';
import { type Share, useShare } from './share.ts';
import { ShareNote } from './share-note.tsx';

const FIELDS = [
  { key: 'Name', type: 'text', complete: 'name', most: 12, isNeeded: true, label: { zh: '姓名', en: 'Name' } },
  { key: 'Mobile', type: 'tel', complete: 'tel', most: 11, isNeeded: true, label: { zh: '手机号', en: 'Mobile' } },
  {
    key: 'Plate',
    type: 'text',
    complete: 'off',
    most: 10,
    isNeeded: false,
    label: { zh: '车牌（选填）', en: 'Plate (optional)' },
  },
] as const;

/** `/ShareRegister?code=…`, the target of a poster's code: a driver registers name and number with the operator (spec §2). */
export default function SharePage() {
  const t = useText();
  const share = useShare();
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    document.title = t({ zh: '注册 · 泊云', en: 'Register · Boyun' });
  }, [t]);
  return (
    <DriverPage>
      {share === null || typeof share === 'string' ? (
        <ShareNote problem={share} />
      ) : isDone ? (
        <section className="driver-card driver-blank" role="status">
          <b>{t({ zh: '注册成功', en: 'You are registered' })}</b>
          <p>
            {t(
              { zh: '{tenant}已收到您的信息。', en: '{tenant} has received your details.' },
              { tenant: share.TenantName },
            )}
          </p>
        </section>
      ) : (
        <RegisterForm share={share} onDone={() => setDone(true)} />
      )}
    </DriverPage>
  );
}

function RegisterForm({ share, onDone }: { share: Share; onDone: () => void }) {
  const t = useText();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setBusy] = useState(false);
  const change = (key: string, value: string) => setValues((last) => ({ ...last, [key]: value }));
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblems({});
    try {
      const channel = /^(poster|chat|sms)$/.exec(new URLSearchParams(location.search).get('channel') ?? '')?.[0];
      const body = { ...values, Code: share.code, Channel: channel ?? 'link', ...(await solveCaptcha()) };
      await post('/api/share/register', body, { isQuiet: true });
      onDone();
    } catch (error) {
      setBusy(false);
      if (!(error instanceof CallFailure)) {
        setProblems({ '': t({ zh: '安全验证无法完成，请重试', en: 'The security check failed, try again' }) });
        throw error;
      }
      const found = Object.fromEntries(error.issues.map((issue) => [issue.path, issue.message]));
      setProblems(error.issues.length > 0 ? found : { '': error.message });
    }
  };
  return (
    <section className="driver-card share-card">
      <h1>{t({ zh: '欢迎注册', en: 'Welcome' })}</h1>
      <p>
        {t(
          { zh: '{sharer}邀请您成为{tenant}的用户', en: '{sharer} invites you to {tenant}' },
          { sharer: share.Sharer, tenant: share.TenantName },
        )}
      </p>
      <form className="login-form" onSubmit={send} noValidate>
        {FIELDS.map(({ key, label, type, complete, most, isNeeded }) => (
          <div key={key} className="login-field">
            <label>
              <span>{t(label)}</span>
              <input
                type={type}
                value={values[key] ?? ''}
                maxLength={most}
                required={isNeeded}
                autoComplete={complete}
                aria-invalid={key in problems}
                onChange={(event) => change(key, event.target.value)}
              />
            </label>
            <p className="login-problem" role="alert">
              {problems[key]}
            </p>
          </div>
        ))}
        <p className="login-check" role="status">
          {isBusy && t({ zh: '正在进行安全验证，请稍候…', en: 'Security check in progress…' })}
        </p>
        <p className="login-problem" role="alert">
          {problems['']}
        </p>
        <button type="submit" className="login-submit" disabled={isBusy}>
          {t({ zh: '注册', en: 'Register' })}
        </button>
        <p className="share-hint">
          {t(
            {
              zh: '提交即表示同意{tenant}为提供停车服务使用以上信息。',
              en: 'By submitting, you allow {tenant} to use these details to serve you at its car parks.',
            },
            { tenant: share.TenantName },
          )}
        </p>
      </form>
    </section>
  );
}
