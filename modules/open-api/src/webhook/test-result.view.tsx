import type { Output } from '@boyun/kernel/contract';
import { FieldList, Modal, useText } from '@boyun/kernel/web';
import { Alert, Button } from 'antd';
import { DeliveryFailure, testWebhook } from './webhook.contract.ts';

/** The response to a test event. */
export function TestResult({
  name,
  result,
  onClose,
}: {
  name: string;
  result: Output<typeof testWebhook> | null;
  onClose: () => void;
}) {
  const t = useText();
  return (
    <Modal
      open={result !== null}
      width={560}
      title={t({ zh: '测试“{name}”', en: 'Test of "{name}"' }, { name })}
      onCancel={onClose}
      footer={[
        <Button key="done" type="primary" onClick={onClose}>
          {t({ zh: '关闭', en: 'Close' })}
        </Button>,
      ]}
    >
      {result && (
        <div className="open-api-test">
          <Alert
            showIcon
            type={result.failure ? 'error' : 'success'}
            title={
              result.failure
                ? t(DeliveryFailure[result.failure])
                : t({ zh: '测试事件已送达', en: 'Test event delivered' })
            }
          />
          <FieldList fields={testWebhook.output} keys={['status', 'tookMs', 'detail', 'answer']} row={result} />
        </div>
      )}
    </Modal>
  );
}
