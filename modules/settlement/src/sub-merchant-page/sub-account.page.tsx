import { InitialPassword, type MadeAccount } from '@boyun/access/web';
import type { ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  choicesOf,
  FilterSwitch,
  ListPage,
  notify,
  OperationDialog,
  refreshLists,
  useText,
} from '@boyun/kernel/web';
import { useState } from 'react';
import {
  addSubAccount,
  freezeSubAccount,
  resetSubAccount,
  SubAccountState,
  subAccountList,
} from '../sub-account/sub-account.contract.ts';

type Row = ReportRow<typeof subAccountList>;

const STATES = choicesOf(SubAccountState);
const refresh = () => refreshLists(subAccountList.name);

/** The accounts of sub-merchants: added with a password that is shown once, frozen, let in again. */
export default function SubAccountPage() {
  const t = useText();
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<MadeAccount | null>(null);
  const add = (
    <ActButton type="primary" access={addSubAccount.access} onAct={() => setAdding(true)}>
      {t(addSubAccount.title)}
    </ActButton>
  );
  return (
    <ListPage
      source={subAccountList}
      columns={['account', 'name', 'subMerchantId', 'state', 'lastSignInAt', 'createdAt']}
      filters={['subMerchantId', 'account']}
      cells={{
        account: { width: 150 },
        name: { width: 120 },
        subMerchantId: { width: 200, isGrowing: true },
        state: { width: 110 },
      }}
      toolbar={(context) => (
        <>
          {add}
          <FilterSwitch context={context} filter="state" choices={STATES} />
        </>
      )}
      rowActs={(row) => <Acts row={row} onMade={setMade} />}
      actsWidth={150}
      empty={{
        title: { zh: '还没有子账户', en: 'No sub-accounts yet' },
        hint: {
          zh: '为子商户新增账号：登录后只看到自己车场的数据和结算',
          en: 'Add an account for a sub-merchant: it sees its own lots and settlements only',
        },
        action: add,
      }}
    >
      {() => (
        <>
          <OperationDialog
            isOpen={isAdding}
            of={addSubAccount}
            given={{}}
            fields={addSubAccount.input}
            onClose={() => setAdding(false)}
            onDone={async ({ initialPassword }, { account }) => {
              setMade({ account, password: initialPassword });
              await refresh();
            }}
          />
          {made && <InitialPassword {...made} onClose={() => setMade(null)} />}
        </>
      )}
    </ListPage>
  );
}

function Acts({ row, onMade }: { row: Row; onMade: (made: MadeAccount) => void }) {
  const t = useText();
  const isFrozen = row.state === 'frozen';
  return (
    <>
      <ActButton
        type="link"
        access={resetSubAccount.access}
        onAct={async () => {
          const { initialPassword } = await call(resetSubAccount, { id: row.id });
          onMade({ account: row.account, password: initialPassword });
        }}
      >
        {t(resetSubAccount.title)}
      </ActButton>
      <ActButton
        type="link"
        access={freezeSubAccount.access}
        danger={!isFrozen}
        onAct={async () => {
          await call(freezeSubAccount, { id: row.id, isFrozen: !isFrozen });
          notify('good', isFrozen ? { zh: '已恢复', en: 'Let in again' } : { zh: '已停用', en: 'Frozen' });
          await refresh();
        }}
      >
        {t(isFrozen ? { zh: '恢复', en: 'Let in again' } : { zh: '停用', en: 'Freeze' })}
      </ActButton>
    </>
  );
}
