import type { Listed } from '@boyun/kernel/contract';
import { call, FieldList, ResourcePage, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { getPushChoices, PushChannel, pushRule } from './push-rule.contract.ts';

function useChoices() {
  return useQuery({ queryKey: ['push-choices'], queryFn: () => call(getPushChoices, {}), staleTime: 60_000 });
}

/** Accounts are shown together with the roles. */
const DETAIL = Object.keys(pushRule.allFields).filter((key) => !['id', 'version', 'accounts'].includes(key));

/** The push rules. */
export function PushRules() {
  const t = useText();
  const asked = useChoices();
  const comma = t({ zh: '、', en: ', ' });
  return (
    <ResourcePage
      of={pushRule}
      columns={['name', 'event', 'channels', 'whom', 'addresses', 'isQuiet', 'isActive']}
      cells={{
        name: { width: 170, isGrowing: true, cell: (row) => <b className="by-strong">{row.name}</b> },
        event: { width: 140 },
        channels: {
          width: 170,
          cell: (row) => row.channels.map((one) => t(PushChannel[one])).join(comma),
        },
        whom: {
          label: { zh: '接收人', en: 'Whom' },
          width: 190,
          isGrowing: true,
          cell: (row) => <Whom row={row} />,
        },
        addresses: {
          label: { zh: '号码与邮箱', en: 'Mobiles and mails' },
          width: 180,
          cell: (row) => {
            const all = [...row.mobiles, ...row.mails].join(comma);
            return all ? <span title={all}>{all}</span> : <span className="by-faint">—</span>;
          },
        },
        isQuiet: { width: 116 },
        isActive: { width: 90 },
      }}
      detail={(row) => (
        <FieldList
          fields={pushRule.allFields}
          row={row}
          keys={DETAIL}
          cells={{
            roles: <Whom row={row} />,
          }}
        />
      )}
      formParts={{
        roles: ({ id, value, onChange }) => (
          <Choose id={id} value={value} of={asked.data?.roles} onChange={onChange} isLoading={asked.isPending} />
        ),
        accounts: ({ id, value, onChange }) => (
          <Choose id={id} value={value} of={asked.data?.accounts} onChange={onChange} isLoading={asked.isPending} />
        ),
      }}
      above={() =>
        asked.data && (!asked.data.smsProvider || !asked.data.isMailReady) ? (
          <p className="by-card-box by-faint push-note">
            {[
              !asked.data.smsProvider && t({ zh: '短信服务尚未开通', en: 'SMS is not set up' }),
              !asked.data.isMailReady &&
                t({ zh: '邮件服务尚未开通', en: `${asked.data.smsProvider ? 'Mail' : 'mail'} is not set up` }),
            ]
              .filter(Boolean)
              .join(t({ zh: '，', en: '; ' }))}
            {t({
              zh: '，相应消息仅留存、不发送，请联系系统管理员。',
              en: ': such messages are stored but not sent. Contact the system administrator.',
            })}
          </p>
        ) : null
      }
      empty={{
        title: { zh: '还没有推送规则', en: 'No push rules yet' },
        hint: {
          zh: '紧急报警和待审核事项总会通知负责人；在这里添加其他事件、短信和邮件',
          en: 'Urgent alarms and reviews always notify those responsible; add other events, SMS and mails here',
        },
      }}
    />
  );
}

type Row = Listed<typeof pushRule>;

const nameOf = (of: readonly { value: string; name: string }[] | undefined, value: string) =>
  of?.find((one) => one.value === value)?.name ?? value;

/** The recipients of a rule by name; columns are created once, so names that load later are read here. */
function Whom({ row }: { row: Row }) {
  const t = useText();
  const { data } = useChoices();
  const names = [
    ...row.roles.map((one) => nameOf(data?.roles, one)),
    ...row.accounts.map((one) => nameOf(data?.accounts, one)),
  ].join(t({ zh: '、', en: ', ' }));
  if (!row.channels.includes('message') && names === '') return <span className="by-faint">—</span>;
  return <span title={names}>{names || t({ zh: '全体员工', en: 'Everybody' })}</span>;
}

function Choose({
  id,
  value,
  of,
  isLoading,
  onChange,
}: {
  id: string;
  value: unknown;
  of: readonly { value: string; name: string }[] | undefined;
  isLoading: boolean;
  onChange: (next: string[]) => void;
}) {
  const t = useText();
  return (
    <Select
      id={id}
      className="by-wide"
      mode="multiple"
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      loading={isLoading}
      value={(value ?? []) as string[]}
      options={of?.map((one) => ({ value: one.value, label: one.name }))}
      placeholder={t({ zh: '角色和账号都不选则为全体员工', en: 'All staff if no role or account is selected' })}
      onChange={onChange}
    />
  );
}
