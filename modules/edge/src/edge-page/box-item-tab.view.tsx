import type { ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  type CellSlots,
  call,
  FieldList,
  ListPage,
  Money,
  notify,
  OperationDialog,
  refreshLists,
  StateDot,
  useText,
} from '@boyun/kernel/web';
import { type ReactNode, useState } from 'react';
import { bookBoxCash, boxItemList, retakeBoxItems, settleBoxItems } from '../handover/box-item.contract.ts';
import { BoxItemKind, BoxItemState } from '../handover/handover.contract.ts';

type Row = ReportRow<typeof boxItemList>;

const CELLS: CellSlots<Row> = {
  receivedAt: { width: 152 },
  happenedAt: { width: 172 },
  lotId: { width: 132 },
  boxName: { width: 150 },
  kind: { width: 72 },
  state: {
    width: 92,
    cell: (row) => <StateDot tone={BoxItemState[row.state].tone} label={BoxItemState[row.state]} />,
  },
  laneName: { width: 112 },
  amountFen: { width: 88 },
  dueFen: { width: 96 },
  differenceFen: {
    width: 88,
    cell: ({ differenceFen: fen }) =>
      fen ? (
        <span className="by-bad">
          <Money fen={fen} />
        </span>
      ) : (
        <span className="by-faint">—</span>
      ),
  },
  accountName: { width: 92 },
  what: { isGrowing: true },
};
const COLUMNS = [
  'happenedAt',
  'boxName',
  'kind',
  'state',
  'plate',
  'laneName',
  'amountFen',
  'dueFen',
  'differenceFen',
  'accountName',
  'what',
  'receivedAt',
  'lotId',
] as const;
const { itemId: _i, ...BOOK } = bookBoxCash.input;
const { itemIds: _s, ...SETTLE } = settleBoxItems.input;
type Asked = { readonly act: 'book' | 'settle'; readonly rows: readonly Row[] };

/** What boxes handed over; what was refused is settled here. */
export function BoxItems({ tabs }: { tabs: ReactNode }) {
  const t = useText();
  const [asked, setAsked] = useState<Asked | null>(null);
  const done = () => {
    setAsked(null);
    return refreshLists(boxItemList.name);
  };
  const retake = async (rows: readonly Row[]) => {
    const { takenCount, refusedCount } = await call(retakeBoxItems, { itemIds: rows.map((one) => one.id) });
    notify(refusedCount > 0 ? 'warn' : 'good', {
      zh: `${takenCount}条已入账${refusedCount > 0 ? `，${refusedCount}条仍不能入账` : ''}`,
      en: `${takenCount} taken${refusedCount > 0 ? `, ${refusedCount} still refused` : ''}`,
    });
    await done();
  };
  const actsOn = (rows: readonly Row[], look: { readonly type?: 'link'; readonly size?: 'small' }) => (
    <>
      <ActButton {...look} access={retakeBoxItems.access} onAct={() => retake(rows)}>
        {t(retakeBoxItems.title)}
      </ActButton>
      {rows.length === 1 && rows[0]!.kind === 'cash' && (
        <ActButton {...look} access={bookBoxCash.access} onAct={() => setAsked({ act: 'book', rows })}>
          {t(bookBoxCash.title)}
        </ActButton>
      )}
      <ActButton {...look} access={settleBoxItems.access} onAct={() => setAsked({ act: 'settle', rows })}>
        {t(settleBoxItems.title)}
      </ActButton>
    </>
  );
  return (
    <>
      <ListPage
        source={boxItemList}
        columns={COLUMNS}
        filters={['lotId', 'boxId', 'state', 'kind', 'plate', 'isDifferent', 'from', 'to']}
        cells={CELLS}
        toolbar={() => tabs}
        everyMs={10_000}
        rowClass={(row) => (row.state === 'refused' ? 'is-bad' : undefined)}
        rowActs={(row) => row.state === 'refused' && actsOn([row], { type: 'link', size: 'small' })}
        actsWidth={250}
        batch={{
          name: (row) => `${row.plate ?? row.boxName} ${row.seq}`,
          isHidden: (row) => row.state !== 'refused',
          acts: (rows) => rows.length > 0 && actsOn(rows, {}),
        }}
        detailTitle={(row) => [t(BoxItemKind[row.kind]), row.plate].filter(Boolean).join(' · ')}
        detail={(row) => <FieldList fields={boxItemList.columns} row={row} />}
        empty={{
          title: { zh: '还没有移交记录', en: 'Nothing was handed over yet' },
          hint: {
            zh: '盒子断网期间的过车、现金和道闸操作，在恢复联网后移交到这里',
            en: 'What boxes do without the cloud appears here once their line is back',
          },
        }}
      />
      {asked && <Settling {...asked} onClose={() => setAsked(null)} onDone={done} />}
    </>
  );
}

/** Asks how a refused item is settled. */
function Settling({ act, rows, onClose, onDone }: Asked & { onClose: () => void; onDone: () => Promise<unknown> }) {
  const shared = { isOpen: true, onClose, onDone };
  if (act === 'settle')
    return (
      <OperationDialog
        {...shared}
        of={settleBoxItems}
        given={{ itemIds: rows.map((one) => one.id) }}
        fields={SETTLE}
        done={{ zh: '已标记', en: 'Marked' }}
      />
    );
  return (
    <OperationDialog
      {...shared}
      of={bookBoxCash}
      given={{ itemId: rows[0]!.id }}
      fields={BOOK}
      hint={{
        zh: '现金按收取时间记到该订单；多于应收的部分记为多付待退',
        en: 'It is booked on the order as of when it was taken; what is too much is kept to be refunded',
      }}
      done={{ zh: '已入账', en: 'Booked' }}
    />
  );
}
