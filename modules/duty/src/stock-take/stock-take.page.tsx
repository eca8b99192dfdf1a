import type { ReportRow } from '@boyun/kernel/contract';
import { ActButton, ListPage, OperationDialog, StateDot, useAddressWord, useText } from '@boyun/kernel/web';
import { useState } from 'react';
import { CountSheet } from './count-sheet.view.tsx';
import { StockTakeState, startStockTake, stockTakeList } from './stock-take.contract.ts';

type Row = ReportRow<typeof stockTakeList> & { readonly lotName?: string | null };

const CHOOSE = { zh: '请先选择车场', en: 'Select a lot first' };

/** The stock-takes of the lots; a row opens its sheet for counting and settling differences. */
export default function StockTakePage() {
  const t = useText();
  const [opened, setOpened] = useAddressWord('stockTakeId');
  const [isStarting, setStarting] = useState(false);
  return (
    <ListPage
      source={stockTakeList}
      columns={[
        'startedAt',
        'lotId',
        'state',
        'insideCount',
        'countedCount',
        'closedCount',
        'pendingCount',
        'addedCount',
        'startedByName',
        'endedAt',
        'reason',
      ]}
      filters={['lotId', 'state', 'from', 'to']}
      cells={{
        startedAt: { width: 156 },
        lotId: { width: 150 },
        state: {
          width: 100,
          cell: (row) => <StateDot tone={StockTakeState[row.state].tone} label={StockTakeState[row.state]} />,
        },
        insideCount: { width: 104 },
        countedCount: { width: 96 },
        closedCount: { width: 96 },
        pendingCount: { width: 96 },
        addedCount: { width: 96 },
        reason: { width: 200, isGrowing: true },
      }}
      toolbar={() => (
        <ActButton type="primary" access={startStockTake.access} onAct={() => setStarting(true)}>
          {t(startStockTake.title)}
        </ActButton>
      )}
      onOpen={(row: Row) => setOpened(row.id)}
      empty={{
        title: { zh: '还没有盘点', en: 'No stock-takes yet' },
        hint: {
          zh: '在场数与实际不符时，到现场清点车辆，再关闭已离场车辆的订单',
          en: 'When the number of cars inside is wrong, count the cars and close the orders of those that left',
        },
      }}
    >
      {(context) => (
        <>
          <OperationDialog
            isOpen={isStarting}
            onClose={() => setStarting(false)}
            of={startStockTake}
            given={{}}
            fields={startStockTake.input}
            width={420}
            okText={{ zh: '开始', en: 'Begin' }}
            disabledReason={({ lotId }) => (lotId ? null : CHOOSE)}
            done={{ zh: '盘点已开始，请录入现场车辆', en: 'Stock-take started; add the cars in the lot' }}
            onDone={async ({ stockTakeId }) => {
              setOpened(stockTakeId);
              await context.refresh();
            }}
            below={() => (
              <p className="by-hint">
                {t({
                  zh: '盘点期间车辆照常进出：开始之后入场的车辆不算差异，盘点时离场的车辆也不会重复处理。',
                  en: 'Traffic may continue: cars that enter later are no difference, and cars that leave are not closed again.',
                })}
              </p>
            )}
          />
          {opened && (
            <CountSheet
              stockTakeId={opened}
              lotName={(context.listing?.rows as readonly Row[] | undefined)?.find((row) => row.id === opened)?.lotName}
              onClose={() => setOpened(null)}
              onChanged={() => context.refresh()}
            />
          )}
        </>
      )}
    </ListPage>
  );
}
