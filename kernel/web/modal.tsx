import type { ModalProps } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { PlatesOpenCars } from './car-slot.ts';
import './modal.css';

const AntModal = lazy(() => import('./ant-modal.tsx'));

/**
 * The product's only modal component, loaded when the first one opens. Its transitions are off: with them an antd modal that is open inside
 * a hidden `<Activity>` crashes when it is shown again.
 */
export function Modal(props: ModalProps) {
  const [wasOpen, setWasOpen] = useState(props.open);
  if (props.open && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <Suspense fallback={null}>
      <PlatesOpenCars value={false}>
        <AntModal centered destroyOnHidden transitionName="" maskTransitionName="" {...props} />
      </PlatesOpenCars>
    </Suspense>
  );
}
