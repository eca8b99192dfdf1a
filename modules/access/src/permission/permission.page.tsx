import type { Output } from '@boyun/kernel/contract';
import { ActButton, call, download, Empty, ErrorState, Skeleton, useLanguage, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Input, Segmented, Select } from 'antd';
import { Check, Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { DataScope } from '../role/role.contract.ts';
import { Explanation } from './explanation.view.tsx';
import { exportPermissionMatrix, getPermissionMatrix } from './permission.contract.ts';
import '../role/permission.css';

type Matrix = Output<typeof getPermissionMatrix>;

/** The permissions of each role, and why a person may or may not do something. */
export default function PermissionPage() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const isWhy = query.get('tab') === 'why';
  const asked = useQuery({
    queryKey: ['list', 'role', 'matrix'],
    queryFn: ({ signal }) => call(getPermissionMatrix, {}, { signal, isQuiet: true }),
  });
  return (
    <div className="by-page">
      <h1 className="by-sr">{t(getPermissionMatrix.title)}</h1>
      <div className="by-row">
        <Segmented
          value={isWhy ? 'why' : 'matrix'}
          options={[
            { value: 'matrix', label: t({ zh: '角色权限矩阵', en: 'Roles and rights' }) },
            { value: 'why', label: t({ zh: '权限诊断', en: 'Explain access' }) },
          ]}
          onChange={(value) => setQuery(value === 'why' ? { tab: 'why' } : {}, { replace: true })}
        />
      </div>
      {asked.isPending ? (
        <Skeleton lines={12} />
      ) : asked.error ? (
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
      ) : isWhy ? (
        <Explanation nodes={asked.data.nodes} />
      ) : (
        <MatrixSheet matrix={asked.data} />
      )}
    </div>
  );
}

/** The permissions whose name matches a text, below their pages. */
function useMatches({ nodes }: Matrix, search: string): Matrix['nodes'] {
  const wanted = search.trim().toLowerCase();
  return useMemo(() => {
    const parents = new Map(nodes.map((one) => [one.id, one]));
    const matches = nodes.filter((one) => {
      if (!one.isPermission) return false;
      const page = parents.get(one.parentId);
      return `${one.id} ${one.zh} ${one.en} ${page?.zh} ${page?.en}`.toLowerCase().includes(wanted);
    });
    const pages = new Set(matches.map((one) => one.parentId));
    const ids = new Set(matches.map((one) => one.id));
    return nodes.filter((one) => ids.has(one.id) || pages.has(one.id));
  }, [nodes, wanted]);
}

function MatrixSheet({ matrix }: { matrix: Matrix }) {
  const t = useText();
  const [search, setSearch] = useState('');
  const [roleIds, setRoleIds] = useState<string[]>([]);
  const roles = matrix.roles.filter((one) => roleIds.length === 0 || roleIds.includes(one.id));
  const rows = useMatches(matrix, search);
  return (
    <section className="by-sheet permission-sheet">
      <div className="by-toolbar">
        <div className="by-toolbar-acts">
          <Input
            allowClear
            className="permission-filter"
            value={search}
            aria-label={t({ zh: '查找权限或页面', en: 'Find a permission or page' })}
            placeholder={t({ zh: '查找权限或页面', en: 'Find a permission or page' })}
            onChange={(event) => setSearch(event.target.value)}
          />
          <Select
            mode="multiple"
            allowClear
            className="permission-filter"
            aria-label={t({ zh: '按角色筛选', en: 'Filter by role' })}
            placeholder={t({ zh: '按角色筛选', en: 'Filter by role' })}
            value={roleIds}
            maxTagCount="responsive"
            showSearch={{ optionFilterProp: 'label' }}
            options={matrix.roles.map((one) => ({ value: one.id, label: one.name }))}
            onChange={setRoleIds}
          />
          <ActButton
            access={exportPermissionMatrix.access}
            icon={<Download size={16} aria-hidden />}
            onAct={async () => download((await call(exportPermissionMatrix, {})).url)}
          >
            {t({ zh: '导出', en: 'Export' })}
          </ActButton>
        </div>
      </div>
      {rows.length === 0 ? (
        <Empty title={{ zh: '没有匹配的权限', en: 'No permission matches' }} />
      ) : (
        <MatrixTable roles={roles} rows={rows} />
      )}
    </section>
  );
}

/** One line for each permission, one column for each role. */
function MatrixTable({ roles, rows }: { roles: Matrix['roles']; rows: Matrix['nodes'] }) {
  const t = useText();
  const language = useLanguage();
  const held = useMemo(() => new Map(roles.map((one) => [one.id, new Set(one.permissions)])), [roles]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keys too
    <section className="permission-matrix" tabIndex={0} aria-label={t(getPermissionMatrix.title)}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t({ zh: '权限', en: 'Permission' })}</th>
            {roles.map((one) => (
              <th key={one.id} scope="col" title={t(DataScope[one.scope])}>
                {one.name}
                <small>{t({ zh: '{count} 人', en: '{count} people' }, { count: one.accountCount })}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) =>
            row.isPermission ? (
              <tr key={row.id}>
                <th scope="row" title={row.id}>
                  {row[language]}
                </th>
                {roles.map((one) => (
                  <td key={one.id}>
                    {one.isAdmin || held.get(one.id)!.has(row.id) ? (
                      <Check className="permission-yes" role="img" aria-label={t({ zh: '有', en: 'Yes' })} />
                    ) : (
                      <span className="by-faint">·</span>
                    )}
                  </td>
                ))}
              </tr>
            ) : (
              <tr key={row.id} className="permission-page">
                <th scope="colgroup" colSpan={roles.length + 1}>
                  {row[language]}
                </th>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </section>
  );
}
