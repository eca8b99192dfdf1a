import { call, FieldList, ResourcePage, useLanguage, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { getReviewRoles, reviewFlow } from './review-flow.contract.ts';

function useRoles() {
  const language = useLanguage();
  return useQuery({
    queryKey: ['review-roles', language],
    queryFn: ({ signal }) => call(getReviewRoles, {}, { signal, isQuiet: true }),
    staleTime: 60_000,
  }).data?.roles;
}

/** The approval levels per kind of request, one row per level. */
export default function ReviewFlowPage() {
  return (
    <ResourcePage
      of={reviewFlow}
      cells={{
        kind: { width: 200 },
        level: { width: 90 },
        role: { width: 160, cell: (row) => <RoleName role={row.role} /> },
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
      }}
    />
  );
}

function FlowTitle() {
  return useText()(reviewFlow.title);
}

function RoleName({ role }: { role: string | null }) {
  const t = useText();
  const roles = useRoles();
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
  const roles = useRoles();
  return (
    <Select
      id={id}
      className="by-wide"
      allowClear
      placeholder={t({ zh: '不限', en: 'Any' })}
      value={value ?? undefined}
      options={roles?.map((one) => ({ value: one.value, label: one.name })) ?? []}
      onChange={(next) => onChange(next ?? null)}
    />
  );
}
