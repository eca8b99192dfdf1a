import { now } from './now.ts';
import { post } from './transport.ts';

const STORED = '/api/file/';
/** Addresses that expire within this time are renewed before a click follows them. */
const MARGIN_MS = 5000;

const waiting: { address: string; done: (fresh: string | null) => void }[] = [];

/** Returns the address with a new expiry, or null where the server refuses; concurrent requests share one call. */
function renewed(address: string): Promise<string | null> {
  return new Promise((done) => {
    waiting.push({ address, done });
    if (waiting.length === 1) setTimeout(renewAll, 20);
  });
}

async function renewAll(): Promise<void> {
  const batch = waiting.splice(0, 200);
  if (waiting.length > 0) setTimeout(renewAll, 20);
  const addresses = batch.map((one) => one.address);
  const answer = await post('/api/upload/renew', { Addresses: addresses }, { isQuiet: true }).catch(() => null);
  const fresh = (answer?.data as { Addresses?: string[] } | undefined)?.Addresses;
  batch.forEach(({ done }, index) => void done(fresh?.[index] || null));
}

/** The renewed address of each picture: if it fails as well, it is not renewed again. */
const renewedAddress = new WeakMap<HTMLImageElement, string>();

async function onError(event: Event): Promise<void> {
  const picture = event.target;
  if (!(picture instanceof HTMLImageElement)) return;
  const address = picture.getAttribute('src') ?? '';
  if (!address.startsWith(STORED) || renewedAddress.get(picture) === address) return;
  event.stopImmediatePropagation();
  const fresh = await renewed(address);
  // The picture has changed meanwhile.
  if (picture.getAttribute('src') !== address) return;
  renewedAddress.set(picture, fresh ?? address);
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
 * Addresses of files are valid for minutes, while pages stay open for hours: until the returned function is called, a picture that fails to
 * load and an expired link get a new address first.
 */
export function renewStoredFiles(): () => void {
  addEventListener('error', whenBroken, true);
  addEventListener('click', whenClicked, true);
  return () => {
    removeEventListener('error', whenBroken, true);
    removeEventListener('click', whenClicked, true);
  };
}
