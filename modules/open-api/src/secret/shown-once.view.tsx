import { Modal, useText } from '@boyun/kernel/web';
import { Alert, Button, Typography } from 'antd';
import type { ReactNode } from 'react';

/** Shows a secret once, ready to copy. */
export function ShownOnce({
  title,
  secret,
  children,
  onClose,
}: {
  title: string;
  secret: string | null;
  /** How to use the secret. */
  children?: ReactNode;
  onClose: () => void;
}) {
  const t = useText();
  return (
    <Modal
      open={secret !== null}
      width={600}
      title={title}
      onCancel={onClose}
      footer={[
        <Button key="done" type="primary" onClick={onClose}>
          {t({ zh: '已保存', en: 'I have saved it' })}
        </Button>,
      ]}
    >
      <Alert
        type="warning"
        showIcon
        title={t({
          zh: '仅显示这一次，关闭后无法再查看。',
          en: 'Shown only once. It cannot be viewed again after closing.',
        })}
      />
      <p className="open-api-secret">
        <Typography.Text copyable code>
          {secret ?? ''}
        </Typography.Text>
      </p>
      {children}
    </Modal>
  );
}
