import { Modal as AntModal, type ModalProps } from 'antd';

/**
 * The only modal of the product. Its transitions are off: an antd modal that is open inside a hidden `<Activity>`
 * crashes when it is shown again with them on.
 */
export function Modal(props: ModalProps) {
  return <AntModal centered destroyOnHidden transitionName="" maskTransitionName="" {...props} />;
}
