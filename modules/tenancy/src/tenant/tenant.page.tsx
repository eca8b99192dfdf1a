import type { Label, Output, ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  type CellSlots,
  call,
  Drawer,
  download,
  FieldList,
  ListPage,
  Modal,
  notify,
  RecordForm,
  readSession,
  refreshLists,
  StateDot,
  TimeText,
  useText,
  writeSession,
} from '@boyun/kernel/web';
import { type Issued, PasswordsDialog } from '@boyun/organisation/web';
import { Input } from 'antd';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import {
  createTenantOperation,
  deleteTenant,
  enterSupport,
  exportTenant,
  freezeTenant,
  keepTenant,
  planFields,
  setTenantTrial,
  TenantState,
  tenantList,
  unfreezeTenant,
  updateTenant,
} from './tenant.contract.ts';

type Row = ReportRow<typeof tenantList>;
type Made = Output<typeof createTenantOperation>;

const NO_CONSENT: Label = {
  zh: '租户管理员尚未授权支持',
  en: 'No administrator of the tenant has consented to support',
};
const NO_EXPORT: Label = {
  zh: '租户管理员尚未授权导出数据',
  en: 'No administrator of the tenant has allowed an export',
};
const DELETING: Label = { zh: '该租户正在等待删除', en: 'This tenant is scheduled for deletion' };
const { tenantId: _tenantId, ...updateFields } = updateTenant.input;

/** The state of a tenant; while it is being erased, with the progress. */
function State({ row }: { row: Row }) {
  const { tone, ...label } = TenantState[row.state];
  return (
    <>
      <StateDot tone={tone} label={label} />
      {row.state === 'erasing' && <span className="by-figure by-faint"> {row.erasedPercent ?? 0}%</span>}
    </>
  );
}

const refresh = () => refreshLists(tenantList.name);
const idOf = (row: Row) => ({ tenantId: Number(row.id) });

async function done(label: Label): Promise<void> {
  notify('good', label);
  await refresh();
}

/** Enters a tenant for support; the session of the platform is stored to return to it. */
async function support(row: Row): Promise<void> {
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

const CELLS: CellSlots<Row> = {
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
  const [edited, setEdited] = useState<Row | null>(null);
  const [doomed, setDoomed] = useState<Row | null>(null);
  const [issued, setIssued] = useState<readonly Issued[]>([]);
  const add = async (values: Record<string, unknown>) => {
    const made: Made = await call(createTenantOperation, values as never);
    setAdding(false);
    setIssued([{ account: made.account, name: String(values.adminName), initialPassword: made.initialPassword }]);
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
        detailActs={(row) => <DetailActs row={row} onDelete={() => setDoomed(row)} />}
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
      <EditDrawer row={edited} onClose={() => setEdited(null)} />
      <DeleteDialog key={doomed?.id} row={doomed} onClose={() => setDoomed(null)} onDone={refresh} />
      <PasswordsDialog issued={issued} onClose={() => setIssued([])} />
    </>
  );
}

/** Buttons of a tenant in its drawer. */
function DetailActs({ row, onDelete }: { row: Row; onDelete: () => void }) {
  const t = useText();
  return (
    <>
      <FreezeButton row={row} />
      <ActButton
        size="small"
        onAct={async () => {
          await call(setTenantTrial, { ...idOf(row), isTrial: !row.isTrial });
          await done(
            row.isTrial
              ? { zh: '试用已结束', en: 'The trial has ended' }
              : { zh: '试用已开启', en: 'The trial has started' },
          );
        }}
      >
        {t(row.isTrial ? { zh: '结束试用', en: 'End the trial' } : { zh: '开启试用', en: 'Start a trial' })}
      </ActButton>
      <ActButton
        size="small"
        disabledReason={row.isExportAllowed ? null : NO_EXPORT}
        onAct={async () => download((await call(exportTenant, idOf(row))).url)}
      >
        {t({ zh: '导出数据', en: 'Export' })}
      </ActButton>
      <DeleteButton row={row} onDelete={onDelete} />
    </>
  );
}

function FreezeButton({ row }: { row: Row }) {
  const t = useText();
  if (row.state === 'erasing') return null;
  if (row.state === 'frozen' || row.state === 'deleting')
    return (
      <ActButton
        size="small"
        disabledReason={row.state === 'deleting' ? DELETING : null}
        onAct={async () => {
          await call(unfreezeTenant, idOf(row));
          await done({ zh: '已解冻', en: 'Unfrozen' });
        }}
      >
        {t({ zh: '解冻', en: 'Unfreeze' })}
      </ActButton>
    );
  return (
    <ActButton
      size="small"
      danger
      onAct={async () => {
        await call(freezeTenant, idOf(row));
        await done({ zh: '已冻结', en: 'Frozen' });
      }}
    >
      {t({ zh: '冻结', en: 'Freeze' })}
    </ActButton>
  );
}

function DeleteButton({ row, onDelete }: { row: Row; onDelete: () => void }) {
  const t = useText();
  if (row.state === 'erasing') return null;
  if (row.deletionDueAt)
    return (
      <ActButton
        size="small"
        onAct={async () => {
          await call(keepTenant, idOf(row));
          await done({ zh: '已取消删除', en: 'It stays' });
        }}
      >
        {t({ zh: '取消删除', en: 'Keep it' })}
      </ActButton>
    );
  return (
    <ActButton size="small" danger onAct={onDelete}>
      {t({ zh: '删除', en: 'Delete' })}
    </ActButton>
  );
}

function TenantDetail({ row }: { row: Row }) {
  const t = useText();
  return (
    <FieldList
      fields={tenantList.columns}
      row={row}
      cells={{
        supportUntil: row.supportUntil ? (
          <>
            <StateDot
              tone="good"
              label={row.isSupportReadOnly ? { zh: '只读', en: 'Read-only' } : { zh: '可操作', en: 'May act' }}
            />{' '}
            <TimeText at={row.supportUntil} style="minute" />
          </>
        ) : (
          <span className="by-faint">{t({ zh: '未授权', en: 'No consent' })}</span>
        ),
      }}
    />
  );
}

/** The form of name, term and limits of a tenant. */
function EditDrawer({ row, onClose }: { row: Row | null; onClose: () => void }) {
  const t = useText();
  return (
    <Drawer
      isOpen={row !== null}
      title={t({ zh: '编辑租户 {name}', en: 'Edit {name}' }, { name: row?.name })}
      width={640}
      onClose={onClose}
    >
      {row && (
        <RecordForm
          key={row.id}
          fields={updateFields}
          initial={Object.fromEntries(['name', ...Object.keys(planFields)].map((key) => [key, row[key as keyof Row]]))}
          onCancel={onClose}
          onSubmit={async (values) => {
            await call(updateTenant, { ...values, ...idOf(row) } as never);
            onClose();
            await done({ zh: '保存成功', en: 'Saved' });
          }}
        />
      )}
    </Drawer>
  );
}

/** Requires the tenant code before a deletion is scheduled. */
function DeleteDialog({
  row,
  onClose,
  onDone,
}: {
  row: Row | null;
  onClose: () => void;
  onDone: () => Promise<unknown>;
}) {
  const t = useText();
  const [code, setCode] = useState('');
  return (
    <Modal
      open={row !== null}
      width={460}
      title={t({ zh: '删除租户 {name}', en: 'Delete {name}' }, { name: row?.name })}
      onCancel={onClose}
      footer={[
        <ActButton
          key="delete"
          type="primary"
          danger
          disabledReason={
            code === row?.code ? null : { zh: '请输入完全一致的租户编码', en: 'Enter the exact tenant code' }
          }
          onAct={async () => {
            await call(deleteTenant, { tenantId: Number(row!.id), code });
            onClose();
            notify('good', {
              zh: '已安排删除，7天内可取消',
              en: 'Deletion scheduled; it can be cancelled within seven days',
            });
            await onDone();
          }}
        >
          {t({ zh: '安排删除', en: 'Delete in seven days' })}
        </ActButton>,
      ]}
    >
      <p>
        {t(
          {
            zh: '租户将立即冻结，7天后其全部车场、订单、流水、员工和日志被永久删除，期间可以取消。请输入租户编码“{code}”确认。',
            en: 'The tenant is frozen immediately. After seven days its lots, orders, payments, staff and logs are deleted permanently; until then the deletion can be cancelled. Enter the code "{code}" to confirm.',
          },
          { code: row?.code },
        )}
      </p>
      <Input
        value={code}
        aria-label={t(deleteTenant.input.code.label)}
        onChange={(event) => setCode(event.target.value)}
      />
    </Modal>
  );
}
