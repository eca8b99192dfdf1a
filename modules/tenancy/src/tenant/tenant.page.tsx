import type { Input, Label, Output, ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  Drawer,
  download,
  FieldList,
  ListPage,
  notify,
  OperationDialog,
  RecordForm,
  readSession,
  refreshLists,
  StateDot,
  TimeText,
  useText,
  writeSession,
} from '@boyun/kernel/web';
import { type Issued, PasswordsDialog } from '@boyun/organisation/web';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import {
  createTenantOperation,
  deleteTenant,
  enterSupport,
  exportTenant,
  freezeTenant,
  keepTenant,
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

/** The tenants of the installation: create, limit, freeze, support with consent, export, delete after a week. */
export default function TenantPage() {
  const t = useText();
  const [isAdding, setAdding] = useState(false);
  const [edited, setEdited] = useState<Row | null>(null);
  const [doomed, setDoomed] = useState<Row | null>(null);
  const [issued, setIssued] = useState<readonly Issued[]>([]);
  const refresh = () => refreshLists(tenantList.name);
  const idOf = (row: Row) => ({ tenantId: Number(row.id) });
  const done = async (label: Label) => {
    notify('good', label);
    await refresh();
  };
  const add = async (values: Input<typeof createTenantOperation>) => {
    const made: Made = await call(createTenantOperation, values);
    setAdding(false);
    setIssued([{ account: made.account, name: values.adminName, initialPassword: made.initialPassword }]);
    await done({ zh: '租户已开通', en: 'Tenant created' });
  };
  const support = async (row: Row) => {
    const { accessToken } = await call(enterSupport, idOf(row));
    const back = JSON.stringify({ token: readSession('token'), path: location.pathname });
    sessionStorage.clear();
    writeSession('supportReturn', back);
    writeSession('token', accessToken);
    writeSession('tokenType', 'Bearer');
    writeSession('dashboardPath', 'dashboardCd');
    location.assign('/');
  };
  const quota = (used: number, limit: number | null) => (
    <span className="by-figure">
      {used}
      <span className="by-faint"> / {limit ?? '∞'}</span>
    </span>
  );
  return (
    <>
      <ListPage
        source={tenantList}
        columns={[
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
        ]}
        cells={{
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
        }}
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
        detailActs={(row) => (
          <>
            {row.state === 'erasing' ? null : row.state === 'frozen' || row.state === 'deleting' ? (
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
            ) : (
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
            )}
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
            {row.state === 'erasing' ? null : row.deletionDueAt ? (
              <ActButton
                size="small"
                onAct={async () => {
                  await call(keepTenant, idOf(row));
                  await done({ zh: '已取消删除', en: 'It stays' });
                }}
              >
                {t({ zh: '取消删除', en: 'Keep it' })}
              </ActButton>
            ) : (
              <ActButton size="small" danger onAct={() => setDoomed(row)}>
                {t({ zh: '删除', en: 'Delete' })}
              </ActButton>
            )}
          </>
        )}
        detail={(row) => (
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
        )}
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
      <Drawer
        isOpen={edited !== null}
        title={t({ zh: '编辑租户 {name}', en: 'Edit {name}' }, { name: edited?.name })}
        width={640}
        onClose={() => setEdited(null)}
      >
        {edited && (
          <RecordForm
            key={edited.id}
            fields={updateFields}
            initial={edited}
            onCancel={() => setEdited(null)}
            onSubmit={async (values) => {
              await call(updateTenant, { ...values, ...idOf(edited) });
              setEdited(null);
              await done({ zh: '保存成功', en: 'Saved' });
            }}
          />
        )}
      </Drawer>
      <DeleteDialog key={doomed?.id} row={doomed} onClose={() => setDoomed(null)} onDone={refresh} />
      <PasswordsDialog issued={issued} onClose={() => setIssued([])} />
    </>
  );
}

const NOT_THE_CODE = { zh: '请输入完全一致的租户编码', en: 'Enter the exact tenant code' };

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
  return (
    <OperationDialog
      isOpen={row !== null}
      onClose={onClose}
      of={deleteTenant}
      given={{ tenantId: Number(row?.id) }}
      fields={{ code: deleteTenant.input.code }}
      isDangerous
      title={t({ zh: '删除租户 {name}', en: 'Delete {name}' }, { name: row?.name })}
      okText={{ zh: '安排删除', en: 'Delete in seven days' }}
      disabledReason={({ code }) => (code === row?.code ? null : NOT_THE_CODE)}
      done={{
        zh: '已安排删除，7天内可取消',
        en: 'Deletion scheduled; it can be cancelled within seven days',
      }}
      onDone={onDone}
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
    </OperationDialog>
  );
}
