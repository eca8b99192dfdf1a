import type { Output, ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  ErrorState,
  FieldList,
  notify,
  OperationDialog,
  Skeleton,
  StateDot,
  TimeText,
  useLanguage,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FindingForm, type Found } from './finding.form.tsx';
import { Rating } from './inspection.contract.ts';
import './inspection.css';
import { FindingList } from './inspection-detail.view.tsx';
import { getRound, roundList, StopState, skipStop, startRound, submitStop } from './inspection-round.contract.ts';

type Row = ReportRow<typeof roundList>;
type Round = Output<typeof getRound>;
type Stop = Round['stops'][number];

/** A round with its stops in order; its inspector starts it and hands in or skips the next stop. */
export function RoundDetail({ row, onChanged }: { row: Row; onChanged: () => unknown }) {
  const t = useText();
  const language = useLanguage();
  const asked = useQuery({
    queryKey: ['inspection-round', row.id, language],
    queryFn: ({ signal }) => call(getRound, { roundId: row.id }, { signal, isQuiet: true }),
  });
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!asked.data) return <Skeleton lines={6} />;
  const round = asked.data;
  const changed = async () => {
    await Promise.all([asked.refetch(), onChanged()]);
  };
  return (
    <div className="inspect">
      <FieldList
        fields={roundList.columns}
        keys={['lotIds', 'inspectorName', 'createdAt', 'dueAt', 'startedAt', 'endedAt', 'expectedMinutes', 'minutes']}
        row={row}
      />
      {round.isOffered && (
        <div className="inspect-acts">
          <ActButton
            type="primary"
            access={startRound.access}
            onAct={async () => {
              await call(startRound, { roundId: row.id }).finally(changed);
              notify('good', { zh: '已开始，请按顺序巡检', en: 'Started; inspect the stops in order' });
            }}
          >
            {t(startRound.title)}
          </ActButton>
        </div>
      )}
      <ol className="inspect-stops">
        {round.stops.map((stop) => (
          <StopCard
            key={stop.place}
            stop={stop}
            roundId={row.id}
            isNext={round.isOwn && stop.place === round.nextPlace}
            onChanged={changed}
          />
        ))}
      </ol>
    </div>
  );
}

function StopCard({
  stop,
  roundId,
  isNext,
  onChanged,
}: {
  stop: Stop;
  roundId: string;
  isNext: boolean;
  onChanged: () => Promise<void>;
}) {
  const t = useText();
  return (
    <li className={`inspect-stop${isNext ? ' is-next' : ''}`} aria-current={isNext ? 'step' : undefined}>
      <span className="inspect-head">
        <b>
          <span className="inspect-number">{stop.place}</span>
          {stop.placeName ? `${stop.lotName} · ${stop.placeName}` : stop.lotName}
        </b>
        <span className="inspect-head">
          {stop.rating !== null && <span className="by-faint">{t(Rating[stop.rating])}</span>}
          {isNext ? (
            <StateDot tone="info" label={{ zh: '当前点位', en: 'Now' }} />
          ) : (
            <StateDot tone={StopState[stop.state].tone} label={StopState[stop.state]} />
          )}
        </span>
      </span>
      {isNext ? <NextStop stop={stop} roundId={roundId} onChanged={onChanged} /> : <Result stop={stop} />}
    </li>
  );
}

function Result({ stop }: { stop: Stop }) {
  if (stop.state === 'open') return <p>{stop.items.join(' · ')}</p>;
  return (
    <>
      <p className="by-small">
        {stop.endedAt && <TimeText at={stop.endedAt} style="minute" />} {stop.reason ?? stop.note}
      </p>
      {stop.state === 'done' && <FindingList items={stop.items} findings={stop.findings as readonly Found[]} />}
    </>
  );
}

const SKIPPED = { reason: skipStop.input.reason };

function NextStop({ stop, roundId, onChanged }: { stop: Stop; roundId: string; onChanged: () => Promise<void> }) {
  const t = useText();
  const [isSkipping, setSkipping] = useState(false);
  const tell = (isDone: boolean) =>
    notify(
      'good',
      isDone
        ? { zh: '本轮巡检已完成', en: 'The round is done' }
        : { zh: '已提交，请前往下一点位', en: 'Handed in; go on to the next stop' },
    );
  return (
    <>
      <FindingForm
        items={stop.items}
        access={submitStop.access}
        text={submitStop.title}
        onSubmit={async (found) => {
          const { isDone } = await call(submitStop, { roundId, place: stop.place, ...found }).finally(onChanged);
          tell(isDone);
        }}
        extra={
          <ActButton access={skipStop.access} onAct={() => setSkipping(true)}>
            {t(skipStop.title)}
          </ActButton>
        }
      />
      <OperationDialog
        isOpen={isSkipping}
        onClose={() => setSkipping(false)}
        of={skipStop}
        given={{ roundId, place: stop.place }}
        fields={SKIPPED}
        width={420}
        okText={{ zh: '确定', en: 'OK' }}
        done={{ zh: '已跳过该点位', en: 'Stop skipped' }}
        onDone={onChanged}
      />
    </>
  );
}
