/** A recorded span. */
export interface RecordedSpan {
  readonly start: Date;
  readonly seconds: number;
}

/** What the playback server of MediaMTX answered: recorded spans, or what is wrong. */
export interface RecordedSpans {
  readonly spans: readonly RecordedSpan[];
  readonly fault: string | null;
}

/** Time limit in milliseconds for an answer. */
const ANSWER_MS = 8000;
const MOST_SPANS = 500;

/** Asks MediaMTX's playback server for the recorded spans of a path in a period (mediamtx.org, "Playback": `/list`). Does not throw. */
export async function listRecorded(
  playbackUrl: string,
  { path, token, from, to }: { path: string; token: string; from: Date; to: Date },
): Promise<RecordedSpans> {
  const query = new URLSearchParams({ path, start: from.toISOString(), end: to.toISOString() });
  try {
    const response = await fetch(`${playbackUrl.replace(/\/+$/, '')}/list?${query}`, {
      headers: { authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    // Nothing was recorded in the period.
    if (response.status === 404) return { spans: [], fault: null };
    if (!response.ok) return { spans: [], fault: `HTTP ${response.status}` };
    return { spans: readSpans(await response.json(), from, to), fault: null };
  } catch (error) {
    return { spans: [], fault: (error as Error).message.slice(0, 200) };
  }
}

/** Reads spans and cuts them to the period; versions before 1.12 ignore it. */
function readSpans(answer: unknown, from: Date, to: Date): RecordedSpan[] {
  if (!Array.isArray(answer)) return [];
  return (answer as { start?: unknown; duration?: unknown }[]).slice(0, MOST_SPANS).flatMap(({ start, duration }) => {
    const begin = Math.max(Date.parse(String(start)), from.getTime());
    const end = Math.min(Date.parse(String(start)) + Number(duration) * 1000, to.getTime());
    return end > begin ? [{ start: new Date(begin), seconds: (end - begin) / 1000 }] : [];
  });
}

/** A camera that a media server fetches. */
export interface FetchedStream {
  readonly path: string;
  readonly label: string;
  /** With account and password. */
  readonly source: string;
}

/**
 * Returns the part of `mediamtx.yml` that belongs to the product: where it asks who may watch (mediamtx.org, "Authentication": external
 * HTTP server), which pages may show its streams, and a path for each camera.
 */
export function configurationFile(hookUrl: string, pageOrigin: string, streams: readonly FetchedStream[]): string {
  const lines = [
    'authMethod: http',
    `authHTTPAddress: ${JSON.stringify(hookUrl)}`,
    'authHTTPExclude:',
    '  - action: api',
    '  - action: metrics',
    '  - action: pprof',
    `webrtcAllowOrigins: [${JSON.stringify(pageOrigin)}]`,
    `hlsAllowOrigins: [${JSON.stringify(pageOrigin)}]`,
    `playbackAllowOrigins: [${JSON.stringify(pageOrigin)}]`,
    'playback: yes',
    'paths:',
  ];
  for (const { path, label, source } of streams) {
    lines.push(`  # ${label.replaceAll(/\s+/g, ' ')}`, `  ${JSON.stringify(path)}:`);
    lines.push(`    source: ${JSON.stringify(source)}`, '    record: yes');
  }
  return `${lines.join('\n')}\n`;
}
