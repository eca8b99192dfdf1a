import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Language } from '@boyun/kernel/contract';
import { drawDesk, drawPayment } from './desk-page.ts';
import { type BankHabits, CallFault, type DeskProvider, type DeskTrade, Outcome, Reporting } from './desk-provider.ts';

const LATE_MS = 30_000;
/** Refunds and debits, which nobody pays by hand, come to their end after this long. */
const BANK_MS = 3000;
const LOOK_EVERY_MS = 1000;
const MAX_FORM_BYTES = 16 * 1024;

/**
 * The desk of the payment providers' doubles: the pages on which a person pays, and the choice of how the provider misbehaves. Refunds and
 * debits come to their end by themselves as the banks' habits say.
 */
export class ProviderDesk {
  readonly #providers: Readonly<Record<string, DeskProvider>>;
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #begun = new Set<string>();
  readonly #habits: BankHabits = { outcome: 'done', reporting: 'now' };
  #productUrl = '';

  constructor(providers: Readonly<Record<string, DeskProvider>>) {
    this.#providers = providers;
  }

  /** Starts to listen; returns the port. */
  async start(host: string): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, host, resolve));
    const timer = setInterval(() => this.#actAsBanks(), LOOK_EVERY_MS);
    this.#timers.add(timer);
    return (this.#server.address() as AddressInfo).port;
  }

  /** Notices go to the product at this address from now on. */
  serve(productUrl: string): void {
    this.#productUrl = productUrl;
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #actAsBanks(): void {
    const { outcome, reporting } = this.#habits;
    for (const provider of Object.values(this.#providers))
      for (const { no, kind, state, at } of provider.trades()) {
        const isDue = kind !== 'payment' && state === 'open' && Date.now() - at.getTime() >= BANK_MS;
        if (!isDue || outcome === 'never' || this.#begun.has(no)) continue;
        this.#begun.add(no);
        provider.settle(no, outcome);
        this.#report(provider, no, reporting);
      }
  }

  #report(provider: DeskProvider, no: string, reporting: Reporting): void {
    const post = (fault?: Parameters<DeskProvider['notify']>[2]) =>
      void provider.notify(no, this.#productUrl, fault).catch(() => undefined);
    if (reporting === 'never') return;
    if (reporting === 'late') {
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        post();
      }, LATE_MS);
      this.#timers.add(timer);
    } else if (reporting === 'twice') for (const _ of [1, 2]) post();
    else post(reporting === 'now' ? undefined : reporting);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, 'http://desk');
    const language: Language = /^en\b/i.test(request.headers['accept-language'] ?? '') ? 'en' : 'zh';
    try {
      if (request.method === 'POST')
        return await this.#act(url, new URLSearchParams(await readForm(request)), response);
      const page = this.#pageOf(url, language);
      response.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(page ?? 'Not found');
    } catch (error) {
      response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' }).end((error as Error).message);
    }
  }

  #pageOf({ pathname, searchParams }: URL, language: Language): string | null {
    if (pathname === '/') return drawDesk(this.#providers, this.#habits, language);
    const found = this.#find(pathname);
    if (!found) return null;
    const returnUrl = searchParams.get('redirect_url') ?? found.trade.returnUrl ?? null;
    return drawPayment(found.provider, found.trade, returnUrl, language);
  }

  /** The trade of an address `/pay/<provider>/<number>`. */
  #find(pathname: string): { provider: DeskProvider; trade: DeskTrade } | null {
    const [, name, no] = /^\/pay\/(\w+)\/([\w-]+)$/.exec(pathname) ?? [];
    const provider = this.#providers[name ?? ''];
    const trade = provider?.trades().find((one) => one.no === no);
    return provider && trade ? { provider, trade } : null;
  }

  async #act({ pathname }: URL, form: URLSearchParams, response: ServerResponse): Promise<void> {
    let next = '/';
    const found = this.#find(pathname);
    if (found) {
      found.provider.settle(found.trade.no, choiceOf(Outcome, form.get('outcome')));
      this.#report(found.provider, found.trade.no, choiceOf(Reporting, form.get('reporting')));
      next = form.get('return') || pathname;
    } else if (pathname === '/habits') {
      this.#habits.outcome = choiceOf({ done: 1, failed: 1, never: 1 }, form.get('outcome'));
      this.#habits.reporting = choiceOf(Reporting, form.get('reporting'));
    } else {
      const provider = this.#providers[form.get('provider') ?? ''];
      if (pathname === '/fault') provider?.failNext(choiceOf(CallFault, form.get('fault')));
      if (pathname === '/sign') provider?.sign?.(form.get('plate')?.trim().toUpperCase() ?? '');
    }
    response.writeHead(303, { location: next }).end();
  }
}

async function readForm(request: IncomingMessage): Promise<string> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_FORM_BYTES) throw new Error('The form is too long.');
  return text(request);
}

function choiceOf<T extends string>(table: Readonly<Record<T, unknown>>, given: string | null): T {
  if (given === null || !Object.hasOwn(table, given))
    throw new Error(`"${given}" is none of ${Object.keys(table).join(', ')}.`);
  return given as T;
}
