import { Modal, useText } from '@boyun/kernel/web';
import { Alert, Button } from 'antd';
import { type SecretPart, SecretParts } from './secret-parts.view.tsx';

/** Shows a new secret once, each part ready to be copied; null keeps the dialog closed. */
export function SecretDialog({
  name,
  parts,
  onClose,
}: {
  name: string;
  parts: readonly SecretPart[] | null;
  onClose: () => void;
}) {
  const t = useText();
  return (
    <Modal
      open={parts !== null}
      width={640}
      title={t({ zh: '“{name}”的新密钥', en: 'New secret of "{name}"' }, { name })}
      onCancel={onClose}
      footer={[
        <Button key="done" type="primary" onClick={onClose}>
          {t({ zh: '已保存', en: 'I have kept it' })}
        </Button>,
      ]}
    >
      <Alert
        type="warning"
        showIcon
        title={t({
          zh: '仅显示这一次，关闭后无法再查看。',
          en: 'Shown only once; it cannot be shown again after closing.',
        })}
      />
      <SecretParts parts={parts ?? []} />
    </Modal>
  );
}
