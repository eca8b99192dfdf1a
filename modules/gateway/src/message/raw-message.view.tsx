import './raw-message.css';
import { useText } from '@boyun/kernel/web';
import { indented } from './indented.view.ts';

/** A message as it came, which can be scrolled by keys. */
export function RawMessage({ text }: { text: string }) {
  const t = useText();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="message-raw" tabIndex={0} aria-label={t({ zh: '原始报文', en: 'Raw message' })}>
      <pre>{indented(text)}</pre>
    </section>
  );
}
