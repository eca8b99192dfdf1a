import './system-set.css';
import { call, ErrorState, may, RecordForm, Skeleton, tell, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { getTenantSetting, saveTenantSetting } from './brand.contract.ts';

/** What the tenant sets for itself: how its sign-in page looks. */
export default function SystemSetPage() {
  const t = useText();
  const asked = useQuery({
    queryKey: ['tenant-setting'],
    queryFn: ({ signal }) => call(getTenantSetting, {}, { signal, isQuiet: true }),
  });
  return (
    <div className="by-page">
      <section className="by-card-box system-set">
        <h1>{t({ zh: '登录页品牌', en: 'Brand of the sign-in page' })}</h1>
        <p className="by-hint">
          {t({
            zh: '在登录页输入本租户编码后显示；以租户编码为二级域名访问时直接显示。',
            en: 'Shown once your tenant code is typed, and at once where the code is the first word of the host.',
          })}
        </p>
        {asked.error && <ErrorState error={asked.error} onRetry={asked.refetch} />}
        {asked.isPending && <Skeleton lines={3} />}
        {asked.data && (
          <fieldset disabled={!may(saveTenantSetting.access)}>
            <RecordForm
              key={asked.dataUpdatedAt}
              fields={saveTenantSetting.input}
              initial={asked.data}
              columns={1}
              onSubmit={async (values) => {
                await call(saveTenantSetting, values as never);
                tell('good', { zh: '保存成功', en: 'Saved' });
                await asked.refetch();
              }}
            />
          </fieldset>
        )}
      </section>
    </div>
  );
}
