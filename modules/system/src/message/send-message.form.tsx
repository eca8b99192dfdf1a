import { call, Drawer, notify, RecordForm, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { getRecipients, sendMessage } from './message.contract.ts';

/** The form for writing to a colleague, a role or all staff. */
export function SendMessage({ onClose }: { onClose: () => void }) {
  const t = useText();
  const asked = useQuery({ queryKey: ['recipients'], queryFn: () => call(getRecipients, {}) });
  return (
    <Drawer isOpen title={t(sendMessage.title)} width={520} onClose={onClose}>
      <RecordForm
        fields={sendMessage.input}
        initial={{ audience: 'account' }}
        columns={1}
        submitText={t({ zh: '发送', en: 'Send' })}
        onCancel={onClose}
        parts={{
          to: ({ id, value, values, onChange, isInvalid }) => {
            const { audience } = values;
            const choices = audience === 'role' ? asked.data?.roles : asked.data?.accounts;
            return (
              <Select
                id={id}
                showSearch={{ optionFilterProp: 'label' }}
                disabled={audience === 'everyone'}
                loading={asked.isPending}
                status={isInvalid ? 'error' : undefined}
                value={audience === 'everyone' ? undefined : ((value as string | null) ?? undefined)}
                options={choices?.map((one) => ({ value: one.value, label: one.name }))}
                placeholder={t(
                  audience === 'everyone'
                    ? { zh: '全体员工', en: 'Everybody' }
                    : { zh: '输入姓名查找', en: 'Type a name' },
                )}
                onChange={onChange}
              />
            );
          },
        }}
        onSubmit={async (values) => {
          const { recipientCount } = await call(sendMessage, values);
          notify('good', t({ zh: '已发送给 {count} 人', en: 'Sent to {count} people' }, { count: recipientCount }));
          onClose();
        }}
      />
    </Drawer>
  );
}
