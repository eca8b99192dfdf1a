import { post, readSession, setLanguage, type Translate, useLanguage, useText } from '@boyun/kernel/web';
import { useEffect, useState } from 'react';
import { type Brand, useBrand } from './brand.ts';
import { LotPicture } from './lot-picture.tsx';
import { SetUpForm } from './set-up-form.tsx';
import { remembered } from './sign-in.ts';
import { SignInForm } from './sign-in-form.tsx';
import './login.css';

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
      <Side />
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
          <BrandHeader brand={brand} />
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

function Side() {
  const t = useText();
  return (
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
  );
}

/** The tenant's own name and logo, or those of the product. */
function BrandHeader({ brand }: { brand: Brand }) {
  const t = useText();
  return (
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
  );
}
