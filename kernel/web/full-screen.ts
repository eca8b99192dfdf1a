import { useEffect, useState } from 'react';
import { notify } from './notice.tsx';

/** Returns whether the product is in full screen, and a function that toggles it; shows a notice where the browser cannot (spec §8). */
export function useFullScreen(): readonly [boolean, () => void] {
  const [isFull, setFull] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const listen = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', listen);
    return () => document.removeEventListener('fullscreenchange', listen);
  }, []);
  const toggle = () => {
    if (!document.fullscreenEnabled) notify('warn', 'you browser can not work');
    else if (isFull) void document.exitFullscreen();
    else void document.documentElement.requestFullscreen();
  };
  return [isFull, toggle];
}
