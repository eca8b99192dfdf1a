import type { ReportRow } from '@boyun/kernel/contract';
import { Money, Plate, StateDot, TimeText } from '@boyun/kernel/web';
import { LastEntries, LastRows } from '../stored-value/stored-value.view.tsx';
import { CardEntryKind, CardRefusal, CardUseResult, cardEntryList, cardUseList } from './card-list.contract.ts';

const PAGE = '/_cloud_operation/card';

/** The last movements of a card's money and the last places it was used. */
export function CardDetail({ cardId }: { cardId: string }) {
  const of = { cardId };
  return (
    <>
      <LastEntries source={cardEntryList} kinds={CardEntryKind} of={of} page={PAGE} />
      <LastRows<ReportRow<typeof cardUseList>>
        source={cardUseList}
        of={of}
        allAt={{ page: PAGE, tab: 'uses' }}
        draw={(row) => (
          <>
            <TimeText at={row.at} style="minute" />
            <StateDot
              tone={CardUseResult[row.result].tone}
              label={row.reason ? CardRefusal[row.reason] : CardUseResult[row.result]}
            />
            <span className="by-faint">{(row as { lotName?: string }).lotName}</span>
            <Plate text={row.plate} />
            <Money fen={row.amountFen} />
          </>
        )}
      />
    </>
  );
}
