import type { Input, Label, Output } from '@boyun/kernel/contract';
import {
  ActButton,
  type CellSlots,
  call,
  Drawer,
  ListPage,
  RecordForm,
  readSession,
  StateDot,
  TimeText,
  useText,
  writeSession,
} from '@boyun/kernel/web';
import { type Issued, PasswordsDialog } from '@boyun/organisation/web';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { createTenantOperation, enterSupport, TenantState, tenantList } from './tenant.contract.ts';
import { TenantActs, TenantDetail } from './tenant-detail.view.tsx';
import { DeleteTenant, EditTenant } from './tenant-dialog.view.tsx';
import { done, idOf, refreshTenants, type TenantRow } from './tenant-row.view.ts';

type Made = Output<typeof createTenantOperation>;

const NO_CONSENT: Label = {
  zh: '租户管理员尚未授权支持',
  en: 'No administrator of the tenant has consented to support',
};

/** The state of a tenant; while it is being erased, with the progress. */
function State({ row }: { row: TenantRow }) {
  const { tone, ...label } = TenantState[row.state];
  return (
    <>
      <StateDot tone={tone} label={label} />
      {row.state === 'erasing' && <span className="by-figure by-faint"> {row.erasedPercent ?? 0}%</span>}
    </>
  );
}

/** Enters a tenant for support; the session of the platform is stored to return to it. */
async function support(row: TenantRow): Promise<void> {
  const { accessToken } = await call(enterSupport, idOf(row));
  const back = JSON.stringify({ token: readSession('token'), path: location.pathname });
  sessionStorage.clear();
  writeSession('supportReturn', back);
  writeSession('token', accessToken);
  writeSession('tokenType', 'Bearer');
  writeSession('dashboardPath', 'dashboardCd');
  location.assign('/');
}

const quota = (used: number, limit: number | null) => (
  <span className="by-figure">
    {used}
    <span className="by-faint"> / {limit ?? '∞'}</span>
  </span>
);

const COLUMNS = [
  'name',
  'code',
  'state',
  'expiresAt',
  'lotCount',
  'accountCount',
  'deviceCount',
  'passingCount',
  'paidFen',
  'lastSignInAt',
] as const;

const CELLS: CellSlots<TenantRow> = {
  name: {
    width: 150,
    isGrowing: true,
    cell: (row) => (
      <>
        <b className="by-strong">{row.name}</b>
        {row.isTrial && <StateDot tone="warn" label={{ zh: '试用', en: 'Trial' }} />}
      </>
    ),
  },
  code: { width: 100, isGrowing: false },
  state: { width: 112, cell: (row) => <State row={row} /> },
  expiresAt: { width: 110, cell: (row) => <TimeText at={row.expiresAt} style="day" /> },
  lotCount: { width: 84, cell: (row) => quota(row.lotCount, row.lotQuota) },
  accountCount: { width: 84, cell: (row) => quota(row.accountCount, row.accountQuota) },
  deviceCount: { width: 84, cell: (row) => quota(row.deviceCount, row.deviceQuota) },
  passingCount: { width: 116 },
  paidFen: { width: 116 },
  lastSignInAt: { width: 150 },
};

/** The tenants of the installation: create, limit, freeze, support with consent, export, delete after a week. */
export default function TenantPage() {
  const t = useText();
  const [isAdding, setAdding] = useState(false);
  const [edited, setEdited] = useState<TenantRow | null>(null);
  const [doomed, setDoomed] = useState<TenantRow | null>(null);
  const [issued, setIssued] = useState<readonly Issued[]>([]);
  const add = async (values: Input<typeof createTenantOperation>) => {
    const made: Made = await call(createTenantOperation, values);
    setAdding(false);
    setIssued([{ account: made.account, name: values.adminName, initialPassword: made.initialPassword }]);
    await done({ zh: '租户已开通', en: 'Tenant created' });
  };
  return (
    <>
      <ListPage
        source={tenantList}
        columns={COLUMNS}
        cells={CELLS}
        toolbar={() => (
          <ActButton type="primary" icon={<Plus />} onAct={() => setAdding(true)}>
            {t(createTenantOperation.title)}
          </ActButton>
        )}
        keys={() => ({ n: () => setAdding(true) })}
        rowActs={(row) => (
          <>
            <ActButton type="link" size="small" onAct={() => setEdited(row)}>
              {t({ zh: '编辑', en: 'Edit' })}
            </ActButton>
            <ActButton
              type="link"
              size="small"
              disabledReason={row.supportUntil ? null : NO_CONSENT}
              onAct={() => support(row)}
            >
              {t({ zh: '支持', en: 'Support' })}
            </ActButton>
          </>
        )}
        actsWidth={116}
        detailTitle={(row) => row.name}
        detailWidth={680}
        detailActs={(row) => <TenantActs row={row} onDelete={() => setDoomed(row)} />}
        detail={(row) => <TenantDetail row={row} />}
        empty={{
          title: { zh: '还没有租户', en: 'No tenants yet' },
          hint: { zh: '点击“开通租户”添加第一个停车运营商', en: 'Add the first parking operator' },
        }}
      />
      <Drawer isOpen={isAdding} title={t(createTenantOperation.title)} width={640} onClose={() => setAdding(false)}>
        {isAdding && (
          <RecordForm fields={createTenantOperation.input} onSubmit={add} onCancel={() => setAdding(false)} />
        )}
      </Drawer>
      <EditTenant row={edited} onClose={() => setEdited(null)} />
      <DeleteTenant key={doomed?.id} row={doomed} onClose={() => setDoomed(null)} onDone={refreshTenants} />
      <PasswordsDialog issued={issued} onClose={() => setIssued([])} />
    </>
  );
}
