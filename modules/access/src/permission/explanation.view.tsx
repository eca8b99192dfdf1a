import type { Output } from '@boyun/kernel/contract';
import { call, ErrorState, ReferenceInput, Skeleton, StateDot, useLanguage, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useSearchParams } from 'react-router';
import { DataScope } from '../role/role.contract.ts';
import { explainPermission, type getPermissionMatrix } from './permission.contract.ts';

/** Explains for a selected person and permission whether it is held, through which roles, and for which rows. */
export function Explanation({ nodes }: { nodes: Output<typeof getPermissionMatrix>['nodes'] }) {
  const t = useText();
  const language = useLanguage();
  const [query, setQuery] = useSearchParams();
  const employeeId = query.get('employee');
  const permission = query.get('permission');
  const set = (key: string, value: string | null) => {
    const next = new URLSearchParams(query);
    if (value) next.set(key, value);
    else next.delete(key);
    setQuery(next, { replace: true });
  };
  const pages = nodes.filter((one) => !one.isPermission && one.parentId !== '');
  const options = pages.map((page) => ({
    label: page[language],
    title: page[language],
    options: nodes
      .filter((one) => one.parentId === page.id)
      .map((one) => ({ value: one.id, label: `${one[language]} · ${page[language]}` })),
  }));
  const { employeeId: employeeField, permission: permissionField } = explainPermission.input;
  return (
    <section className="by-card-box permission-why">
      <div className="permission-question">
        <label htmlFor="why-employee">{t(employeeField.label)}</label>
        <ReferenceInput
          id="why-employee"
          to="employee"
          value={employeeId}
          onChange={(value) => set('employee', value)}
        />
        <label htmlFor="why-permission">{t(permissionField.label)}</label>
        <Select
          id="why-permission"
          className="by-wide"
          allowClear
          value={permission ?? undefined}
          options={options}
          placeholder={t({ zh: '请选择', en: 'Choose' })}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(value) => set('permission', value ?? null)}
        />
      </div>
      {employeeId && permission ? (
        <Verdict employeeId={employeeId} permission={permission} />
      ) : (
        <p className="by-faint">
          {t({
            zh: '选择员工和权限，查看其能否执行、来自哪个角色、能看到哪些车场。',
            en: 'Select a person and a permission to see whether it is granted, by which role, and for which lots.',
          })}
        </p>
      )}
    </section>
  );
}

function Verdict({ employeeId, permission }: { employeeId: string; permission: string }) {
  const t = useText();
  const asked = useQuery({
    queryKey: ['list', 'employee', 'why', employeeId, permission],
    queryFn: ({ signal }) => call(explainPermission, { employeeId, permission }, { signal, isQuiet: true }),
  });
  if (asked.isPending) return <Skeleton lines={5} />;
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  const { isAllowed, isFrozen, isOffered, roles, hasAllLots, isOwnOnly, lots } = asked.data;
  const granting = roles.filter((one) => one.isGranting);
  return (
    <div className="permission-verdict" role="status">
      <p className={isAllowed ? 'permission-answer is-yes' : 'permission-answer is-no'}>
        {isAllowed
          ? t({ zh: '可以', en: 'Yes' })
          : !isOffered
            ? t({ zh: '不可以：贵单位开通的产品不包含此功能', en: 'No: your product does not include this' })
            : isFrozen
              ? t({ zh: '不可以：账号已冻结', en: 'No: the account is frozen' })
              : roles.length === 0
                ? t({ zh: '不可以：没有任何角色', en: 'No: the person has no role' })
                : t({ zh: '不可以：所有角色都没有此权限', en: 'No: none of the roles grants it' })}
      </p>
      <dl className="by-facts">
        <div className="by-facts-wide">
          <dt>{t({ zh: '角色', en: 'Roles' })}</dt>
          <dd>
            {roles.length === 0 && '—'}
            {roles.map((one) => (
              <p key={one.id} className="permission-role">
                <StateDot
                  tone={one.isGranting ? 'good' : 'neutral'}
                  label={
                    one.isAdmin
                      ? {
                          zh: `${one.name}（管理员，拥有全部权限）`,
                          en: `${one.name} (administrator, has all permissions)`,
                        }
                      : { zh: one.name, en: one.name }
                  }
                />
                <span className="by-faint">{t(DataScope[one.scope])}</span>
              </p>
            ))}
          </dd>
        </div>
        {isAllowed && (
          <div className="by-facts-wide">
            <dt>{t({ zh: '数据范围', en: 'Rows reached' })}</dt>
            <dd>
              {hasAllLots
                ? t({ zh: '全部车场', en: 'All lots' })
                : lots.length === 0
                  ? t({ zh: '没有可管理的车场', en: 'No lots' })
                  : lots
                      .map((one) => (one as { lotName?: string | null }).lotName ?? one.lotId)
                      .join(t({ zh: '、', en: ', ' }))}
              {isOwnOnly && t({ zh: '，仅本人经手的记录', en: '; own records only' })}
            </dd>
          </div>
        )}
      </dl>
      {granting.length > 1 && (
        <p className="by-faint">
          {t({ zh: '多个角色的数据范围取最宽者', en: 'If roles differ, the widest data scope applies' })}
        </p>
      )}
    </div>
  );
}
