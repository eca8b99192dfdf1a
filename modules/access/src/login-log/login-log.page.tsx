import { FieldList, ListPage, useText } from '@boyun/kernel/web';
import { clientName } from './client.view.ts';
import { loginLog } from './login-log.contract.ts';

/** Sign-ins, failures and ended sessions; failures are highlighted. */
export default function LoginLogPage() {
  return (
    <ListPage
      source={loginLog}
      columns={['at', 'account', 'outcome', 'reason', 'address', 'agent']}
      cells={{
        at: { width: 160 },
        account: { width: 140, isGrowing: false, cell: (row) => <b className="by-strong">{row.account}</b> },
        outcome: { width: 230 },
        reason: { width: 220 },
        address: { width: 150, isGrowing: false },
        agent: { isGrowing: true, cell: (row) => <Client agent={row.agent} /> },
      }}
      rowClass={(row) => (row.outcome === 'locked' ? 'is-bad' : row.outcome === 'failed' ? 'is-warn' : undefined)}
      detailTitle={(row) => row.account}
      detail={(row) => (
        <FieldList
          fields={loginLog.columns}
          keys={['at', 'account', 'outcome', 'reason', 'address', 'agent']}
          row={row}
          cells={{ agent: <AgentText agent={row.agent} /> }}
        />
      )}
      empty={{
        title: { zh: '还没有登录记录', en: 'No sign-ins yet' },
        hint: {
          zh: '每次登录、失败和退出都会记录在这里',
          en: 'Every sign-in, failure and sign-out is recorded here',
        },
      }}
    />
  );
}

function Client({ agent }: { agent: string | null }) {
  const t = useText();
  if (!agent) return <span className="by-faint">—</span>;
  return <span title={agent}>{t(clientName(agent))}</span>;
}

function AgentText({ agent }: { agent: string | null }) {
  if (!agent) return <span className="by-faint">—</span>;
  return (
    <>
      <Client agent={agent} />
      <div className="by-faint by-small">{agent}</div>
    </>
  );
}
