import './frame-page.css';
import type { Label } from '@boyun/kernel/contract';
import { useText } from '@boyun/kernel/web';
import { ExternalLink } from 'lucide-react';
import type { MenuFrame } from '../shell/menu-tree.ts';

/** A site outside the product in a frame, with the way to open it in a window, as some sites refuse to be framed. */
export function FramePage({ frame: { target, address }, title }: { frame: MenuFrame; title: Label }) {
  const t = useText();
  return (
    <section className="by-card-box frame-page">
      <p>
        <span className="by-faint">{new URL(target).host}</span>
        <a href={target} target="_blank" rel="noopener noreferrer">
          <ExternalLink />
          {t({ zh: '新窗口打开', en: 'Open in a new window' })}
        </a>
      </p>
      <iframe src={address} title={t(title)} />
    </section>
  );
}
