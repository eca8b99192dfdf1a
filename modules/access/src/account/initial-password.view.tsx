import { Modal, useText } from '@boyun/kernel/web';
import { Alert, Button, Typography } from 'antd';
import './initial-password.css';

/** A new account with its password, which is shown once. */
export interface MadeAccount {
  readonly account: string;
  readonly password: string;
}

/** Shows the initial password of an account, to be passed on. */
export function InitialPassword({ account, password, onClose }: MadeAccount & { onClose: () => void }) {
  const t = useText();
  return (
    <Modal
      open
      width={460}
      title={t({ zh: '初始密码', en: 'Initial password' })}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t({ zh: '已转告', en: 'Passed on' })}
        </Button>
      }
    >
      <Alert
        type="warning"
        showIcon
        title={t({
          zh: '仅显示这一次，首次登录时必须修改密码。',
          en: 'Shown only once. It must be changed at the first sign-in.',
        })}
      />
      <p className="initial-password">
        <Typography.Text copyable={{ text: `${account}\t${password}` }}>{account}</Typography.Text>
        <Typography.Text copyable code>
          {password}
        </Typography.Text>
      </p>
    </Modal>
  );
}
