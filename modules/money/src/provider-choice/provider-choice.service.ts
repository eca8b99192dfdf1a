import type { Provider } from '../provider/provider.service.ts';
import { sandbox } from '../sandbox/sandbox.service.ts';

/** The providers there are, by channel. */
const providers: Readonly<Record<string, Provider>> = { [sandbox.channel]: sandbox };

/** Returns the provider behind a channel; null for channels that pay at once (cash, cards, transfers). */
export function providerOf(channel: string): Provider | null {
  return providers[channel] ?? null;
}
