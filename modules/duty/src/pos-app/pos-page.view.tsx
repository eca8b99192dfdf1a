import { DriverPage, DriverProblem, refusalText, useText } from '@boyun/kernel/web';
import { lazy, Suspense, useEffect, useState } from 'react';
import { accountHere, signIn, takePairing, terminalHere } from './pos-call.view.ts';
import { installPos } from './pos-install.view.ts';
import './pos-app.css';

const StreetView = /* @__PURE__ */ lazy(() => import('./pos-street.view.tsx'));

takePairing();

/** The collectors' app: a phone that is paired as a terminal, a collector who signs in, then the street. */
export default function PosPage({ code: tenant }: { code: string }) {
  const t = useText();
  const [account, setAccount] = useState(accountHere());
  useEffect(() => {
    document.title = t({ zh: '路侧收费 · 泊云', en: 'Roadside · Boyun' });
  }, [t]);
  useEffect(() => installPos(tenant), [tenant]);
  useEffect(() => {
    const left = () => setAccount(null);
    addEventListener('pos-left', left);
    return () => removeEventListener('pos-left', left);
  }, []);
  return (
    <DriverPage>
      {!terminalHere() ? (
        <Unpaired />
      ) : account ? (
        <Suspense fallback={null}>
          <StreetView />
        </Suspense>
      ) : (
        <SignIn onIn={() => setAccount(accountHere())} />
      )}
    </DriverPage>
  );
}

function Unpaired() {
  const t = useText();
  return (
    <section className="driver-card driver-blank">
      <b>{t({ zh: '此手机还没有绑定', en: 'This phone is not paired' })}</b>
      <p>
        {t({
          zh: '请管理员在“POS机”页面点“绑定手机”，再用本机扫描绑定码。',
          en: 'Ask your administrator to press "Pair a phone" on the POS page, and scan the code with this phone.',
        })}
      </p>
    </section>
  );
}

function SignIn({ onIn }: { onIn: () => void }) {
  const t = useText();
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const enter = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await signIn(account.trim(), password);
      onIn();
    } catch (error) {
      setProblem(refusalText(error));
    }
    setBusy(false);
  };
  return (
    <section className="driver-card">
      <h1 className="pos-title">{t({ zh: '收费员登录', en: 'Collector sign-in' })}</h1>
      <form
        className="driver-form"
        onSubmit={(event) => {
          event.preventDefault();
          void enter();
        }}
      >
        <label>
          {t({ zh: '账号', en: 'Account' })}
          <input
            value={account}
            maxLength={64}
            autoComplete="username"
            onChange={(event) => setAccount(event.target.value)}
          />
        </label>
        <label>
          {t({ zh: '密码', en: 'Password' })}
          <input
            type="password"
            value={password}
            maxLength={64}
            autoComplete="current-password"
            onChange={(event) => setPassword(event.target.value)}
          />
        </label>
        <DriverProblem words={problem} />
        <button type="submit" className="is-main" disabled={isBusy || !account || !password}>
          {t({ zh: '登录', en: 'Sign in' })}
        </button>
      </form>
    </section>
  );
}
