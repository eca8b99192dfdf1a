/** What a line does to the calls over it: nothing, refuse them, lose their answers, or bring these too late. */
export type LineState = 'up' | 'down' | 'lost' | 'slow';

/** A line between a box and the cloud that can be cut. */
export class BadLine {
  state: LineState = 'up';
  readonly #slowMs: number;

  constructor(slowMs: number) {
    this.#slowMs = slowMs;
  }

  readonly send = async (url: string, init: RequestInit): Promise<Response> => {
    const { state } = this;
    if (state === 'down') throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
    const answer = await fetch(url, init);
    if (state === 'lost') throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
    if (state === 'slow') await new Promise((resolve) => setTimeout(resolve, this.#slowMs));
    return answer;
  };
}
