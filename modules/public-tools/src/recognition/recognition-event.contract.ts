import { actEvent, choice, optional, text } from '@boyun/kernel/contract';
import { RecognitionState, recognisePlate } from './recognition.contract.ts';

/** A picture was sent to a service that reads plates. */
export const plateRecognised = actEvent(recognisePlate, {
  state: choice({ zh: '状态', en: 'State' }, RecognitionState),
  plate: optional(text({ zh: '车牌', en: 'Plate' }, { max: 16 })),
});
