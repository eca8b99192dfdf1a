import { Button, Input } from 'antd';
import { useState } from 'react';
import { Confirm } from './confirm.tsx';
import { useText } from './language.ts';
import { Modal } from './modal.tsx';
import { announce } from './notice.tsx';
import type { AskedProof } from './proof.ts';
import { post } from './transport.ts';

/** How long a password is not asked for again; it is kept in the memory of the page alone. */
const KEPT_MS = 5 * 60_000;
let kept: { readonly password: string; readonly until: number } | null = null;

function keptPassword(): string {
  if (kept && performance.now() >= kept.until) kept = null;
  return kept?.password ?? '';
}

async function proofOf(password: string): Promise<string> {
  const answer = await post('/api/tenantUser/checkUserPassword', { Password: password });
  return (answer.data as { Proof: string }).Proof;
}

/** The password-confirm dialog: verifies the password, asks the question of the act, and keeps the password on yes. */
export default function PasswordPrompt({ asked }: { asked: AskedProof }) {
  const t = useText();
  const [password, setPassword] = useState(keptPassword);
  const [isKnown, setKnown] = useState(password !== '');
  const [proof, setProof] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const forget = () => {
    kept = null;
    setPassword('');
    setKnown(false);
  };
  const verify = async () => {
    if (!password || isBusy) return;
    setBusy(true);
    try {
      setProof(await proofOf(password));
      announce('good', { zh: '成功', en: 'Success' }, { zh: '密码验证通过', en: 'The password is right' });
      setKnown(true);
    } catch {
      // The transport has told the user why.
      forget();
    } finally {
      setBusy(false);
    }
  };
  const agree = async () => {
    let good: string;
    try {
      good = proof ?? (await proofOf(password));
    } catch {
      return forget();
    }
    kept = { password, until: performance.now() + KEPT_MS };
    asked.settle(good);
  };
  const leave = () => asked.settle(null);
  if (isKnown) return <Confirm isOpen isDangerous text={t(asked.question)} onConfirm={agree} onClose={leave} />;
  return (
    <Modal
      open
      width={416}
      title={t({ zh: '请输入当前账号密码', en: 'Enter the current account password' })}
      onCancel={leave}
      footer={[
        <Button key="cancel" onClick={leave}>
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
