import type { Output } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  Drawer,
  Empty,
  ErrorState,
  notify,
  RecordForm,
  Skeleton,
  StateDot,
  TimeText,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { HandHelping } from 'lucide-react';
import { useState } from 'react';
import { getSupport, grantSupport, revokeSupport } from './support.contract.ts';
import './support.css';

const STATES = {
  open: { zh: '有效', en: 'In force' },
  over: { zh: '已结束', en: 'Over' },
};

/** The tenant's consent to platform support: duration, extent and reason. */
export default function SupportPage() {
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  const asked = useQuery({
    queryKey: ['support'],
    queryFn: ({ signal }) => call(getSupport, {}, { signal, isQuiet: true }),
  });
  if (asked.isPending) return <Skeleton lines={8} />;
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  const { grants } = asked.data;
  const open = grants.find((one) => one.isOpen);
  const revoke = async () => {
    await call(revokeSupport, {});
    notify('good', { zh: '已收回授权', en: 'Consent withdrawn' });
    await asked.refetch();
  };
  return (
    <div className="by-page">
      <h1 className="by-sr">{t(getSupport.title)}</h1>
      <section className="by-card-box support">
        <div className="by-row">
          <span className="by-grow">
            <Standing open={open} />
          </span>
          {open ? (
            <ActButton danger access={revokeSupport.access} onAct={revoke}>
              {t({ zh: '立即收回', en: 'Withdraw' })}
            </ActButton>
          ) : (
            <ActButton type="primary" icon={<HandHelping />} access={grantSupport.access} onAct={() => setAsking(true)}>
              {t({ zh: '授权支持', en: 'Grant access' })}
            </ActButton>
          )}
        </div>
        {grants.length === 0 ? (
          <Empty title={{ zh: '还没有授权记录', en: 'No consents yet' }} />
        ) : (
          <Grants grants={grants} />
        )}
      </section>
      <Drawer isOpen={isAsking} title={t(grantSupport.title)} width={460} onClose={() => setAsking(false)}>
        {isAsking && (
          <RecordForm
            fields={grantSupport.input}
            columns={1}
            onCancel={() => setAsking(false)}
            onSubmit={async (values) => {
              await call(grantSupport, values);
              setAsking(false);
              notify('good', { zh: '已授权', en: 'Access granted' });
              await asked.refetch();
            }}
          />
        )}
      </Drawer>
    </div>
  );
}

type Grant = Output<typeof getSupport>['grants'][number];

/** Whether the platform's staff may enter now, and how far. */
function Standing({ open }: { open: Grant | undefined }) {
  const t = useText();
  if (!open)
    return t({
      zh: '平台人员未经授权不能看到本租户的任何数据。授权期间的每一步操作都会以双方姓名记入操作日志。',
      en: 'Without your consent, platform staff cannot access this tenant. Everything they do under your consent is recorded in the audit log with both names.',
    });
  return (
    <>
      <StateDot tone="warn" label={{ zh: '平台人员可以进入', en: 'Platform access allowed' }} />{' '}
      {t({ zh: '至', en: 'until' })} <TimeText at={open.expiresAt} style="minute" />
      {open.isReadOnly && t({ zh: '，只读', en: ', read-only' })}
      {open.isExportAllowed && t({ zh: '，可导出全部数据', en: ', may export all data' })}
    </>
  );
}

const GRANT_COLUMNS = [
  'grantedAt',
  'grantedByName',
  'expiresAt',
  'isReadOnly',
  'isExportAllowed',
  'reason',
  'isOpen',
] as const;

/** All consents, the newest first. */
function Grants({ grants }: { grants: readonly Grant[] }) {
  const t = useText();
  return (
    <table className="support-grants">
      <thead>
        <tr>
          {GRANT_COLUMNS.map((key) => (
            <th key={key} scope="col">
              {t(getSupport.output.grants.item!.fields![key]!.label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {grants.map((one) => (
          <tr key={one.id}>
            <td>
              <TimeText at={one.grantedAt} style="minute" />
            </td>
            <td>{one.grantedByName}</td>
            <td>
              <TimeText at={one.expiresAt} style="minute" />
            </td>
            <td>{t(one.isReadOnly ? { zh: '是', en: 'Yes' } : { zh: '否', en: 'No' })}</td>
            <td>{t(one.isExportAllowed ? { zh: '是', en: 'Yes' } : { zh: '否', en: 'No' })}</td>
            <td>{one.reason}</td>
            <td>
              <StateDot tone={one.isOpen ? 'warn' : 'neutral'} label={one.isOpen ? STATES.open : STATES.over} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
