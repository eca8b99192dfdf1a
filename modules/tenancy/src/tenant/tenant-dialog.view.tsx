import { ActButton, call, Drawer, Modal, notify, RecordForm, useText } from '@boyun/kernel/web';
import { Input } from 'antd';
import { useState } from 'react';
import { deleteTenant, planFields, updateTenant } from './tenant.contract.ts';
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
          initial={Object.fromEntries(
            ['name', ...Object.keys(planFields)].map((key) => [key, row[key as keyof TenantRow]]),
          )}
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
