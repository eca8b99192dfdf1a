import { call, OperationDialog, Skeleton, useLanguage, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useId, useState } from 'react';
import { getHandOverChoices, handOverReview } from './hand-over.contract.ts';

const CHOOSE = { zh: '请选择转交给谁', en: 'Choose who shall decide' };
const TO = { zh: '转交给', en: 'Hand over to' };

interface Target {
  readonly role: string | null;
  readonly personId: string | null;
}

/** The dialog in which an administrator hands a pending request to a role or a person. */
export function HandOverReview({
  reviewId,
  onClose,
  onDone,
}: {
  reviewId: string;
  onClose: () => void;
  onDone: () => Promise<unknown>;
}) {
  const t = useText();
  const [target, setTarget] = useState<Target | null>(null);
  return (
    <OperationDialog
      isOpen
      onClose={onClose}
      of={handOverReview}
      given={{ reviewId, role: target?.role ?? null, personId: target?.personId ?? null }}
      fields={{ reason: handOverReview.input.reason }}
      title={t(handOverReview.title)}
      okText={{ zh: '转交', en: 'Hand over' }}
      hint={{
        zh: '申请人本人和已审核过上一级的人始终不能审核；转交会记入审批记录。',
        en: 'The requester and whoever decided an earlier level never decide. The hand-over is part of the history.',
      }}
      disabledReason={() => (target ? null : CHOOSE)}
      done={({ deciderCount }) => ({
        zh: `已转交，${deciderCount}人可审核`,
        en: `Handed over; ${deciderCount} can decide`,
      })}
      onDone={onDone}
    >
      <TargetInput reviewId={reviewId} target={target} onChange={setTarget} />
    </OperationDialog>
  );
}

function TargetInput({
  reviewId,
  target,
  onChange,
}: {
  reviewId: string;
  target: Target | null;
  onChange: (target: Target) => void;
}) {
  const t = useText();
  const id = useId();
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: [getHandOverChoices.name, reviewId, language],
    queryFn: ({ signal }) => call(getHandOverChoices, { reviewId }, { signal }),
  });
  if (!data) return <Skeleton lines={2} />;
  if (data.people.length === 0)
    return (
      <p className="by-tone-warn" role="alert">
        {t({
          zh: '除申请人外，没有人有“审核申请”权限。请先在角色或员工中授权，再转交。',
          en: 'Nobody but the requester may decide requests. Grant somebody the permission first.',
        })}
      </p>
    );
  const people = t({ zh: '人员', en: 'People' });
  return (
    <div className="hand-over-to">
      <label htmlFor={id}>{t(TO)}</label>
      <Select
        id={id}
        className="by-wide"
        placeholder={t(CHOOSE)}
        value={target ? (target.role === null ? `p ${target.personId}` : `r ${target.role}`) : undefined}
        onChange={(chosen: string) => {
          const value = chosen.slice(2);
          onChange(chosen.startsWith('p ') ? { role: null, personId: value } : { role: value, personId: null });
        }}
        options={[
          {
            label: t({ zh: '角色', en: 'Roles' }),
            options: data.roles.map(({ value, name, peopleCount }) => ({
              value: `r ${value}`,
              label: t({ zh: '{name}（{n}人）', en: '{name} ({n})' }, { name, n: peopleCount }),
            })),
          },
          { label: people, options: data.people.map((one) => ({ value: `p ${one.id}`, label: one.name })) },
        ]}
      />
    </div>
  );
}
