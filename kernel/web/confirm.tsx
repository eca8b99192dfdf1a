import type { Label } from '@boyun/kernel/contract';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from './language.ts';
import { Modal } from './modal.tsx';
import { useOpening } from './opening.ts';

const CANCEL = { zh: '取消', en: 'Cancel' };
const OK = { zh: '确定', en: 'OK' };

/** Asks for confirmation before an act: title 提示 by default, buttons 确定 / 取消 (spec §4). */
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
  const noteOpening = useOpening(isOpen);
  const confirm = async () => {
    const isStillOpen = noteOpening();
    setBusy(true);
    try {
      await onConfirm();
    } catch {
      // The transport has already shown the error.
    } finally {
      setBusy(false);
      if (isStillOpen()) onClose();
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
