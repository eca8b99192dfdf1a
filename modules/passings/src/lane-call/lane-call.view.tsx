import { disabledReason, type ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  Drawer,
  durationText,
  Empty,
  ErrorState,
  OperationDialog,
  Plate,
  readSession,
  Skeleton,
  StateDot,
  TimeText,
  useListing,
  useNow,
  useText,
} from '@boyun/kernel/web';
import { useState } from 'react';
import { answerCall, CallState, callList, callTransitions, endCall } from './lane-call.contract.ts';
import './lane-call.css';

type Row = ReportRow<typeof callList> & { readonly laneName?: string | null; readonly lotName?: string | null };

/** Open calls from lanes with the person who answered each; answers a call and ends it with a note. */
export function LaneCalls({
  calls,
  onChoose,
  onDone,
}: {
  calls: readonly Row[];
  onChoose: (laneId: string) => void;
  onDone: () => unknown;
}) {
  const t = useText();
  const moment = useNow(1000);
  const [ended, setEnded] = useState<Row | null>(null);
  return (
    <section className="calls" aria-label={t(callList.title)}>
      <strong>{t({ zh: '{n} 个车道呼叫', en: '{n} calling' }, { n: calls.length })}</strong>
      {calls.map((row) => (
        <span key={row.id} className="calls-one">
          <button type="button" onClick={() => onChoose(row.laneId)}>
            <StateDot tone={CallState[row.state].tone} label={CallState[row.state]} />
            <span>
              {row.lotName} · {row.laneName}
            </span>
            {row.plate && <Plate text={row.plate} isPlain />}
            <span className="by-figure by-faint">
              {durationText((moment.getTime() - (row.answeredAt ?? row.calledAt).getTime()) / 1000)}
            </span>
            {row.answeredByName && <span>{row.answeredByName}</span>}
          </button>
          {row.state === 'ringing' ? (
            <ActButton
              size="small"
              type="primary"
              access={answerCall.access}
              disabledReason={disabledReason(callTransitions, 'answer', row.state)}
              onAct={async () => {
                await call(answerCall, { callId: row.id }).finally(onDone);
                onChoose(row.laneId);
              }}
            >
              {t(answerCall.title)}
            </ActButton>
          ) : (
            <ActButton
              size="small"
              access={endCall.access}
              disabledReason={
                row.answeredById === readSession('userId')
                  ? null
                  : { zh: `由${row.answeredByName}接听`, en: `${row.answeredByName} has answered` }
              }
              onAct={() => setEnded(row)}
            >
              {t({ zh: '结束', en: 'End' })}
            </ActButton>
          )}
        </span>
      ))}
      <EndCall call={ended} onClose={() => setEnded(null)} onDone={onDone} />
    </section>
  );
}

/** The dialog that ends a call with a note; closed while the call is null. */
export function EndCall({
  call: ended,
  onClose,
  onDone,
}: {
  call: { readonly id: string; readonly laneName?: string | null } | null;
  onClose: () => void;
  onDone: () => unknown;
}) {
  const t = useText();
  return (
    <OperationDialog
      isOpen={ended !== null}
      onClose={onClose}
      of={endCall}
      given={{ callId: ended?.id ?? '' }}
      fields={{ note: endCall.input.note }}
      title={t({ zh: '结束通话 · {lane}', en: 'End the call · {lane}' }, { lane: ended?.laneName ?? '' })}
      hint={{
        zh: '说明车主的问题和处理结果，记入呼叫记录。',
        en: 'Describe the problem and what was done. The note is kept with the call.',
      }}
      done={{ zh: '通话已结束', en: 'Call ended' }}
      onDone={onDone}
    />
  );
}

/** Recent calls: waiting time, who answered, and the note. */
export function CallHistory({
  isOpen,
  lotId,
  onClose,
}: {
  isOpen: boolean;
  lotId: string | null;
  onClose: () => void;
}) {
  const t = useText();
  return (
    <Drawer isOpen={isOpen} width={560} title={t({ zh: '呼叫记录', en: 'Recent calls' })} onClose={onClose}>
      <History lotId={lotId} />
    </Drawer>
  );
}

function History({ lotId }: { lotId: string | null }) {
  const t = useText();
  const asked = useListing(callList, { lotId, page: 1, perPage: 100 });
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!asked.data) return <Skeleton lines={6} />;
  const rows = asked.data.rows as readonly Row[];
  if (rows.length === 0)
    return (
      <Empty
        title={{ zh: '还没有呼叫', en: 'No calls yet' }}
        hint={{
          zh: '车主按下车道的呼叫按钮后会显示在这里',
          en: 'Calls appear here when a driver presses the button at a lane',
        }}
      />
    );
  return (
    <ol className="calls-past">
      {rows.map((row) => (
        <li key={row.id}>
          <span className="by-row">
            <StateDot tone={CallState[row.state].tone} label={CallState[row.state]} />
            <b>
              {row.lotName} · {row.laneName}
            </b>
            {row.plate && <Plate text={row.plate} />}
          </span>
          <TimeText at={row.calledAt} />
          <span className="calls-note by-small">
            {row.waitedSeconds !== null &&
              t({ zh: '等待{time}', en: 'waited {time}' }, { time: durationText(row.waitedSeconds) })}
            {row.answeredByName && ` · ${row.answeredByName}`}
            {row.note && ` · ${row.note}`}
          </span>
        </li>
      ))}
    </ol>
  );
}
