import type { ReportRow } from '@boyun/kernel/contract';
import { ActButton, ListPage, listLink, OperationDialog, refreshLists, useText } from '@boyun/kernel/web';
import { notifyAnswer } from '@boyun/orders/web';
import { PendingStrip } from '@boyun/reviews/web';
import { useState } from 'react';
import { Link } from 'react-router';
import { closePeriod, periodList, reopenPeriod } from '../period/period.contract.ts';
import { settlementReviews } from '../sub-merchant/sub-merchant-review.contract.ts';

type Row = ReportRow<typeof periodList>;
type Asked = { readonly month: string; readonly act: 'close' | 'reopen' };

const { month: _, ...REOPEN } = reopenPeriod.input;
const refresh = () => refreshLists(periodList.name);

/** The months of the books: closed one after the other, the last one reopened with approval. */
export default function PeriodPage() {
  const t = useText();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const spanOf = (month: string) => ({ from: `${month}-01`, to: lastDayOf(month) });
  return (
    <ListPage
      source={periodList}
      cells={{
        month: { width: 110 },
        state: { width: 110 },
        note: { width: 200, isGrowing: true },
      }}
      above={() => <PendingStrip kinds={[settlementReviews.reopen.name]} />}
      rowActs={(row: Row) => (
        <>
          <Link to={listLink('/_cloud_operation/trialBalance', spanOf(row.month))}>
            {t({ zh: '余额表', en: 'Balance' })}
          </Link>
          {row.state === 'open' ? (
            <ActButton
              type="link"
              access={closePeriod.access}
              onAct={() => setAsked({ month: row.month, act: 'close' })}
            >
              {t({ zh: '结账', en: 'Close' })}
            </ActButton>
          ) : (
            <ActButton
              type="link"
              danger
              access={reopenPeriod.access}
              onAct={() => setAsked({ month: row.month, act: 'reopen' })}
            >
              {t({ zh: '反结账', en: 'Reopen' })}
            </ActButton>
          )}
        </>
      )}
      actsWidth={140}
      detail={null}
      empty={{
        title: { zh: '还没有账目', en: 'Nothing is booked yet' },
        hint: { zh: '第一笔收费后显示', en: 'It begins with the first fee' },
      }}
    >
      {() => (
        <>
          <OperationDialog
            isOpen={asked?.act === 'close'}
            of={closePeriod}
            given={{ month: asked?.month ?? '' }}
            fields={{}}
            title={`${t(closePeriod.title)} · ${asked?.month ?? ''}`}
            onClose={close}
            onDone={refresh}
          />
          <OperationDialog
            isOpen={asked?.act === 'reopen'}
            of={reopenPeriod}
            given={{ month: asked?.month ?? '' }}
            fields={REOPEN}
            title={`${t(reopenPeriod.title)} · ${asked?.month ?? ''}`}
            onClose={close}
            onDone={async (answer) => {
              await notifyAnswer(answer);
              await refresh();
            }}
          />
        </>
      )}
    </ListPage>
  );
}

function lastDayOf(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
