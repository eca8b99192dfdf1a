import { now } from './now.ts';
import { post } from './transport.ts';

const STORED = '/api/file/';
/** Addresses that expire within this are renewed before a click follows them. */
const MARGIN_MS = 5000;

const waiting: { address: string; done: (fresh: string | null) => void }[] = [];

/** The address with a new expiry, or null where the server gives none; what is asked at the same time is one call. */
function renewed(address: string): Promise<string | null> {
  return new Promise((done) => {
    waiting.push({ address, done });
    if (waiting.length === 1) setTimeout(askForAll, 20);
  });
}

async function askForAll(): Promise<void> {
  const asked = waiting.splice(0, 200);
  if (waiting.length > 0) setTimeout(askForAll, 20);
  const addresses = asked.map((one) => one.address);
  const answer = await post('/api/upload/renew', { Addresses: addresses }, { isQuiet: true }).catch(() => null);
  const fresh = (answer?.data as { Addresses?: string[] } | undefined)?.Addresses;
  asked.forEach(({ done }, index) => void done(fresh?.[index] || null));
}

/** What a picture failed with after its address was renewed: no further try is made. */
const given = new WeakMap<HTMLImageElement, string>();

async function onError(event: Event): Promise<void> {
  const picture = event.target;
  if (!(picture instanceof HTMLImageElement)) return;
  const address = picture.getAttribute('src') ?? '';
  if (!address.startsWith(STORED) || given.get(picture) === address) return;
  event.stopImmediatePropagation();
  const fresh = await renewed(address);
  // It shows another picture by now.
  if (picture.getAttribute('src') !== address) return;
  given.set(picture, fresh ?? address);
  if (fresh) picture.src = fresh;
  else picture.dispatchEvent(new Event('error'));
}

async function onClick(event: MouseEvent): Promise<void> {
  const link = (event.target as Element | null)?.closest?.<HTMLAnchorElement>(`a[href^="${STORED}"]`);
  if (!link) return;
  const expires = Number(new URL(link.href).searchParams.get('e'));
  if (expires > now().getTime() + MARGIN_MS) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const fresh = await renewed(link.getAttribute('href')!);
  if (!fresh) return;
  link.href = fresh;
  link.click();
}

const whenBroken = (event: Event) => void onError(event);
const whenClicked = (event: MouseEvent) => void onClick(event);

/**
 * Addresses of files hold for minutes, pages stay open for hours: until the returned function is called, a picture that does
 * not load and a link that has expired get a new address first.
 */
export function renewStoredFiles(): () => void {
  addEventListener('error', whenBroken, true);
  addEventListener('click', whenClicked, true);
  return () => {
    removeEventListener('error', whenBroken, true);
    removeEventListener('click', whenClicked, true);
  };
}
