import {
  ActButton,
  call,
  can,
  ErrorState,
  FigureBox,
  ListPage,
  listLink,
  Money,
  moneyText,
  NoPermission,
  OperationDialog,
  refreshLists,
  Skeleton,
  useAddressWord,
  useLanguage,
  useText,
} from '@boyun/kernel/web';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { cashFlow } from '../book/ledger-line.contract.ts';
import { type Cash, cashMoveList, depositCash, getCash, handInCash, withdrawCash } from '../cash/cash.contract.ts';
import './cash.css';

const KEY = ['cash'];
const VIEWS = {
  now: { zh: '现金分布', en: 'Where it is' },
  moves: { zh: '调拨记录', en: 'Moved' },
} as const;
type Asked =
  | { readonly act: 'hand-in'; readonly accountId: string; readonly name: string; readonly availableFen: number }
  | { readonly act: 'deposit' | 'withdraw'; readonly lotId: string | null; readonly safeFen: number };

/** Cash on its way: with persons, in tills and safes, at the bank; and what moved it. */
export default function CashPage() {
  const t = useText();
  const [word, setWord] = useAddressWord('tab');
  const view = word === 'moves' ? 'moves' : 'now';
  if (!can(getCash.access)) return <NoPermission />;
  const tabs = (
    <Segmented
      value={view}
      options={(Object.keys(VIEWS) as (keyof typeof VIEWS)[]).map((value) => ({ value, label: t(VIEWS[value]) }))}
      onChange={(next) => setWord(next === 'now' ? null : next)}
    />
  );
  if (view === 'moves')
    return <ListPage source={cashMoveList} toolbar={() => tabs} cells={{ moveNo: { width: 170 } }} />;
  return (
    <div className="cash-page">
      <div className="by-row">{tabs}</div>
      <Now />
    </div>
  );
}

function Now() {
  const t = useText();
  const language = useLanguage();
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: [...KEY, language],
    queryFn: ({ signal }) => call(getCash, {}, { signal, isQuiet: true }),
    refetchInterval: 30_000,
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={10} />;
  const done = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: KEY }),
      ...[cashMoveList, cashFlow].map((one) => refreshLists(one.name)),
    ]);
  const { output } = getCash;
  return (
    <>
      <div className="by-figures">
        {(['personFen', 'floatFen', 'safeFen', 'bankFen', 'differenceFen'] as const).map((key) => (
          <FigureBox
            key={key}
            label={output[key].label}
            tone={key === 'differenceFen' && data[key] < 0 ? 'by-tone-bad' : undefined}
          >
            {moneyText(data[key])}
          </FigureBox>
        ))}
      </div>
      <div className="cash-parts">
        <section className="by-card-box">
          <h3 className="by-card-title">{t(output.people.label)}</h3>
          <People people={data.people} onAct={setAsked} />
        </section>
        <section className="by-card-box">
          <h3 className="by-card-title">
            {t(output.lots.label)}
            <ActButton
              size="small"
              access={withdrawCash.access}
              onAct={() => setAsked({ act: 'withdraw', lotId: null, safeFen: 0 })}
            >
              {t(withdrawCash.title)}
            </ActButton>
          </h3>
          <Lots lots={data.lots} onAct={setAsked} />
        </section>
      </div>
      <Dialogs asked={asked} onClose={() => setAsked(null)} onDone={done} />
    </>
  );
}

const NOTHING = { zh: '当班现金在交班时上缴', en: 'Cash of a shift is handed in at its end' };
const EMPTY_SAFE = { zh: '保险柜没有现金', en: 'There is no cash in the safe' };

function People({ people, onAct }: { people: Cash['people']; onAct: (asked: Asked) => void }) {
  const t = useText();
  const { name, cashFen, shiftFen, differenceFen } = getCash.output.people.item!.fields!;
  if (people.length === 0) return <p className="by-hint">{t({ zh: '没有人手中有现金', en: 'Nobody has cash' })}</p>;
  return (
    <table className="settlement-table">
      <thead>
        <tr>
          {[name, cashFen, shiftFen, differenceFen].map((one) => (
            <th key={one!.label.en}>{t(one!.label)}</th>
          ))}
          <th />
        </tr>
      </thead>
      <tbody>
        {people.map((one) => {
          const availableFen = Math.max(0, one.cashFen - one.shiftFen);
          return (
            <tr key={one.accountId}>
              <td>
                <Link to={listLink('/_cloud_operation/ledger', { account: 'cash', party: one.accountId })}>
                  {one.name || t({ zh: '未记名', en: 'Nobody' })}
                </Link>
              </td>
              <td>
                <Money fen={one.cashFen} isStrong />
              </td>
              <td>
                <Money fen={one.shiftFen} />
              </td>
              <td className={one.differenceFen < 0 ? 'by-tone-bad' : undefined}>
                <Money fen={one.differenceFen} />
              </td>
              <td>
                <ActButton
                  type="link"
                  access={handInCash.access}
                  disabledReason={availableFen > 0 && one.accountId ? null : NOTHING}
                  onAct={() => onAct({ act: 'hand-in', accountId: one.accountId, name: one.name, availableFen })}
                >
                  {t(handInCash.title)}
                </ActButton>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Lots({ lots, onAct }: { lots: Cash['lots']; onAct: (asked: Asked) => void }) {
  const t = useText();
  const { lotId, safeFen, floatFen } = getCash.output.lots.item!.fields!;
  if (lots.length === 0)
    return <p className="by-hint">{t({ zh: '还没有现金入柜', en: 'No cash has been put into a safe yet' })}</p>;
  return (
    <table className="settlement-table">
      <thead>
        <tr>
          {[lotId, safeFen, floatFen].map((one) => (
            <th key={one!.label.en}>{t(one!.label)}</th>
          ))}
          <th />
        </tr>
      </thead>
      <tbody>
        {lots.map((one) => (
          <tr key={one.lotId}>
            <td>
              <Link to={listLink('/_cloud_operation/ledger', { account: 'safe', party: one.lotId })}>
                {(one as unknown as { lotName: string }).lotName}
              </Link>
            </td>
            <td>
              <Money fen={one.safeFen} isStrong />
            </td>
            <td>
              <Money fen={one.floatFen} />
            </td>
            <td>
              <ActButton
                type="link"
                access={depositCash.access}
                disabledReason={one.safeFen > 0 ? null : EMPTY_SAFE}
                onAct={() => onAct({ act: 'deposit', lotId: one.lotId, safeFen: one.safeFen })}
              >
                {t(depositCash.title)}
              </ActButton>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const { accountId: _, ...HAND_IN } = handInCash.input;
const { lotId: __, ...DEPOSIT } = depositCash.input;

function Dialogs({
  asked,
  onClose,
  onDone,
}: {
  asked: Asked | null;
  onClose: () => void;
  onDone: () => Promise<unknown>;
}) {
  const t = useText();
  if (asked?.act === 'hand-in')
    return (
      <OperationDialog
        isOpen
        of={handInCash}
        given={{ accountId: asked.accountId }}
        fields={HAND_IN}
        initial={{ amountFen: asked.availableFen }}
        title={`${t(handInCash.title)} · ${asked.name}`}
        hint={{ zh: '现金进入所选车场的保险柜', en: 'It goes into the safe of the lot' }}
        onClose={onClose}
        onDone={onDone}
      />
    );
  if (asked?.act === 'deposit')
    return (
      <OperationDialog
        isOpen
        of={depositCash}
        given={{ lotId: asked.lotId! }}
        fields={DEPOSIT}
        initial={{ amountFen: asked.safeFen }}
        title={t(depositCash.title)}
        onClose={onClose}
        onDone={onDone}
      />
    );
  return (
    <OperationDialog
      isOpen={asked !== null}
      of={withdrawCash}
      given={{}}
      fields={withdrawCash.input}
      title={t(withdrawCash.title)}
      hint={{ zh: '现金进入所选车场的保险柜，可作岗亭备用金', en: 'It goes into the safe of the lot, for tills' }}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
