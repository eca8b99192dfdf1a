import type { Output } from '@boyun/kernel/contract';
import { Modal, useText } from '@boyun/kernel/web';
import { Alert, Button, Typography } from 'antd';
import type { issuePasswords } from './employee.contract.ts';
import './passwords-dialog.css';

/** A new initial password with its account. */
export type Issued = Output<typeof issuePasswords>['passwords'][number];

/** Shows new initial passwords once, ready to copy. */
export function PasswordsDialog({ issued, onClose }: { issued: readonly Issued[]; onClose: () => void }) {
  const t = useText();
  const all = issued.map((one) => `${one.name}\t${one.account}\t${one.initialPassword}`).join('\n');
  return (
    <Modal
      open={issued.length > 0}
      width={560}
      title={t({ zh: '初始密码', en: 'Initial passwords' })}
      onCancel={onClose}
      footer={[
        <Typography.Text key="copy" copyable={{ text: all }}>
          {t({ zh: '复制全部', en: 'Copy all' })}
        </Typography.Text>,
        <Button key="done" type="primary" onClick={onClose}>
          {t({ zh: '已转告', en: 'Passed on' })}
        </Button>,
      ]}
    >
      <Alert
        type="warning"
        showIcon
        title={t({
          zh: '仅显示这一次。员工首次登录时必须修改密码。',
          en: 'Shown only once. Each password must be changed at the first sign-in.',
        })}
      />
      <table className="passwords">
        <thead>
          <tr>
            <th scope="col">{t({ zh: '姓名', en: 'Name' })}</th>
            <th scope="col">{t({ zh: '账号', en: 'Account' })}</th>
            <th scope="col">{t({ zh: '初始密码', en: 'Initial password' })}</th>
          </tr>
        </thead>
        <tbody>
          {issued.map((one) => (
            <tr key={one.account}>
              <td>{one.name}</td>
              <td>{one.account}</td>
              <td>
                <Typography.Text copyable code>
                  {one.initialPassword}
                </Typography.Text>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Modal>
  );
}
