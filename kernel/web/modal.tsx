import type { ModalProps } from 'antd';
import { lazy, Suspense, useState } from 'react';
import './modal.css';

const AntModal = lazy(() => import('./ant-modal.tsx'));

/**
 * The only modal of the product; its code comes with the first one that opens. Its transitions are off: an antd modal that is
 * open inside a hidden `<Activity>` crashes when it is shown again with them on.
 */
export function Modal(props: ModalProps) {
  const [wasOpen, setWasOpen] = useState(props.open);
  if (props.open && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <Suspense fallback={null}>
      <AntModal centered destroyOnHidden transitionName="" maskTransitionName="" {...props} />
    </Suspense>
  );
}
