import { DriverFacts, DriverProblem, refusalText, setLanguage, useLanguage, useText } from '@boyun/kernel/web';
import { useState } from 'react';
import { AccountData } from './app-account-data.view.tsx';
import { AppPart } from './app-part.view.tsx';
import { driverPost, keepToken, useDriver } from './driver-call.view.ts';

interface ProfileWire {
  readonly Mobile: string;
  readonly Name: string | null;
  readonly Language: 'zh' | 'en';
  readonly TenantName: string;
}

const leave = () => {
  keepToken(null);
  dispatchEvent(new Event('driver-left'));
  location.hash = '#/';
};

/** The customer's account: name, language, signing out. */
export default function AccountView() {
  const t = useText();
  const language = useLanguage();
  const [found, missing, refetch] = useDriver<ProfileWire>('/api/app/getProfile');
  const [name, setName] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const run = async (work: () => Promise<unknown>) => {
    setProblem(null);
    await work().catch((error) => setProblem(refusalText(error)));
  };
  const save = (next: { name?: string; language?: 'zh' | 'en' }) =>
    run(async () => {
      const Name = (next.name ?? found?.Name ?? '').trim() || null;
      const Language = next.language ?? language;
      await driverPost('/api/app/saveProfile', { Name, Language });
      if (next.language) setLanguage(next.language);
      await refetch();
      setName(null);
    });
  return (
    <AppPart title={t({ zh: '我的账号', en: 'My account' })} problem={missing} isReady={found !== null}>
      {found && (
        <section className="driver-card app-account">
          <DriverFacts
            facts={[
              [{ zh: '停车场', en: 'Operator' }, found.TenantName],
              [{ zh: '手机号', en: 'Mobile' }, found.Mobile],
            ]}
          />
          <form
            className="driver-form"
            onSubmit={(event) => {
              event.preventDefault();
              void save({ name: name ?? '' });
            }}
          >
            <label>
              {t({ zh: '姓名', en: 'Name' })}
              <input
                value={name ?? found.Name ?? ''}
                maxLength={12}
                autoComplete="name"
                onChange={(event) => setName(event.target.value)}
              />
            </label>
            {name !== null && (
              <button type="submit" className="is-main">
                {t({ zh: '保存', en: 'Save' })}
              </button>
            )}
            <DriverProblem words={problem} />
            <button type="button" onClick={() => void save({ language: language === 'zh' ? 'en' : 'zh' })}>
              {language === 'zh' ? 'Switch to English' : '切换为中文'}
            </button>
            <button type="button" onClick={() => void run(() => driverPost('/api/app/signOut')).then(leave)}>
              {t({ zh: '退出登录', en: 'Sign out' })}
            </button>
          </form>
        </section>
      )}
      <AccountData onGone={leave} />
    </AppPart>
  );
}
