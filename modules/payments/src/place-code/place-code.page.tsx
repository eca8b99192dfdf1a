import type { ReportRow } from '@boyun/kernel/contract';
import { ActButton, countText, ListPage, useText } from '@boyun/kernel/web';
import { useState } from 'react';
import { placeCodeList } from './place-code.contract.ts';
import { PlaceCode } from './place-code.view.tsx';
import './place-code.css';

type Row = ReportRow<typeof placeCodeList>;

/** From so many look-ups without a result in a day a code is marked: somebody may be trying out plates. */
const MANY_MISSES = 50;

/** The fixed codes in use, with their look-ups. */
export default function PlaceCodePage() {
  const t = useText();
  const [shown, setShown] = useState<Row | null>(null);
  return (
    <ListPage
      source={placeCodeList}
      columns={['name', 'kind', 'lotId', 'createdAt', 'lookupCount', 'missCount']}
      filters={['lotId', 'kind']}
      cells={{
        name: { width: 200, isGrowing: true },
        kind: { width: 110 },
        lotId: { width: 200 },
        missCount: {
          cell: (row) => (
            <span className={row.missCount >= MANY_MISSES ? 'by-figure place-many' : 'by-figure'}>
              {countText(row.missCount)}
            </span>
          ),
        },
      }}
      rowActs={(row) => (
        <ActButton type="link" onAct={() => setShown(row)}>
          {t({ zh: '查看与打印', en: 'Show and print' })}
        </ActButton>
      )}
      actsWidth={140}
      detail={null}
      empty={{
        title: { zh: '还没有固定收费码', en: 'No fixed pay codes yet' },
        hint: {
          zh: '在车场概况、车道或车位页面点“收费码”，即可生成并打印',
          en: 'Make and print them with “Pay code” on the profile of a lot, the lanes and the spots',
        },
      }}
    >
      {() => shown && <PlaceCode {...shown} onClose={() => setShown(null)} />}
    </ListPage>
  );
}
