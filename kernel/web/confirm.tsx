import type { Label } from '@boyun/kernel/contract';
import { Button, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from './language.ts';
import { Modal } from './modal.tsx';
import { announce } from './notice.tsx';
import { post } from './transport.ts';

const CANCEL = { zh: '取消', en: 'Cancel' };
const OK = { zh: '确定', en: 'OK' };

/** Asks before an act: title 提示 unless given, buttons 确定 / 取消 (spec §4). */
export function Confirm({
  isOpen,
  title = { zh: '提示', en: 'Please confirm' },
  text,
  isDangerous,
  onConfirm,
  onClose,
}: {
  isOpen: boolean;
  title?: Label;
  text: ReactNode;
  isDangerous?: boolean;
  onConfirm: () => unknown;
  onClose: () => void;
}) {
  const t = useText();
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
    } catch {
      // The transport has already told the user why not.
    } finally {
      setBusy(false);
      onClose();
    }
  };
  return (
    <Modal
      open={isOpen}
      width={416}
      title={t(title)}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t(CANCEL)}
        </Button>,
        <Button key="ok" type="primary" danger={isDangerous} loading={isBusy} onClick={confirm}>
          {t(OK)}
        </Button>,
      ]}
    >
      {text}
    </Modal>
  );
}

/**
 * Asks for the password of the signed-in account before a dangerous act, then whether to go on (spec §2, §4). The
 * password is handed to `onConfirm` for calls that want it again.
 */
export function ConfirmPassword({
  isOpen,
  question = { zh: '是否删除？', en: 'Delete?' },
  onConfirm,
  onClose,
}: {
  isOpen: boolean;
  question?: Label;
  onConfirm: (password: string) => unknown;
  onClose: () => void;
}) {
  const t = useText();
  const [password, setPassword] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const close = () => {
    setPassword('');
    setChecked(false);
    onClose();
  };
  const check = async () => {
    if (!password) return;
    setBusy(true);
    try {
      await post('/api/tenantUser/checkUserPassword', { Password: password });
      announce('good', { zh: '成功', en: 'Success' }, { zh: '密码验证通过', en: 'The password is right' });
      setChecked(true);
    } catch {
      setPassword('');
    } finally {
      setBusy(false);
    }
  };
  if (isOpen && isChecked)
    return <Confirm isOpen text={t(question)} isDangerous onConfirm={() => onConfirm(password)} onClose={close} />;
  return (
    <Modal
      open={isOpen}
      width={416}
      title={t({ zh: '请输入当前账号密码', en: 'Enter the current account password' })}
      onCancel={close}
      footer={[
        <Button key="cancel" onClick={close}>
          {t(CANCEL)}
        </Button>,
        <Button key="ok" type="primary" loading={isBusy} disabled={!password} onClick={check}>
          {t(OK)}
        </Button>,
      ]}
    >
      <Input.Password
        value={password}
        autoFocus
        autoComplete="current-password"
        aria-label={t({ zh: '密码', en: 'Password' })}
        onChange={(event) => setPassword(event.target.value)}
        onPressEnter={check}
      />
    </Modal>
  );
}
