import { Alert, Button } from 'antd';
import { useText } from './language.ts';
import { Modal } from './modal.tsx';

/** What a service outside answered to a test. */
export interface Tested {
  readonly isWorking: boolean;
  readonly message: string;
}

/** The dialog that shows the result of a test; `heading` names what was tested, and how long it took. */
export function TestedDialog({
  result,
  heading,
  onClose,
}: {
  result: Tested | null;
  heading?: string;
  onClose: () => void;
}) {
  const t = useText();
  return (
    <Modal
      open={result !== null}
      width={480}
      title={t({ zh: '测试结果', en: 'Result of the test' })}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t({ zh: '知道了', en: 'OK' })}
        </Button>
      }
    >
      {result && (
        <Alert
          type={result.isWorking ? 'success' : 'warning'}
          showIcon
          title={heading ?? result.message}
          description={heading && result.message}
        />
      )}
    </Modal>
  );
}
