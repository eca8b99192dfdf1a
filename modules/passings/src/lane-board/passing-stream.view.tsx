import { LaneDirection } from '@boyun/facilities/contract';
import { liveChannel, liveKinds, type ReportRow } from '@boyun/kernel/contract';
import { can, list, Plate, TimeText, useLive, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Decision, passingList } from '../passing/passing.contract.ts';
import { passingRecorded, passingSettled } from '../passing/passing-event.contract.ts';
import type { Lane } from './lane-fact.view.tsx';

const SHOWN = 24;
const KINDS = liveKinds(passingRecorded, passingSettled);

interface Passed {
  readonly id: string;
  readonly at: Date;
  readonly plate: string;
  readonly plateColor: number | string | null;
  readonly lot: string;
  readonly lane: string;
  readonly direction: keyof typeof LaneDirection | null;
  readonly decision: keyof typeof Decision | null;
  readonly orderId: string | null;
}

/** The latest passings, updated live, newest first. */
export function PassingStream({
  lotId,
  lanes,
  onOpen,
}: {
  lotId: string | null;
  /** The lanes of the board: an event carries only the id of its lane. */
  lanes: readonly Lane[];
  onOpen: (orderId: string) => void;
}) {
  const t = useText();
  const [fresh, setFresh] = useState<readonly Passed[]>([]);
  const asked = useQuery({
    queryKey: ['list', passingList.name, 'stream', lotId],
    queryFn: ({ signal }) =>
      list(passingList, { lotId, page: 1, perPage: SHOWN, sort: '-happenedAt' }, { signal, isQuiet: true }),
    enabled: lanes.length > 0 && can(passingList.access),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [settled, setSettled] = useState<Readonly<Record<string, Passed['decision']>>>({});
  useLive(
    liveChannel,
    KINDS,
    (message) => {
      if (lotId && message.lotId !== lotId) return;
      if (message.kind === passingSettled.kind) {
        const told = message.data as Readonly<Record<string, unknown>> | null;
        const { passingId, decision } = told ?? {};
        if (typeof passingId === 'string' && typeof decision === 'string' && decision in Decision)
          setSettled((last) => ({ ...last, [passingId]: decision as keyof typeof Decision }));
        return;
      }
      const next = fromEvent(message.data, message.at, lanes);
      if (next) setFresh((last) => [next, ...last.filter((one) => one.id !== next.id)].slice(0, SHOWN));
    },
    { onOpen: () => void asked.refetch() },
  );
  const known = new Set(fresh.map((one) => one.id));
  const rows = [...fresh, ...(asked.data?.rows ?? []).map(fromRow).filter((one) => !known.has(one.id))]
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, SHOWN)
    .map((one) => ({ ...one, decision: settled[one.id] ?? one.decision }));
  // Its height is there from the start: buttons of lanes below must not move under a pointer when the rows arrive.
  if (rows.length === 0 && !asked.isLoading) return null;
  return (
    <ol className="stream" aria-label={t({ zh: '最新过车', en: 'Latest passings' })}>
      {rows.map((row) => (
        <li key={row.id} className={row.decision ? `by-tone-${Decision[row.decision].tone}` : undefined}>
          <button type="button" disabled={!row.orderId} onClick={() => row.orderId && onOpen(row.orderId)}>
            <span className="by-dot" title={row.decision ? t(Decision[row.decision]) : undefined} />
            <Plate text={row.plate} color={row.plateColor} isPlain />
            <span className="stream-where">
              <TimeText at={row.at} style="clock" />
              <span>
                {row.direction && t(LaneDirection[row.direction])} {lotId === null && row.lot} {row.lane}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

function fromRow(row: ReportRow<typeof passingList>): Passed {
  return {
    id: row.id,
    at: row.happenedAt,
    plate: row.plate,
    plateColor: row.plateColor,
    lot: (row as { lotName?: string | null }).lotName ?? '',
    lane: (row as { laneName?: string | null }).laneName ?? '',
    direction: row.direction,
    decision: row.decision,
    orderId: row.orderId ?? null,
  };
}

/** Maps an event to a row of the stream; fields the event lacks stay empty. */
function fromEvent(data: unknown, at: Date, lanes: readonly Lane[]): Passed | null {
  const told = data as Readonly<Record<string, unknown>> | null;
  if (typeof told?.passingId !== 'string') return null;
  const text = (key: string) => (typeof told[key] === 'string' ? (told[key] as string) : null);
  const lane = lanes.find((one) => one.laneId === told.laneId);
  const decision = text('decision');
  const happenedAt = text('happenedAt');
  return {
    id: told.passingId,
    at: happenedAt ? new Date(happenedAt) : at,
    plate: text('plate') ?? '',
    plateColor: (told.plateColor as number | null) ?? null,
    lot: lane?.lotName ?? '',
    lane: lane?.laneName ?? '',
    direction: lane?.direction ?? null,
    decision: decision && decision in Decision ? (decision as keyof typeof Decision) : null,
    orderId: text('orderId'),
  };
}
