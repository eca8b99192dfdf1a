import './record.css';
import { LaneDirection } from '@boyun/facilities/contract';
import {
  call,
  Empty,
  ErrorState,
  FieldInput,
  now,
  Plate,
  Skeleton,
  StateDot,
  timeText,
  useText,
} from '@boyun/kernel/web';
import { Decision } from '@boyun/passings/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { getRecordedCameras, playCamera } from '../viewing/viewing.contract.ts';
import { type Playhead, usePlayhead } from './playhead.view.ts';
import { RecordPlayer } from './record-player.view.tsx';
import { type Played, type PlayedInput, usePlayed } from './use-played.view.ts';

const PERIODS = [10, 30, 60, 240] as const;
const USUAL_MINUTES = 30;
const MINUTE_MS = 60_000;
/** A passing is shown from a little before its plate is read. */
const LEAD_MS = 4000;

/** Recordings by camera and time, or around a passing. */
export default function RecordPage() {
  const [query, setQuery] = useSearchParams();
  const asked = useMemo(() => readAddress(query), [query]);
  const { played, fault } = usePlayed(asked);
  return (
    <div className="by-page video-page">
      <Chooser
        key={played?.viewingId ?? 'none'}
        asked={asked}
        played={played}
        onAsk={(cameraId, from, minutes) =>
          setQuery({ cameraId, from: from.toISOString(), minutes: String(minutes) }, { replace: true })
        }
      />
      {played ? (
        <Opened key={played.viewingId} played={played} />
      ) : fault ? (
        <Empty title={{ zh: '无法回放', en: 'Cannot be played back' }} hint={{ zh: fault, en: fault }} />
      ) : asked ? (
        <Skeleton lines={10} />
      ) : (
        <Empty
          title={{ zh: '选择相机和时间', en: 'Choose a camera and a time' }}
          hint={{
            zh: '也可以在过车记录或车辆详情中点“录像”，直接跳到那一刻',
            en: 'Or press "Video" on a passing or in the panel of a car, which jumps to that moment',
          }}
        />
      )}
    </div>
  );
}

/** What the address asks for. */
function readAddress(query: URLSearchParams): PlayedInput | null {
  const passingId = query.get('passingId');
  if (passingId) return { passingId };
  const cameraId = query.get('cameraId');
  if (!cameraId) return null;
  const minutes = PERIODS.find((one) => String(one) === query.get('minutes')) ?? USUAL_MINUTES;
  const given = Date.parse(query.get('from') ?? '');
  const fromMs = Number.isNaN(given) ? now().getTime() - minutes * MINUTE_MS : given;
  return { cameraId, from: new Date(fromMs), to: new Date(fromMs + minutes * MINUTE_MS) };
}

function Chooser({
  asked,
  played,
  onAsk,
}: {
  asked: PlayedInput | null;
  played: Played | null;
  onAsk: (cameraId: string, from: Date, minutes: number) => void;
}) {
  const t = useText();
  const listed = useQuery({
    queryKey: [getRecordedCameras.name],
    queryFn: ({ signal }) => call(getRecordedCameras, {}, { signal, isQuiet: true }),
    staleTime: 60_000,
  });
  const [cameraId, setCamera] = useState(played?.cameraId ?? asked?.cameraId ?? null);
  const [from, setFrom] = useState<Date | null>(
    played?.from ?? asked?.from ?? new Date(now().getTime() - USUAL_MINUTES * MINUTE_MS),
  );
  const length = asked?.from && asked.to ? (asked.to.getTime() - asked.from.getTime()) / MINUTE_MS : USUAL_MINUTES;
  const [minutes, setMinutes] = useState(length);
  if (listed.error) return <ErrorState error={listed.error} onRetry={() => void listed.refetch()} />;
  const groups = [...Map.groupBy(listed.data?.cameras ?? [], (one) => one.lotId).values()];
  return (
    <form
      className="video-chooser by-card-box"
      onSubmit={(event) => {
        event.preventDefault();
        if (cameraId && from) onAsk(cameraId, from, minutes);
      }}
    >
      <Select<string>
        showSearch
        optionFilterProp="label"
        className="video-camera"
        loading={!listed.data}
        value={cameraId ?? undefined}
        placeholder={t({ zh: '选择相机', en: 'Choose a camera' })}
        aria-label={t({ zh: '相机', en: 'Camera' })}
        options={groups.map((group) => ({
          label: group[0]!.lotName,
          title: group[0]!.lotName,
          options: group.map((one) => ({
            value: one.id,
            label: `${one.lotName} · ${one.name}（${t(LaneDirection[one.direction])}）`,
          })),
        }))}
        onChange={setCamera}
      />
      <FieldInput
        field={playCamera.input.from}
        fieldKey="from"
        value={from}
        onChange={(next) => setFrom(next instanceof Date ? next : null)}
      />
      <Select<number>
        value={minutes}
        aria-label={t({ zh: '时长', en: 'Length' })}
        options={PERIODS.map((one) => ({
          value: one,
          label:
            one < 60
              ? t({ zh: '{n} 分钟', en: '{n} minutes' }, { n: one })
              : t({ zh: '{n} 小时', en: '{n} h' }, { n: one / 60 }),
        }))}
        onChange={setMinutes}
      />
      <Button type="primary" htmlType="submit" disabled={!cameraId || !from}>
        {t({ zh: '回放', en: 'Play back' })}
      </Button>
    </form>
  );
}

function Opened({ played }: { played: Played }) {
  const t = useText();
  const isAtCar = played.startAt > played.from;
  const startMs = played.startAt.getTime() - (isAtCar ? LEAD_MS : 0);
  const playhead = usePlayhead(
    { fromMs: played.from.getTime(), toMs: played.to.getTime(), startMs },
    played.source === 'media',
  );
  return (
    <div className="video-record">
      <div className="video-stage">
        {played.fault && (
          <p className="video-fault" role="alert">
            {t(
              { zh: '流媒体服务没有给出录像：{fault}', en: 'The media server gave no recording: {fault}' },
              { fault: played.fault },
            )}
          </p>
        )}
        <RecordPlayer played={played} playhead={playhead} />
      </div>
      <Cars played={played} playhead={playhead} />
    </div>
  );
}

/** The cars of the period; each jumps to its moment. */
function Cars({ played, playhead }: { played: Played; playhead: Playhead }) {
  const t = useText();
  const current = played.passings.findLast(({ at }) => at.getTime() <= playhead.atMs + LEAD_MS);
  return (
    <section className="video-cars by-card-box" aria-label={t({ zh: '过车', en: 'Passings' })}>
      <h2 className="by-card-title">
        {t({ zh: '过车', en: 'Passings' })}
        <span className="by-faint by-figure">{played.passings.length}</span>
      </h2>
      {played.passings.length === 0 && (
        <p className="by-faint by-small">{t({ zh: '这段时间没有过车', en: 'No car passed in this period' })}</p>
      )}
      <ol>
        {played.passings.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              aria-current={one === current ? 'true' : undefined}
              onClick={() => playhead.seek(one.at.getTime() - LEAD_MS)}
            >
              <Plate text={one.plate} color={one.plateColor} isPlain />
              <StateDot {...{ label: Decision[one.decision], tone: Decision[one.decision].tone }} />
              <time className="by-figure by-faint">{timeText(one.at, 'clock', played.zone)}</time>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
