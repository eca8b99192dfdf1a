/** The library's modal, loaded when the first one opens. */
export { Modal as default } from 'antd';
