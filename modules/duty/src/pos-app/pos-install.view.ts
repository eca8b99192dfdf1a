import { keepOffline } from '@boyun/kernel/web';

/** Makes the app installable and keeps its files in the phone. */
export function installPos(tenant: string): () => void {
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = `/api/pos/manifest/${tenant}`;
  document.head.append(link);
  keepOffline('/pos/', () =>
    Promise.all([import('./pos-street.view.tsx'), import('./pos-spot.view.tsx'), import('./pos-scan.view.tsx')]),
  );
  return () => link.remove();
}
