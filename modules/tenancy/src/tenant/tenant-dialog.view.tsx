import { call, Drawer, OperationDialog, RecordForm, useText } from '@boyun/kernel/web';
import { deleteTenant, updateTenant } from './tenant.contract.ts';
import { done, idOf, type TenantRow } from './tenant-row.view.ts';

const { tenantId: _tenantId, ...updateFields } = updateTenant.input;

/** The form of name, term and limits of a tenant. */
export function EditTenant({ row, onClose }: { row: TenantRow | null; onClose: () => void }) {
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
          initial={row}
          onCancel={onClose}
          onSubmit={async (values) => {
            await call(updateTenant, { ...values, ...idOf(row) });
            onClose();
            await done({ zh: '保存成功', en: 'Saved' });
          }}
        />
      )}
    </Drawer>
  );
}

const NOT_THE_CODE = { zh: '请输入完全一致的租户编码', en: 'Enter the exact tenant code' };

/** Requires the tenant code before a deletion is scheduled. */
export function DeleteTenant({
  row,
  onClose,
  onDone,
}: {
  row: TenantRow | null;
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
