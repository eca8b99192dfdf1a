import { answerWith, READ_MS, type Reader, reading } from './reader.service.ts';

interface Answer {
  readonly results?: readonly {
    readonly plate: string;
    readonly score: number;
    readonly box?: { readonly xmin: number; readonly ymin: number; readonly xmax: number; readonly ymax: number };
  }[];
  readonly detail?: string;
  readonly error?: string;
}

/** Reads plates with Plate Recognizer's Snapshot API (guides.platerecognizer.com, "Snapshot API Reference"). It knows no plate colours. */
export function plateRecognizer(account: { readonly endpoint: string; readonly token: string }): Reader {
  return async ({ bytes, ending }) => {
    const form = new FormData();
    const type = ending === 'png' ? 'image/png' : 'image/jpeg';
    form.append('upload', new Blob([new Uint8Array(bytes)], { type }), `picture.${ending}`);
    form.append('regions', 'cn');
    const response = await fetch(new URL('/v1/plate-reader/', account.endpoint), {
      method: 'POST',
      headers: { authorization: `Token ${account.token}` },
      body: form,
      redirect: 'error',
      signal: AbortSignal.timeout(READ_MS),
    });
    const answer = (await response.json().catch(() => ({}))) as Answer;
    if (!response.ok || !Array.isArray(answer.results)) {
      const fault = `${response.status} ${answer.detail ?? answer.error ?? response.statusText}`.trim();
      return { readings: [], fault, isBilled: false };
    }
    return answerWith(
      answer.results.map(({ plate, score, box }) =>
        reading(plate, score, box ? { left: box.xmin, top: box.ymin, right: box.xmax, bottom: box.ymax } : null),
      ),
    );
  };
}
