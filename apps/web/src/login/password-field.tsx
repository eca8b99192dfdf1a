import type { Translate } from '@boyun/kernel/web';
import { type Ref, useState } from 'react';

/** A password input that can show its text. */
export function PasswordField({
  label,
  value,
  onChange,
  inputRef,
  hasFocus,
  autoComplete,
  t,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  inputRef?: Ref<HTMLInputElement>;
  hasFocus?: boolean;
  autoComplete: string;
  t: Translate;
}) {
  const [isShown, setShown] = useState(false);
  return (
    <label>
      <span>{label}</span>
      <div className="login-password">
        <input
          ref={inputRef}
          type={isShown ? 'text' : 'password'}
          value={value}
          maxLength={64}
          required
          autoComplete={autoComplete}
          // biome-ignore lint/a11y/noAutofocus: the account is remembered, the password is next
          autoFocus={hasFocus}
          onChange={(event) => onChange(event.target.value)}
        />
        <button
          type="button"
          aria-pressed={isShown}
          aria-label={t({ zh: '显示密码', en: 'Show password' })}
          onClick={() => setShown(!isShown)}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
            <circle cx="12" cy="12" r="3" />
            {isShown && <path d="m4 4 16 16" />}
          </svg>
        </button>
      </div>
    </label>
  );
}
