import { useText } from './language.ts';

/** The privacy text, folded, with the box by which a driver agrees to it. */
export function ConsentBox({
  text,
  isAgreed,
  onChange,
}: {
  text: string;
  isAgreed: boolean;
  onChange: (next: boolean) => void;
}) {
  const t = useText();
  return (
    <div className="driver-consent">
      <label>
        <input type="checkbox" checked={isAgreed} onChange={(event) => onChange(event.target.checked)} />
        {t({ zh: '我已阅读并同意《隐私政策》', en: 'I have read and agree to the privacy text' })}
      </label>
      <details>
        <summary>{t({ zh: '查看隐私政策', en: 'Read it' })}</summary>
        <p>{text}</p>
      </details>
    </div>
  );
}
