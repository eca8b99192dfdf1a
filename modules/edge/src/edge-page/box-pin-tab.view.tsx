import type { ReportRow } from '@boyun/kernel/contract';
import { ActButton, type CellSlots, call, ListPage, OperationDialog, refreshLists, useText } from '@boyun/kernel/web';
import { type ReactNode, useState } from 'react';
import { boxPinList, removeBoxPin, setBoxPin } from '../pin/box-pin.contract.ts';

type Row = ReportRow<typeof boxPinList>;

const CELLS: CellSlots<Row> = {
  name: { width: 180, cell: (row) => <b className="by-strong">{row.name}</b> },
  account: { width: 180 },
  setAt: { width: 160, isGrowing: true },
};
const NOTHING = {};

/** Who can sign in at boxes: everybody sets the own PIN. */
export function BoxPins({ tabs }: { tabs: ReactNode }) {
  const t = useText();
  const [isSetting, setSetting] = useState(false);
  const done = () => refreshLists(boxPinList.name);
  const remove = async (row: Row) => {
    const question = {
      zh: `移除“${row.name}”的PIN？联网的盒子很快不再接受，断网的盒子在恢复后。`,
      en: `Remove the PIN of "${row.name}"? Boxes that are online soon refuse it, the others once their line is back.`,
    };
    await call(removeBoxPin, { accountId: row.id }, { question });
    await done();
  };
  return (
    <>
      <ListPage
        source={boxPinList}
        columns={['name', 'account', 'setAt']}
        filters={['name']}
        cells={CELLS}
        toolbar={() => (
          <>
            <ActButton type="primary" access={setBoxPin.access} onAct={() => setSetting(true)}>
              {t(setBoxPin.title)}
            </ActButton>
            {tabs}
          </>
        )}
        rowActs={(row) => (
          <ActButton type="link" size="small" access={removeBoxPin.access} onAct={() => remove(row)}>
            {t(removeBoxPin.title)}
          </ActButton>
        )}
        detail={null}
        empty={{
          title: { zh: '还没有人设置PIN', en: 'Nobody has a PIN yet' },
          hint: {
            zh: '值守人员设置自己的PIN后，可在断网时登录盒子放行和收费',
            en: 'With a PIN an attendant can sign in at a box and collect while the line is down',
          },
        }}
      />
      <OperationDialog
        isOpen={isSetting}
        of={setBoxPin}
        given={NOTHING}
        fields={setBoxPin.input}
        done={{ zh: 'PIN已设置，盒子很快取走', en: 'Set, boxes get it shortly' }}
        onClose={() => setSetting(false)}
        onDone={done}
      />
    </>
  );
}
