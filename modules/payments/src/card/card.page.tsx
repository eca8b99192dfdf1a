import { disabledReason, type Listed } from '@boyun/kernel/contract';
import {
  ActButton,
  choicesOf,
  FilterSwitch,
  Money,
  now,
  Plate,
  ResourcePage,
  refreshLists,
  StateDot,
  useAddressWord,
  useText,
} from '@boyun/kernel/web';
import { Segmented } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { CardState, card, cardTransitions, rechargeCard } from './card.contract.ts';
import { CARD_ACTS, type CardAct, CardActForm } from './card-act.form.tsx';
import { CardDetail } from './card-detail.view.tsx';
import { cardEntryList, cardUseList } from './card-list.contract.ts';

const CardEntries = lazy(async () => ({ default: (await import('./card-list.view.tsx')).CardEntries }));
const CardUses = lazy(async () => ({ default: (await import('./card-list.view.tsx')).CardUses }));

type Card = Listed<typeof card>;
type Asked = { readonly row: Card; readonly act: CardAct };

/** Cards with money on them, what moved it, and where they were used. */
export default function CardPage() {
  const t = useText();
  const [word, setWord] = useAddressWord('tab');
  const shown = word === 'entries' || word === 'uses' ? word : 'cards';
  const tabs = (
    <Segmented
      value={shown}
      options={[
        { value: 'cards', label: t({ zh: '卡片', en: 'Cards' }) },
        { value: 'entries', label: t({ zh: '余额流水', en: 'Money' }) },
        { value: 'uses', label: t({ zh: '使用记录', en: 'Use' }) },
      ]}
      onChange={(next) => setWord(next === 'cards' ? null : next)}
    />
  );
  if (shown === 'cards') return <Cards tabs={tabs} />;
  const Part = shown === 'entries' ? CardEntries : CardUses;
  return (
    <Suspense fallback={null}>
      <Part tabs={tabs} />
    </Suspense>
  );
}

function Cards({ tabs }: { tabs: ReactNode }) {
  const t = useText();
  const [asked, setAsked] = useState<Asked | null>(null);
  const done = () => Promise.all([card, cardEntryList, cardUseList].map((one) => refreshLists(one.name)));
  return (
    <>
      <ResourcePage
        of={card}
        startWith={() => ({ validFrom: now() })}
        moreTools={(context) => (
          <>
            {tabs}
            <FilterSwitch context={context} filter="state" choices={STATES} />
          </>
        )}
        cells={{
          cardNo: { width: 110, cell: (row) => <b className="by-strong by-figure">{row.cardNo}</b> },
          state: {
            width: 130,
            cell: (row) => <StateDot tone={CardState[row.state].tone} label={CardState[row.state]} />,
          },
          balanceFen: { width: 96, cell: (row) => <Money fen={row.balanceFen} isStrong /> },
          holderName: { width: 110 },
          holderMobile: { width: 116 },
          plates: { width: 146, isGrowing: false, cell: (row) => <Plates plates={row.plates} /> },
          lotId: { width: 140 },
          validFrom: { isHiddenAtFirst: true },
          validUntil: { width: 150 },
          kind: { isHiddenAtFirst: true },
          chipUid: { isHiddenAtFirst: true },
          tempPlate: { isHiddenAtFirst: true },
          remark: { isHiddenAtFirst: true },
        }}
        isFixed={(row) => disabledReason(cardTransitions, 'change', row.state) !== null}
        rowActs={(row) => (
          <ActButton
            type="link"
            access={rechargeCard.access}
            disabledReason={disabledReason(cardTransitions, 'recharge', row.state)}
            onAct={() => setAsked({ row, act: 'recharge' })}
          >
            {t(rechargeCard.title)}
          </ActButton>
        )}
        actsWidth={124}
        detailWidth={680}
        moreDetail={(row) => {
          const shown = row as unknown as Card;
          return (
            <>
              <div className="by-row">
                {(['recharge', 'lose', 'find', 'replace', 'return'] as const).map((act) => (
                  <ActButton
                    key={act}
                    access={CARD_ACTS[act].access}
                    danger={act === 'return'}
                    disabledReason={disabledReason(cardTransitions, act, shown.state)}
                    onAct={() => setAsked({ row: shown, act })}
                  >
                    {t(CARD_ACTS[act].title)}
                  </ActButton>
                ))}
              </div>
              <CardDetail cardId={shown.id} />
            </>
          );
        }}
        empty={{
          title: { zh: '还没有卡片', en: 'No cards yet' },
          hint: {
            zh: '点击“新增”发卡，或从文件导入；充值后可在车道刷卡通行和付费',
            en: 'Add one, or import them; recharged, it opens lanes and pays there',
          },
        }}
      />
      {asked && <CardActForm {...asked} onClose={() => setAsked(null)} onDone={done} />}
    </>
  );
}

const STATES = choicesOf(CardState);

function Plates({ plates }: { plates: readonly string[] }) {
  const t = useText();
  if (plates.length === 0) return <span className="by-faint">{t({ zh: '不限', en: 'Any car' })}</span>;
  return (
    <span className="by-row" title={plates.join(' ')}>
      <Plate text={plates[0]!} />
      {plates.length > 1 && <span className="by-faint">+{plates.length - 1}</span>}
    </span>
  );
}
