// Keeps a page that works without a network in the browser: the page of its scope (`/pos/`, `/lcd/`) and its hashed files. Calls to the
// server are never kept.
const PAGE = new URL(self.registration.scope).pathname;
const STORE = `boyun-${PAGE.replaceAll('/', '')}-1`;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event) => {
  const { page, files } = event.data ?? {};
  if (!page) return;
  event.waitUntil(
    (async () => {
      const store = await caches.open(STORE);
      await keepPage(store, await fetch(page));
      const missing = [];
      for (const one of files) if (!(await store.match(one))) missing.push(one);
      await store.addAll(missing);
      // Files of earlier versions.
      const wanted = new Set(files);
      for (const one of await store.keys())
        if (one.url.includes('/assets/') && !wanted.has(one.url)) await store.delete(one);
      for (const client of await self.clients.matchAll()) client.postMessage('kept');
    })(),
  );
});

async function keepPage(store, answer) {
  if (answer.ok) await store.put(PAGE, answer.clone());
  return answer;
}

async function page(request) {
  const store = await caches.open(STORE);
  try {
    return await keepPage(store, await fetch(request));
  } catch (error) {
    const kept = await store.match(PAGE);
    if (kept) return kept;
    throw error;
  }
}

async function file(request) {
  const store = await caches.open(STORE);
  const kept = await store.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await store.put(request, answer.clone());
  return answer;
}

self.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== 'GET' || origin !== self.location.origin) return;
  if (event.request.mode === 'navigate') event.respondWith(page(event.request));
  else if (pathname.startsWith('/assets/') || pathname === '/favicon.svg') event.respondWith(file(event.request));
});
