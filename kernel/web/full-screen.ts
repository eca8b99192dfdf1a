import { useEffect, useState } from 'react';
import { tell } from './notice.tsx';

/** Whether the product fills the screen, and what turns that; says so where the browser cannot (spec §8). */
export function useFullScreen(): readonly [boolean, () => void] {
  const [isFull, setFull] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const listen = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', listen);
    return () => document.removeEventListener('fullscreenchange', listen);
  }, []);
  const toggle = () => {
    if (!document.fullscreenEnabled) tell('warn', 'you browser can not work');
    else if (isFull) void document.exitFullscreen();
    else void document.documentElement.requestFullscreen();
  };
  return [isFull, toggle];
}
