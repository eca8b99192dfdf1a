import { disabledReason, type Listed } from '@boyun/kernel/contract';
import {
  ActButton,
  choicesOf,
  FilterSwitch,
  Money,
  now,
  ResourcePage,
  refreshLists,
  StateDot,
  useAddressWord,
  useText,
} from '@boyun/kernel/web';
import { OpenPurchases, useTaking } from '@boyun/money/web';
import { Segmented } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { StoredActs, StoredPlates } from '../stored-value/stored-value.view.tsx';
import { CardState, card, cardTransitions, rechargeCard } from './card.contract.ts';
import { CARD_ACTS, type CardAct, CardActForm } from './card-act.form.tsx';
import { CardDetail } from './card-detail.view.tsx';
import { cardEntryList, cardUseList } from './card-list.contract.ts';
import { cardPurpose } from './card-purpose.contract.ts';

const CardEntries = lazy(async () => ({ default: (await import('./card-list.view.tsx')).CardEntries }));
const CardUses = lazy(async () => ({ default: (await import('./card-list.view.tsx')).CardUses }));

const STATES = choicesOf(CardState);
const ACTS = ['recharge', 'lose', 'find', 'replace', 'return'] as const satisfies readonly CardAct[];
const ANY_CAR = { zh: '不限', en: 'Any car' };

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
  const taking = useTaking({ onEnd: done });
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
          plates: { width: 146, isGrowing: false, cell: (row) => <StoredPlates plates={row.plates} none={ANY_CAR} /> },
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
              <StoredActs
                acts={ACTS.map((act) => ({
                  act,
                  of: CARD_ACTS[act],
                  disabledReason: whyNot(act, shown),
                  isDangerous: act === 'return',
                }))}
                onAct={(act) => setAsked({ row: shown, act })}
              />
              <OpenPurchases kind={cardPurpose.kind} subjectId={shown.id} onEnd={done} />
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
      {asked && <CardActForm {...asked} onClose={() => setAsked(null)} onDone={done} onSold={taking.goOn} />}
      {taking.dialog}
    </>
  );
}

/** Why an act is not possible; what is over is given back only where money came back to it. */
function whyNot(act: CardAct, { state, balanceFen }: Card) {
  const isEmpty = (state === 'replaced' || state === 'returned') && balanceFen === 0;
  return act === 'return' && isEmpty ? cardTransitions.return.otherwise : disabledReason(cardTransitions, act, state);
}
