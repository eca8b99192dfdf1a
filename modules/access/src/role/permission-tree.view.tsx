import { call, ErrorState, Skeleton, Tree, useLanguage, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { useMemo, useState } from 'react';
import { getPermissionTree } from './permission-tree.contract.ts';
import './permission.css';

/** All permissions below areas and pages, with check boxes; without `onCheck` only the checked ones. */
export function PermissionTree({
  checked,
  onCheck,
}: {
  checked: readonly string[];
  onCheck?: (checked: string[]) => void;
}) {
  const t = useText();
  const language = useLanguage();
  const [search, setSearch] = useState('');
  const asked = useQuery({
    queryKey: ['permission-tree'],
    queryFn: ({ signal }) => call(getPermissionTree, {}, { signal, isQuiet: true }),
    staleTime: 60_000,
  });
  const held = useMemo(() => new Set(checked), [checked]);
  const nodes = useMemo(() => {
    const all = (asked.data?.nodes ?? []).map((one) => ({ ...one, parentId: one.parentId || null }));
    if (onCheck) return all;
    const pages = new Set(all.filter((one) => held.has(one.id)).map((one) => one.parentId));
    const areas = new Set(all.filter((one) => pages.has(one.id)).map((one) => one.parentId));
    return all.filter((one) => held.has(one.id) || pages.has(one.id) || areas.has(one.id));
  }, [asked.data, held, onCheck]);
  if (asked.isPending) return <Skeleton lines={8} />;
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  return (
    <div className={onCheck ? 'permission-tree is-form' : 'permission-tree'}>
      {onCheck && (
        <div className="by-row permission-tree-head">
          <Input
            allowClear
            value={search}
            aria-label={t({ zh: '查找权限', en: 'Find a permission' })}
            placeholder={t({ zh: '查找权限', en: 'Find a permission' })}
            onChange={(event) => setSearch(event.target.value)}
          />
          {held.size > 0 ? (
            <span className="by-faint">{t({ zh: '已选 {count} 项', en: '{count} chosen' }, { count: held.size })}</span>
          ) : (
            <span className="by-tone-warn">
              {t({
                zh: '未选权限，登录后看不到任何业务页面',
                en: 'None chosen: its accounts would see no page of the business',
              })}
            </span>
          )}
        </div>
      )}
      {nodes.length === 0 ? (
        <p className="by-faint">{t({ zh: '没有任何权限', en: 'No permissions' })}</p>
      ) : (
        <Tree
          label={t({ zh: '权限', en: 'Permissions' })}
          nodes={nodes}
          textOf={(one) => one[language]}
          search={search}
          openLevels={onCheck ? 1 : 3}
          {...(onCheck
            ? {
                checked: held,
                onCheck: (next: ReadonlySet<string>) => onCheck([...next]),
                fixedReason: (one: (typeof nodes)[number]) =>
                  one.canGrant
                    ? null
                    : t({ zh: '自己没有此权限，不能授予', en: 'You do not have this permission yourself' }),
              }
            : {})}
        />
      )}
    </div>
  );
}
