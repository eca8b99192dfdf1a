import { Button, Input } from 'antd';
import { useState } from 'react';
import { Confirm } from './confirm.tsx';
import { keepPassword, keptPassword, proofOf } from './kept-password.ts';
import { useText } from './language.ts';
import { Modal } from './modal.tsx';
import type { ProofRequest } from './proof-request.ts';

const PURPOSE = {
  zh: '{question}请先输入密码，确认是您本人。',
  en: '{question} First enter your password to show that it is you.',
};

/**
 * The password dialog: says what the password is for, verifies it, asks the act's question, and keeps the password on confirmation. The
 * question says that the password was right.
 */
export default function PasswordPrompt({ asked }: { asked: ProofRequest }) {
  const t = useText();
  const [password, setPassword] = useState(keptPassword);
  const [isKnown, setKnown] = useState(password !== '');
  const [proof, setProof] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const clear = () => {
    keepPassword(null);
    setPassword('');
    setKnown(false);
  };
  const verify = async () => {
    if (!password || isBusy) return;
    setBusy(true);
    try {
      setProof(await proofOf(password));
      setKnown(true);
    } catch {
      // The transport has shown the error.
      clear();
    } finally {
      setBusy(false);
    }
  };
  const confirm = async () => {
    let good: string;
    try {
      good = proof ?? (await proofOf(password));
    } catch {
      return clear();
    }
    keepPassword(password);
    asked.settle(good);
  };
  const cancel = () => asked.settle(null);
  const question = t(asked.question);
  if (isKnown)
    return (
      <Confirm
        isOpen
        isDangerous
        text={
          <>
            {question}
            {proof !== null && (
              <p className="by-hint" role="status">
                {t({ zh: '密码验证通过', en: 'Password verified' })}
              </p>
            )}
          </>
        }
        onConfirm={confirm}
        onClose={cancel}
      />
    );
  return (
    <Modal
      open
      width={416}
      title={t({ zh: '请输入当前账号密码', en: 'Enter the current account password' })}
      onCancel={cancel}
      footer={[
        <Button key="cancel" onClick={cancel}>
          {t({ zh: '取消', en: 'Cancel' })}
        </Button>,
        <Button key="ok" type="primary" loading={isBusy} disabled={!password} onClick={verify}>
          {t({ zh: '确定', en: 'OK' })}
        </Button>,
      ]}
    >
      <p>{t(PURPOSE, { question })}</p>
      <Input.Password
        value={password}
        autoFocus
        maxLength={64}
        autoComplete="current-password"
        aria-label={t({ zh: '密码', en: 'Password' })}
        onChange={(event) => setPassword(event.target.value)}
        onPressEnter={verify}
      />
    </Modal>
  );
}
