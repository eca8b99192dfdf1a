import { createPoster, type Poster } from './post.ts';

/** The outcome of a driver's payment: `paid` when the server confirmed it; `status` 0 means no response. */
export type PaymentOutcome = { paid: boolean; code: string; status: number; text: string };

/** The payment address within a screen's or a code's text; undefined when it has none. */
export function paymentLink(text: string): string | undefined {
  return /(?:https?:\/\/[^\s"'<>]+)?\/pay\/[\w~.%-]+/.exec(text)?.[0];
}

/**
 * Pays as a driver's phone would after scanning the code on the screen: the last part of the address is the payment's
 * code. Never throws for network or status; throws only when the text holds no payment address.
 */
export async function payAsDriver(
  url: string,
  qrText: string,
  options: { outcome?: 'success' | 'fail'; poster?: Poster; signal?: AbortSignal } = {},
): Promise<PaymentOutcome> {
  const link = paymentLink(qrText);
  if (!link) throw new Error('The text holds no payment address.');
  const code = decodeURIComponent(link.slice(link.lastIndexOf('/') + 1));
  const poster = options.poster ?? createPoster(url, 1);
  try {
    const answer = await poster.post(
      '/api/payment/sandbox/pay',
      JSON.stringify({ Code: code, Outcome: options.outcome ?? 'success' }),
      { contentType: 'application/json', timeoutMs: 15_000, signal: options.signal },
    );
    const isTaken = answer.status >= 200 && answer.status < 300 && !/"state"\s*:\s*"(?!success)/i.test(answer.text);
    return { paid: isTaken && options.outcome !== 'fail', code, status: answer.status, text: answer.text };
  } catch (error) {
    options.signal?.throwIfAborted();
    return { paid: false, code, status: 0, text: error instanceof Error ? error.message : String(error) };
  } finally {
    if (!options.poster) poster.close();
  }
}
