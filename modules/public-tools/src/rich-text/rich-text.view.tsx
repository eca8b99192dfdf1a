import './rich-text.css';
import { useLayoutEffect, useRef } from 'react';
import { cleanFragment } from './clean.view.ts';

/** Rich text, sanitised again before it is shown. */
export function RichText({ html }: { html: string }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.replaceChildren(cleanFragment(html)), [html]);
  return <div ref={box} className="rich-text" />;
}
