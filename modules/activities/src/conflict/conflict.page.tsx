import './conflict.css';
import { reductionPayers, reductionSources } from '@boyun/domain/reduction';
import { reductionConflicts } from '@boyun/domain/reduction-conflict';
import type { Label, Output } from '@boyun/kernel/contract';
import {
  call,
  Empty,
  ErrorState,
  FigureBox,
  moneyText,
  Skeleton,
  timeText,
  useLanguage,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { RefreshCw } from 'lucide-react';
import { checkReductions } from './conflict.contract.ts';

type Data = Output<typeof checkReductions>;
type Finding = Data['conflicts'][number];

/** What a finding means, and what to do about it. */
const MEANS: Readonly<Record<Finding['kind'], Label>> = {
  never: {
    zh: '在全部示例停车中都没有减免。请检查星期、时段、最低消费和车型是否过窄',
    en: 'It takes nothing off any of the example stays. Check its days, hours, smallest fee and kinds of vehicles',
  },
  'free-for-all': {
    zh: '任何车辆的任何停车都免费，且没有预算上限',
    en: 'Every car parks free, whatever its stay, and there is no budget',
  },
  'free-together': {
    zh: '单独使用仍需付费，叠加后免费。如非本意，请设为不与其他优惠叠加或提高最低消费',
    en: 'Each leaves something to pay, both together nothing. Make one exclusive or raise its smallest fee if this is not meant',
  },
  displaced: {
    zh: '两者同时适用时，前者总是不起作用',
    en: 'Wherever both apply, the first has no effect',
  },
};
const TONE: Readonly<Record<Finding['kind'], string>> = {
  never: 'by-tone-bad',
  'free-for-all': 'by-tone-bad',
  displaced: 'by-tone-info',
  'free-together': 'by-tone-warn',
};

/** Everything that reduces fees, tried against each other on example stays. */
export default function ConflictPage() {
  const t = useText();
  const language = useLanguage();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['check-reductions', language],
    queryFn: ({ signal }) => call(checkReductions, {}, { signal, isQuiet: true, timeoutMs: 60_000 }),
    staleTime: 60_000,
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={8} />;
  return (
    <div className="conflict-page">
      <header className="by-card-box conflict-head">
        <FigureBox label={checkReductions.output.reductionCount.label}>{data.reductionCount}</FigureBox>
        <FigureBox label={checkReductions.output.stayCount.label}>{data.stayCount}</FigureBox>
        <FigureBox
          label={checkReductions.output.conflicts.label}
          tone={data.conflicts.length > 0 ? 'by-tone-warn' : 'by-tone-good'}
        >
          {data.conflicts.length}
        </FigureBox>
        <p className="by-hint">
          {t({
            zh: '用各车场一周内不同时段、时长的示例停车，逐一并两两试算正在使用的月卡规则、活动、商家优惠与优惠券',
            en: 'Packs, activities, merchant discounts and coupons in use are tried on example stays of a week in each lot, alone and in pairs',
          })}
        </p>
        <Button icon={<RefreshCw />} loading={isFetching} onClick={() => void refetch()}>
          {t({ zh: '重新检查', en: 'Check again' })}
        </Button>
      </header>
      {data.conflicts.length === 0 ? (
        <Empty
          title={{ zh: '没有发现冲突', en: 'No conflicts' }}
          hint={{ zh: '新增或修改优惠后可再次检查', en: 'Check again after reductions were added or changed' }}
        />
      ) : (
        <ul className="conflict-list">
          {data.conflicts.map((one) => (
            <FindingCard key={`${one.kind} ${one.parties.map((party) => party.zh).join(' ')}`} one={one} />
          ))}
        </ul>
      )}
    </div>
  );
}

function FindingCard({ one }: { one: Finding }) {
  const t = useText();
  return (
    <li className="by-card-box conflict-card">
      <h3>
        <span className={`conflict-kind ${TONE[one.kind]}`}>{t(reductionConflicts[one.kind])}</span>
        {one.parties.map((party, index) => (
          <span key={`${party.source} ${party.zh}`}>
            {index > 0 && <i aria-hidden>×</i>}
            {t(party)} <small>{t(reductionSources[party.source])}</small>
          </span>
        ))}
      </h3>
      <p className="by-hint">{t(MEANS[one.kind])}</p>
      <Example one={one} />
    </li>
  );
}

function Example({ one }: { one: Finding }) {
  const t = useText();
  return (
    <dl className="conflict-example">
      <dt>{t({ zh: '例：{lot}', en: 'Example: {lot}' }, { lot: one.lotName })}</dt>
      <dd>
        {timeText(one.enteredAt, 'minute', one.timeZone)} – {timeText(one.leftAt, 'minute', one.timeZone)}
        <small> {t({ zh: '等{n}个示例', en: 'one of {n}' }, { n: one.stayCount })}</small>
      </dd>
      <dt>{t({ zh: '停车费', en: 'Fee' })}</dt>
      <dd>¥{moneyText(one.feeFen)}</dd>
      {one.lines.map((line) => (
        <div key={line.zh}>
          <dt>
            {t(line)} <small>{t(reductionPayers[line.payer])}</small>
          </dt>
          <dd>−¥{moneyText(line.amountFen)}</dd>
        </div>
      ))}
      <dt>{t({ zh: '应付', en: 'Due' })}</dt>
      <dd>
        <b>¥{moneyText(one.dueFen)}</b>
      </dd>
    </dl>
  );
}
