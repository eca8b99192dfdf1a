import './raw-text.css';
import { useText } from './language.ts';

/** JSON with a line for each value; anything else as it came. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** A message as it came, which can be scrolled by keys. */
export function RawText({ text }: { text: string }) {
  const t = useText();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="by-raw" tabIndex={0} aria-label={t({ zh: '原始报文', en: 'Raw message' })}>
      <pre>{indented(text)}</pre>
    </section>
  );
}
