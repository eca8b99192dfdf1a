import './system-set.css';
import { call, ErrorState, may, RecordForm, Skeleton, tell, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { lazy, Suspense } from 'react';
import { getTenantSetting, saveTenantSetting } from './tenant-setting.contract.ts';

// A choice of colours is as heavy as three pages.
const AccentInput = lazy(() => import('./accent.form.tsx'));

const { version: _version, ...FIELDS } = saveTenantSetting.input;

/** The headings, each above the first field of its part. */
const PARTS = {
  name: { zh: '名称与外观', en: 'Name and look' },
  timeZone: { zh: '运营规则', en: 'Operating rules' },
  isPasswordStrict: { zh: '账号安全', en: 'Accounts' },
};

/** What a tenant sets for itself: how the product looks to its staff, and the rules of payments, entries, passwords and sessions. */
export default function SystemSetPage() {
  const t = useText();
  const asked = useQuery({
    queryKey: ['tenant-setting'],
    queryFn: ({ signal }) => call(getTenantSetting, {}, { signal, isQuiet: true }),
    staleTime: 0,
  });
  return (
    <div className="by-page">
      <h1 className="by-sr">{t({ zh: '系统设置', en: 'System settings' })}</h1>
      <section className="by-card-box system-set">
        {asked.isPending ? (
          <Skeleton lines={10} />
        ) : asked.error ? (
          <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
        ) : (
          <fieldset disabled={!may(saveTenantSetting.access)}>
            <RecordForm
              key={asked.data.version}
              fields={FIELDS}
              initial={asked.data}
              headings={PARTS}
              parts={{
                timeZone: ({ id, value, onChange, isInvalid }) => (
                  <Select
                    id={id}
                    className="by-wide"
                    showSearch
                    status={isInvalid ? 'error' : undefined}
                    value={value as string}
                    options={Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone }))}
                    onChange={onChange}
                  />
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
                await call(saveTenantSetting, { ...values, version: asked.data.version } as never);
                // Filled anew, the form drops what is put in meanwhile: it is said to be saved when it stands again.
                await asked.refetch();
                tell('good', { zh: '设置已保存', en: 'The settings are saved' });
                // The shell shows name, logo, colour and tag bar as they are now.
                dispatchEvent(new Event('boyun:user'));
              }}
            />
          </fieldset>
        )}
      </section>
    </div>
  );
}
