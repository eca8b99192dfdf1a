import type { Label } from '@boyun/kernel/contract';
import { Input } from 'antd';
import { useState } from 'react';
import { keepPassword, keptPassword, proofOf } from '../kept-password.ts';
import { useText } from '../language.ts';
import { CallFailure } from '../transport.ts';

const PURPOSE = {
  zh: '用于确认是您本人，5分钟内不再询问',
  en: 'To show that it is you; not asked again for five minutes',
};

/** The password of an act within its own dialog. */
export interface Proving {
  /** Whether the password has to be entered. */
  readonly isAsked: boolean;
  readonly password: string;
  readonly setPassword: (password: string) => void;
  /** Starts again when the dialog opens. */
  readonly restart: () => void;
  /** Returns the proof for one call; rejects with a CallFailure if the password is wrong or missing. */
  readonly prove: () => Promise<string>;
}

/** Holds the password of an act; it is asked for only if none was entered a short time ago. */
export function useProving(): Proving {
  const [password, setPassword] = useState('');
  const [isAsked, setAsked] = useState(() => keptPassword() === '');
  return {
    isAsked,
    password,
    setPassword,
    restart() {
      setPassword('');
      setAsked(keptPassword() === '');
    },
    async prove() {
      const given = password || keptPassword();
      try {
        if (given === '') throw new CallFailure('', 'cancelled', 0);
        const proof = await proofOf(given);
        keepPassword(given);
        return proof;
      } catch (error) {
        keepPassword(null);
        setPassword('');
        setAsked(true);
        throw error;
      }
    },
  };
}

/** What is asked before an act that requires the password, and the password where it has to be entered. */
export function ProofField({ id, question, proving }: { id: string; question: Label; proving: Proving }) {
  const t = useText();
  const inputId = `${id}-password`;
  return (
    <div className="by-proof">
      <p className="by-proof-question">{t(question)}</p>
      {proving.isAsked && (
        <div className="by-field">
          <label htmlFor={inputId} className="is-required">
            {t({ zh: '密码', en: 'Password' })}
          </label>
          <Input.Password
            id={inputId}
            value={proving.password}
            maxLength={64}
            autoComplete="current-password"
            onChange={(event) => proving.setPassword(event.target.value)}
          />
          <p className="by-hint">{t(PURPOSE)}</p>
        </div>
      )}
    </div>
  );
}
