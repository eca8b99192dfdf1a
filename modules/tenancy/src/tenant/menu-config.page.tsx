import { getMenu } from '@boyun/access/contract';
import {
  ActButton,
  call,
  can,
  ErrorState,
  list,
  NoPermission,
  notify,
  Skeleton,
  Tree,
  useLanguage,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Select, Switch } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { getTenantProduct, saveTenantProduct, tenantList } from './tenant.contract.ts';
import './menu-config.css';

/** Selects the pages included in the product of a tenant. */
export default function MenuConfigPage() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const tenants = useQuery({
    queryKey: ['list', tenantList.name, 'all'],
    queryFn: ({ signal }) => list(tenantList, { page: 1, perPage: 1000 }, { signal, isQuiet: true }),
    enabled: can(tenantList.access),
  });
  if (!can(tenantList.access)) return <NoPermission />;
  const tenantId = Number(query.get('tenant') ?? tenants.data?.rows[0]?.id ?? 0);
  return (
    <div className="by-page">
      <h1 className="by-sr">{t(getTenantProduct.title)}</h1>
      <section className="by-card-box menu-config">
        {tenants.error && <ErrorState error={tenants.error} onRetry={() => void tenants.refetch()} />}
        <div className="by-row">
          <label htmlFor="menu-config-tenant">{t({ zh: '租户', en: 'Tenant' })}</label>
          <Select
            id="menu-config-tenant"
            className="menu-config-tenant"
            loading={tenants.isPending}
            value={tenantId || undefined}
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={t({ zh: '请选择租户', en: 'Choose a tenant' })}
            options={tenants.data?.rows.map((one) => ({ value: Number(one.id), label: `${one.name} (${one.code})` }))}
            onChange={(value) => setQuery({ tenant: String(value) }, { replace: true })}
          />
        </div>
        {tenantId > 0 && <Product key={tenantId} tenantId={tenantId} />}
      </section>
    </div>
  );
}

function Product({ tenantId }: { tenantId: number }) {
  const t = useText();
  const language = useLanguage();
  const [changed, setChanged] = useState<{ isEverything: boolean; keys: ReadonlySet<string> } | null>(null);
  const asked = useQuery({
    queryKey: ['tenant-product', tenantId],
    queryFn: async ({ signal }) => {
      const [product, menu] = await Promise.all([
        call(getTenantProduct, { tenantId }, { signal, isQuiet: true }),
        call(getMenu, {}, { signal, isQuiet: true }),
      ]);
      const possible = new Set(product.possibleKeys.map((key) => `page:${key}`));
      const entries = menu.entries.filter((one) => one.component === '' || possible.has(one.key));
      return { product, entries: entries.map((one) => ({ ...one, id: one.key, parentId: one.parentKey })) };
    },
  });
  if (asked.isPending) return <Skeleton lines={10} />;
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  const { product, entries } = asked.data;
  const pages = entries.filter((one) => one.component !== '').map((one) => one.key);
  const kept = {
    isEverything: product.isEverything,
    keys: new Set(product.isEverything ? pages : product.pageKeys.map((key) => `page:${key}`)),
  };
  const now = changed ?? kept;
  const save = async () => {
    const pageKeys = [...now.keys].filter((key) => pages.includes(key)).map((key) => key.slice('page:'.length));
    await call(saveTenantProduct, { tenantId, isEverything: now.isEverything, pageKeys });
    notify('good', { zh: '保存成功', en: 'Saved' });
    await asked.refetch();
    setChanged(null);
  };
  return (
    <>
      <div className="by-row menu-config-acts">
        <Switch
          id="menu-config-all"
          checked={now.isEverything}
          onChange={(isEverything) => setChanged({ keys: isEverything ? new Set(pages) : now.keys, isEverything })}
        />
        <label htmlFor="menu-config-all">
          {t({ zh: '提供全部页面，包括以后新增的', en: 'Offer all pages, including those of later versions' })}
        </label>
        <span className="by-grow" />
        <ActButton
          type="primary"
          disabledReason={changed ? null : { zh: '没有改动', en: 'Nothing has changed' }}
          onAct={save}
        >
          {t({ zh: '保存', en: 'Save' })}
        </ActButton>
      </div>
      <p className="by-hint">
        {t({
          zh: '未勾选的页面不出现在该租户的菜单中，只有这些页面使用的功能也会被拒绝，包括通过接口密钥调用。',
          en: 'Pages that are not selected do not appear in the tenant’s menus, and operations used only by them are refused, also for API keys.',
        })}
      </p>
      <Tree
        label={t(getTenantProduct.title)}
        nodes={entries}
        textOf={(one) => (language === 'zh' ? one.name : one.nameEn)}
        checked={now.keys}
        fixedReason={now.isEverything ? () => t({ zh: '已提供全部页面', en: 'All pages are offered' }) : undefined}
        onCheck={(keys) => setChanged({ isEverything: false, keys })}
      />
    </>
  );
}
