import { ConsentBox, DriverPage, MobileProof, post, useText } from '@boyun/kernel/web';
import { lazy, Suspense, useEffect, useState } from 'react';
import { HomeView } from './app-home.view.tsx';
import { keepToken, tokenOf } from './driver-call.view.ts';
import './app.css';

const CarsView = /* @__PURE__ */ lazy(() => import('./app-cars.view.tsx'));
const AccountView = /* @__PURE__ */ lazy(() => import('./app-account.view.tsx'));
const PackView = /* @__PURE__ */ lazy(() => import('./app-pack.view.tsx'));
const BuyPackView = /* @__PURE__ */ lazy(() => import('./app-buy-pack.view.tsx'));
const MatterView = /* @__PURE__ */ lazy(() => import('./app-matter.view.tsx'));

/** Where the app is: the part of its address behind `#`. */
function useHash(): string {
  const [hash, setHash] = useState(location.hash.slice(1));
  useEffect(() => {
    const look = () => setHash(location.hash.slice(1));
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);
  return hash;
}

/** The drivers' own app: signing in, then what is the customer's own. */
export default function AppPage({ code: tenant }: { code: string }) {
  const t = useText();
  const [isIn, setIn] = useState(tokenOf() !== null);
  useEffect(() => {
    document.title = t({ zh: '我的停车 · 泊云', en: 'My parking · Boyun' });
  }, [t]);
  useEffect(() => {
    const link = document.createElement('link');
    link.rel = 'manifest';
    link.href = `/api/app/manifest/${tenant}`;
    document.head.append(link);
    const leave = () => setIn(false);
    addEventListener('driver-left', leave);
    return () => {
      link.remove();
      removeEventListener('driver-left', leave);
    };
  }, [tenant]);
  return <DriverPage>{isIn ? <Inside /> : <SignIn tenant={tenant} onIn={() => setIn(true)} />}</DriverPage>;
}

function Inside() {
  const hash = useHash();
  const [, view = '', kind = ''] = hash.split('/');
  if (view === '') return <HomeView />;
  return <Suspense fallback={null}>{partOf(view, kind)}</Suspense>;
}

/** The part of the app that an address names; `of` has the kind of things behind it. */
function partOf(view: string, rest: string) {
  if (view === 'cars') return <CarsView />;
  if (view === 'account') return <AccountView />;
  if (view === 'buy-pack') return <BuyPackView />;
  if (view === 'pack') return <PackView key={rest} id={rest} />;
  return <MatterView key={rest} kind={rest} />;
}

interface AppWire {
  readonly TenantName: string;
  readonly ConsentVersion: number;
  readonly ConsentText: string;
}

function SignIn({ tenant, onIn }: { tenant: string; onIn: () => void }) {
  const t = useText();
  const [app, setApp] = useState<AppWire | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isAgreed, setAgreed] = useState(false);
  useEffect(() => {
    post('/api/app/get', { Tenant: tenant }, { isQuiet: true }).then(
      ({ data }) => setApp(data as AppWire),
      (error: Error) => setProblem(error.message),
    );
  }, [tenant]);
  if (problem) return <section className="driver-card driver-blank">{problem}</section>;
  return (
    <section className="driver-card app-sign-in">
      <h1>{app?.TenantName ?? '…'}</h1>
      <p>{t({ zh: '用手机号登录，首次登录即完成注册', en: 'Sign in by mobile; the first time registers you' })}</p>
      <MobileProof
        proveLabel={{ zh: '登录', en: 'Sign in' }}
        isReady={isAgreed}
        onSend={async (Mobile) => {
          const { data } = await post('/api/app/sendCode', { Tenant: tenant, Mobile }, { isQuiet: true });
          const { CodeId, ShownCode } = data as { CodeId: string; ShownCode: string | null };
          return { id: CodeId, shownCode: ShownCode };
        }}
        onProve={async (CodeId, SmsCode) => {
          const { data } = await post(
            '/api/app/signIn',
            { Tenant: tenant, CodeId, SmsCode, ConsentVersion: app!.ConsentVersion },
            { isQuiet: true },
          );
          keepToken((data as { Token: string }).Token);
          onIn();
        }}
      >
        {app && <ConsentBox text={app.ConsentText} isAgreed={isAgreed} onChange={setAgreed} />}
      </MobileProof>
    </section>
  );
}
