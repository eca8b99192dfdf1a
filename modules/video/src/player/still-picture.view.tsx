import { useText } from '@boyun/kernel/web';
import { type Ref, useEffect, useState } from 'react';

/** A still picture that stays until the next one has loaded. */
export function StillPicture({ address, ref }: { address: string | null; ref?: Ref<HTMLImageElement> }) {
  const t = useText();
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    if (!address) return;
    const next = new Image();
    next.onload = () => setShown(address);
    next.src = address;
    return () => {
      next.onload = null;
    };
  }, [address]);
  if (!shown) return null;
  return <img ref={ref} src={shown} alt={t({ zh: '相机画面', en: 'Picture of the camera' })} />;
}
