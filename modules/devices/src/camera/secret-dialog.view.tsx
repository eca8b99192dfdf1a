import type { Label } from '@boyun/kernel/contract';
import { Modal, useText } from '@boyun/kernel/web';
import { Alert, Button, Typography } from 'antd';
import './camera.css';

/** Shows a new secret once, each part ready to be copied; null keeps the dialog closed. */
export function SecretDialog({
  name,
  parts,
  onClose,
}: {
  name: string;
  parts: readonly { readonly label: Label; readonly text: string }[] | null;
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
      <dl className="camera-secret">
        {parts?.map(({ label, text }) => (
          <div key={label.en}>
            <dt className="by-small by-faint">{t(label)}</dt>
            <dd>
              <Typography.Text copyable code style={{ wordBreak: 'break-all' }}>
                {text}
              </Typography.Text>
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
