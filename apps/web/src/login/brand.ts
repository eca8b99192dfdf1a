import { post } from '@boyun/kernel/web';
import { useEffect, useState } from 'react';

/** Branding of a tenant before sign-in. */
export interface Brand {
  readonly BrandName: string | null;
  readonly LogoUrl: string | null;
}

const KEPT = 'login:brand';
const TYPING_MS = 400;
const OWN: Brand = { BrandName: null, LogoUrl: null };

function kept(tenant: string): Brand {
  try {
    const { tenant: of, brand } = JSON.parse(localStorage.getItem(KEPT) ?? '{}') as { tenant?: string; brand?: Brand };
    return of === tenant && brand ? brand : OWN;
  } catch {
    return OWN;
  }
}

/** Returns the brand of the tenant whose code is typed, else of the host; the last one is cached, so that it shows immediately. */
export function useBrand(tenant: string): Brand {
  const [brand, setBrand] = useState(() => kept(tenant));
  useEffect(() => {
    let isStale = false;
    const look = async () => {
      const { data } = await post(
        '/api/tenantUser/getBrand',
        { TenantId: tenant || null, Host: location.hostname },
        { isQuiet: true },
      );
      if (isStale) return;
      setBrand(data as Brand);
      localStorage.setItem(KEPT, JSON.stringify({ tenant, brand: data }));
    };
    // Without a response the page keeps the current name.
    const timer = setTimeout(() => look().catch(() => undefined), TYPING_MS);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [tenant]);
  return brand;
}
