import './system-set.css';
import {
  call,
  can,
  ErrorState,
  notify,
  RecordForm,
  Skeleton,
  useFormStart,
  useText,
  ZoneInput,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { getTenantSetting, saveTenantSetting } from './tenant-setting.contract.ts';

// The colour picker is as large as three pages.
const AccentInput = lazy(() => import('./accent.form.tsx'));

const { version: _version, ...FIELDS } = saveTenantSetting.input;

/** Section headings, each above the first field of its section. */
const PARTS = {
  name: { zh: '名称与外观', en: 'Name and look' },
  timeZone: { zh: '运营规则', en: 'Operating rules' },
  isPasswordStrict: { zh: '账号安全', en: 'Accounts' },
};

/** Settings of the tenant: appearance, and rules for payments, entries, passwords and sessions. */
export default function SystemSetPage() {
  const t = useText();
  const asked = useQuery({
    queryKey: ['tenant-setting'],
    queryFn: ({ signal }) => call(getTenantSetting, {}, { signal, isQuiet: true }),
    staleTime: 0,
  });
  const [start, restart] = useFormStart(asked.data);
  return (
    <div className="by-page">
      <h1 className="by-sr">{t({ zh: '系统设置', en: 'System settings' })}</h1>
      <section className="by-card-box system-set">
        {asked.error ? (
          <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
        ) : !start ? (
          <Skeleton lines={10} />
        ) : (
          <fieldset disabled={!can(saveTenantSetting.access)}>
            <RecordForm
              key={start.version}
              fields={FIELDS}
              initial={start}
              headings={PARTS}
              parts={{
                timeZone: ({ id, value, onChange, isInvalid }) => (
                  <ZoneInput id={id} value={value} isInvalid={isInvalid} onChange={onChange} />
                ),
                themeColor: ({ id, value, onChange }) => (
                  <span id={id}>
                    <Suspense fallback={<Skeleton lines={1} />}>
                      <AccentInput value={value as string | null} onChange={onChange} />
                    </Suspense>
                  </span>
                ),
              }}
              onSubmit={async (values) => {
                await call(saveTenantSetting, { ...values, version: start.version });
                // Refilling the form discards anything typed meanwhile, so success is reported only after the refill.
                restart((await asked.refetch()).data);
                notify('good', { zh: '设置已保存', en: 'Settings saved' });
                // Makes the shell show the new name, logo, colour and tag bar.
                dispatchEvent(new Event('boyun:user'));
              }}
            />
          </fieldset>
        )}
      </section>
    </div>
  );
}
