import { driverToken, postAsDriver } from '@boyun/kernel/web';
import { useEffect, useState } from 'react';

/** The customer who is signed in to the app on this phone, as a booking needs it; the mobile is masked. */
export interface Booker {
  readonly MobileMark: string;
  readonly Plates: readonly string[];
}

/** Returns who is signed in to a tenant's app on this phone; null for nobody, undefined until it is known. */
export function useBooker(tenant: string | null): Booker | null | undefined {
  const [booker, setBooker] = useState<Booker | null>();
  useEffect(() => {
    if (tenant === null) return;
    const leave = () => setBooker(null);
    addEventListener('driver-left', leave);
    // Who cannot be found books like somebody who is not signed in.
    if (driverToken(tenant) === null) leave();
    else void postAsDriver<Booker>(tenant, '/api/app/share/driver').then(setBooker, leave);
    return () => removeEventListener('driver-left', leave);
  }, [tenant]);
  return booker;
}
