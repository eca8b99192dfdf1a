import type { Label } from '@boyun/kernel/contract';
import { ActButton, call, download, FieldList, StateDot, TimeText, useText } from '@boyun/kernel/web';
import {
  exportTenant,
  freezeTenant,
  keepTenant,
  setTenantTrial,
  tenantList,
  unfreezeTenant,
} from './tenant.contract.ts';
import { done, idOf, type TenantRow } from './tenant-row.view.ts';

const NO_EXPORT: Label = {
  zh: '租户管理员尚未授权导出数据',
  en: 'No administrator of the tenant has allowed an export',
};
const DELETING: Label = { zh: '该租户正在等待删除', en: 'This tenant is scheduled for deletion' };

/** Buttons of a tenant in its drawer. */
export function TenantActs({ row, onDelete }: { row: TenantRow; onDelete: () => void }) {
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

function FreezeButton({ row }: { row: TenantRow }) {
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

function DeleteButton({ row, onDelete }: { row: TenantRow; onDelete: () => void }) {
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

/** Fields of a tenant, with its consent to support. */
export function TenantDetail({ row }: { row: TenantRow }) {
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
