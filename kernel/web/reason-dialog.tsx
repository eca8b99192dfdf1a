import type { Label, WordList } from '@boyun/kernel/contract';
import { Button, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from './language.ts';
import { Modal } from './modal.tsx';
import { ActButton } from './permission.tsx';
import { WordChips } from './word-chips.tsx';

const SHORTEST = 2;
const TOO_SHORT = { zh: '请填写原因，至少2个字', en: 'Enter a reason of at least 2 characters' };

/** Asks for a reason before an act, with a hint and the act's own fields. Closes itself when the act succeeds. */
export function ReasonDialog({
  isOpen,
  title,
  hint,
  okText = { zh: '下一步', en: 'Next' },
  reasonLabel = { zh: '原因', en: 'Reason' },
  isDangerous,
  isOptional,
  words,
  disabledReason = null,
  onSubmit,
  onClose,
  children,
}: {
  isOpen: boolean;
  title: ReactNode;
  hint?: Label;
  okText?: Label;
  reasonLabel?: Label;
  isDangerous?: boolean;
  /** The reason is optional. */
  isOptional?: boolean;
  /** The tenant's word list for this reason. */
  words?: WordList;
  /** Why the input is not sufficient yet. */
  disabledReason?: Label | null;
  onSubmit: (reason: string) => Promise<unknown>;
  onClose: () => void;
  children?: ReactNode;
}) {
  const t = useText();
  const [reason, setReason] = useState('');
  const text = reason.trim();
  const isTooShort = text.length < SHORTEST && !(isOptional && text === '');
  const close = () => {
    setReason('');
    onClose();
  };
  const submit = async () => {
    await onSubmit(text);
    close();
  };
  return (
    <Modal
      open={isOpen}
      width={460}
      title={title}
      onCancel={close}
      footer={[
        <Button key="cancel" onClick={close}>
          {t({ zh: '取消', en: 'Cancel' })}
        </Button>,
        <ActButton
          key="next"
          type="primary"
          danger={isDangerous}
          disabledReason={disabledReason ?? (isTooShort ? TOO_SHORT : null)}
          onAct={submit}
        >
          {t(okText)}
        </ActButton>,
      ]}
    >
      {hint && <p className="by-hint">{t(hint)}</p>}
      {children}
      <Input.TextArea
        rows={3}
        maxLength={255}
        value={reason}
        aria-label={t(reasonLabel)}
        placeholder={
          isOptional
            ? t(reasonLabel)
            : t({ zh: `${reasonLabel.zh}（至少2个字）`, en: `${reasonLabel.en} (at least 2 characters)` })
        }
        onChange={(event) => setReason(event.target.value)}
      />
      {words && <WordChips list={words} onChoose={setReason} />}
    </Modal>
  );
}
