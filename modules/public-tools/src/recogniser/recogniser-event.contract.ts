import { actEvent, reference, text } from '@boyun/kernel/contract';
import { setRecogniserSecret } from './recogniser.contract.ts';

/** The secret of a recogniser was replaced. */
export const recogniserSecretSet = actEvent(setRecogniserSecret, {
  recogniserId: reference({ zh: '识别服务', en: 'Recogniser' }, 'recogniser'),
  mark: text({ zh: '密钥指纹', en: 'Secret fingerprint' }, { max: 16 }),
});
