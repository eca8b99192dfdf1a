import { CallFailure, post, useLanguage } from '@boyun/kernel/web';
import { useEffect, useState } from 'react';

/** The person who invites with the code of this address. */
export interface Share {
  readonly code: string;
  readonly TenantName: string;
  readonly Sharer: string;
  readonly ConsentVersion: number;
  readonly ConsentText: string;
}

/** Returns the owner of the address's code, an error message where there is none, or null while loading. */
export function useShare(): Share | string | null {
  const language = useLanguage();
  const [share, setShare] = useState<Share | string | null>(null);
  const code = new URLSearchParams(location.search).get('code') ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the server's sentences follow the language
  useEffect(() => {
    if (!code) return;
    let isStale = false;
    post('/api/share/get', { Code: code }, { isQuiet: true }).then(
      ({ data }) => !isStale && setShare({ ...(data as Omit<Share, 'code'>), code }),
      (error) => !isStale && setShare(error instanceof CallFailure ? error.message : String(error)),
    );
    return () => {
      isStale = true;
    };
  }, [code, language]);
  return code ? share : '';
}
