import { ActButton, call, can, FieldList, ResourcePage, useAddressWord, useLanguage, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { lazy, Suspense } from 'react';
import { getReviewRoles, reviewFlow } from './review-flow.contract.ts';

const FlowSamples = lazy(() => import('./flow-samples.view.tsx'));

function useRoles() {
  const language = useLanguage();
  return useQuery({
    queryKey: ['review-roles', language],
    queryFn: ({ signal }) => call(getReviewRoles, {}, { signal, isQuiet: true }),
    staleTime: 60_000,
  }).data;
}

/** Says how many people can decide at a level, and warns where nobody could decide a request of the only one. */
function DeciderCount({ role }: { role: string | null }) {
  const t = useText();
  const known = useRoles();
  if (!known) return null;
  const count = role === null ? known.anyCount : (known.roles.find((one) => one.value === role)?.peopleCount ?? 0);
  if (count > 1)
    return <span className="by-faint by-small">{t({ zh: '{n}人可审核', en: '{n} can decide' }, { n: count })}</span>;
  return (
    <strong className={`by-small ${count === 0 ? 'by-tone-bad' : 'by-tone-warn'}`}>
      {t(
        count === 0
          ? { zh: '没有人可审核', en: 'Nobody can decide' }
          : { zh: '仅1人可审核，其本人的申请无人可审', en: 'Only 1 can decide, and not their own requests' },
      )}
    </strong>
  );
}

/** The approval levels per kind of request, one row per level. */
export default function ReviewFlowPage() {
  const t = useText();
  const [samples, showSamples] = useAddressWord('samples');
  const sampleButton = (
    <ActButton access={reviewFlow.can.create} onAct={() => showSamples('1')}>
      {t({ zh: '从样例开始', en: 'Start from a sample' })}
    </ActButton>
  );
  return (
    <>
      <ResourcePage
        of={reviewFlow}
        moreTools={() => sampleButton}
        columns={['kind', 'level', 'role', 'deciders', 'amountFromFen', 'isEnabled', 'remark']}
        cells={{
          kind: { width: 200 },
          level: { width: 90 },
          role: { width: 160, cell: (row) => <RoleName role={row.role} /> },
          deciders: {
            label: { zh: '可审核的人', en: 'Who can decide' },
            width: 230,
            cell: (row) => <DeciderCount role={row.role} />,
          },
          amountFromFen: { width: 130 },
          isEnabled: { width: 90 },
        }}
        formParts={{
          role: ({ value, onChange, id }) => <RoleInput id={id} value={value} onChange={onChange} />,
        }}
        detail={(row) => (
          <FieldList fields={reviewFlow.allFields} row={row} cells={{ role: <RoleName role={row.role} /> }} />
        )}
        detailTitle={() => <FlowTitle />}
        empty={{
          title: { zh: '还没有审批流程', en: 'No approval flows yet' },
          hint: {
            zh: '没有流程的类型由任何一位有审核权限的其他人审核，名单变更则直接生效；新增流程可指定审批级别、角色和起审金额',
            en: 'Requests without a flow are decided by any other authorized person; list changes take effect immediately. Add a flow to define approvers, levels and amounts',
          },
          action: sampleButton,
        }}
      />
      {samples && can(reviewFlow.can.create) && (
        <Suspense fallback={null}>
          <FlowSamples onClose={() => showSamples(null)} />
        </Suspense>
      )}
    </>
  );
}

function FlowTitle() {
  return useText()(reviewFlow.title);
}

function RoleName({ role }: { role: string | null }) {
  const t = useText();
  const roles = useRoles()?.roles;
  if (role === null) return <span className="by-faint">{t({ zh: '不限', en: 'Any' })}</span>;
  return roles?.find((one) => one.value === role)?.name ?? role;
}

function RoleInput({
  id,
  value,
  onChange,
}: {
  id: string;
  value: string | null;
  onChange: (value: string | null) => void;
}) {
  const t = useText();
  const roles = useRoles()?.roles;
  return (
    <>
      <Select
        id={id}
        className="by-wide"
        allowClear
        placeholder={t({ zh: '不限', en: 'Any' })}
        value={value ?? undefined}
        options={
          roles?.map((one) => ({
            value: one.value,
            label: t({ zh: '{name}（{n}人）', en: '{name} ({n})' }, { name: one.name, n: one.peopleCount }),
          })) ?? []
        }
        onChange={(next) => onChange(next ?? null)}
      />
      <DeciderCount role={value} />
    </>
  );
}
