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
  addUnitAccount,
  freezeUnitAccount,
  resetUnitAccount,
  UnitAccountState,
  unitAccountList,
} from '../unit-account/unit-account.contract.ts';
import { FreezeAct } from './freeze-act.view.tsx';

const STATES = choicesOf(UnitAccountState);
const refresh = () => refreshLists(unitAccountList.name);

/** The accounts of units: added with a password that is shown once, frozen, let in again. */
export default function AccountPage() {
  const t = useText();
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<MadeAccount | null>(null);
  const add = (
    <ActButton type="primary" access={addUnitAccount.access} onAct={() => setAdding(true)}>
      {t(addUnitAccount.title)}
    </ActButton>
  );
  const reset = async ({ id, account }: ReportRow<typeof unitAccountList>) => {
    const { initialPassword } = await call(resetUnitAccount, { id });
    setMade({ account, password: initialPassword });
  };
  return (
    <ListPage
      source={unitAccountList}
      columns={['account', 'name', 'unitId', 'isManager', 'state', 'lastSignInAt', 'createdAt']}
      filters={['unitId', 'account']}
      cells={{
        account: { width: 140 },
        name: { width: 110 },
        unitId: { width: 190, isGrowing: true },
        isManager: { width: 84 },
        state: { width: 110 },
      }}
      toolbar={(context) => (
        <>
          {add}
          <FilterSwitch context={context} filter="state" choices={STATES} />
        </>
      )}
      rowActs={(row) => (
        <>
          <ActButton type="link" access={resetUnitAccount.access} onAct={() => reset(row)}>
            {t(resetUnitAccount.title)}
          </ActButton>
          <FreezeAct of={freezeUnitAccount} row={row} onDone={refresh} />
        </>
      )}
      actsWidth={150}
      empty={{
        title: { zh: '还没有单位账号', en: 'No accounts yet' },
        hint: {
          zh: '单位用账号登录工作台，只看到自己的车辆、访客、账单',
          en: 'With an account a unit sees its own vehicles, visitors and bills only',
        },
        action: add,
      }}
    >
      {() => (
        <>
          <OperationDialog
            isOpen={isAdding}
            of={addUnitAccount}
            given={{}}
            fields={addUnitAccount.input}
            onClose={() => setAdding(false)}
            onDone={async ({ initialPassword }, { account }) => {
              setMade({ account, password: initialPassword });
              notify('good', { zh: '账号已新增', en: 'The account was added' });
              await refresh();
            }}
          />
          {made && <InitialPassword {...made} onClose={() => setMade(null)} />}
        </>
      )}
    </ListPage>
  );
}
