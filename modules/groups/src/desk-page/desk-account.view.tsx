import { InitialPassword, type MadeAccount } from '@boyun/access/web';
import { ActButton, ListPage, OperationDialog, refreshLists, useText } from '@boyun/kernel/web';
import { type ReactNode, useState } from 'react';
import { addDeskAccount, deskAccountList, freezeDeskAccount } from '../unit-desk/unit-desk.contract.ts';
import { FreezeAct } from '../unit-page/freeze-act.view.tsx';

/** The accounts of the unit, which its managers add and freeze. */
export function DeskAccounts({ above }: { above: () => ReactNode }) {
  const t = useText();
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<MadeAccount | null>(null);
  const done = () => refreshLists(deskAccountList.name);
  return (
    <ListPage
      source={deskAccountList}
      above={above}
      toolbar={() => (
        <ActButton type="primary" access={addDeskAccount.access} onAct={() => setAdding(true)}>
          {t(addDeskAccount.title)}
        </ActButton>
      )}
      rowActs={(row) => <FreezeAct of={freezeDeskAccount} row={row} onDone={done} />}
      actsWidth={100}
    >
      {() => (
        <>
          <OperationDialog
            isOpen={isAdding}
            of={addDeskAccount}
            given={{}}
            fields={addDeskAccount.input}
            onClose={() => setAdding(false)}
            onDone={async ({ initialPassword }, { account }) => {
              setMade({ account, password: initialPassword });
              await done();
            }}
          />
          {made && <InitialPassword {...made} onClose={() => setMade(null)} />}
        </>
      )}
    </ListPage>
  );
}
