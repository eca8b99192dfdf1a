import { Button, Input } from 'antd';
import { useState } from 'react';
import { Confirm } from './confirm.tsx';
import { useText } from './language.ts';
import { Modal } from './modal.tsx';
import { announce } from './notice.tsx';
import type { ProofRequest } from './proof-request.ts';
import { post } from './transport.ts';

/** Time in milliseconds until the password is asked for again; it is kept only in the memory of the page. */
const CACHE_MS = 5 * 60_000;
let cached: { readonly password: string; readonly until: number } | null = null;

function cachedPassword(): string {
  if (cached && performance.now() >= cached.until) cached = null;
  return cached?.password ?? '';
}

async function proofOf(password: string): Promise<string> {
  const answer = await post('/api/tenantUser/checkUserPassword', { Password: password });
  return (answer.data as { Proof: string }).Proof;
}

/** The password dialog: verifies the password, asks the act's question, and keeps the password on confirmation. */
export default function PasswordPrompt({ asked }: { asked: ProofRequest }) {
  const t = useText();
  const [password, setPassword] = useState(cachedPassword);
  const [isKnown, setKnown] = useState(password !== '');
  const [proof, setProof] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const clear = () => {
    cached = null;
    setPassword('');
    setKnown(false);
  };
  const verify = async () => {
    if (!password || isBusy) return;
    setBusy(true);
    try {
      setProof(await proofOf(password));
      announce('good', { zh: '成功', en: 'Success' }, { zh: '密码验证通过', en: 'Password verified' });
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
    cached = { password, until: performance.now() + CACHE_MS };
    asked.settle(good);
  };
  const cancel = () => asked.settle(null);
  if (isKnown) return <Confirm isOpen isDangerous text={t(asked.question)} onConfirm={confirm} onClose={cancel} />;
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
