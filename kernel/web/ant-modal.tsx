/** The library's modal, which is fetched when the first one opens. */
export { Modal as default } from 'antd';
