import { call, useText } from '@boyun/kernel/web';
import { useEffect } from 'react';
import { openSharedScreen } from '../screen-data/screen-data.contract.ts';
import { useWallData } from './wall-data.view.ts';
import { WallFrame } from './wall-frame.view.tsx';

/** `/shared_screen#code`: one big screen for whoever has its link, without signing in. */
export default function SharedScreen() {
  const t = useText();
  // Behind `#`, so that neither logs nor other sites learn it.
  const code = location.hash.slice(1);
  const state = useWallData({
    key: code,
    ask: (isFull) => call(openSharedScreen, { code, isFull }, { isQuiet: true }),
  });
  const headline = state.data?.headline;
  useEffect(() => {
    document.title = headline ?? t({ zh: '大屏 · 泊云', en: 'Big screen · Boyun' });
  }, [headline, t]);
  return (
    <WallFrame
      state={state}
      waiting={
        <p className="wall-wait wall-quiet">
          {state.error
            ? state.error.message ||
              t({ zh: '链接无效、已过期或已撤销', en: 'This link is not valid, has expired or was revoked' })
            : t({ zh: '正在打开…', en: 'Opening…' })}
        </p>
      }
    />
  );
}
