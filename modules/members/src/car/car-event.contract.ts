import { actEvent, event, optional, plate, reference, text } from '@boyun/kernel/contract';
import {
  addCarPicture,
  addOwnCar,
  approveCar,
  certifyOwnCar,
  rejectCar,
  removeOwnCar,
  revokeCar,
  setUsualCar,
} from './car.contract.ts';

const fields = {
  customerId: reference({ zh: '客户', en: 'Customer' }, 'customer'),
  plate: plate(),
};
const judged = { ...fields, note: optional(text({ zh: '说明', en: 'Note' })) };

/** A customer added a car. */
export const carAdded = actEvent(addOwnCar, fields);

/** A customer removed a car. */
export const carRemoved = actEvent(removeOwnCar, fields);

/** A customer chose the usual car. */
export const usualCarSet = actEvent(setUsualCar, fields);

/** A customer added a picture of a car. */
export const carPictureAdded = actEvent(addCarPicture, { ...fields, key: text({ zh: '图片', en: 'Picture' }) });

/** A customer asked to have a car certified. */
export const carAsked = event(certifyOwnCar.audit!, {
  label: certifyOwnCar.title,
  fields,
  push: {
    placeholders: { plate: { label: fields.plate.label, value: (data) => data.plate } },
    title: { zh: '车辆认证待审核', en: 'A car is to be certified' },
    body: { zh: '客户申请认证车辆 {plate}，请核对证明图片。', en: 'A customer claims {plate}. Check the pictures.' },
    path: '/_cloud_member/car?state=pending',
    message: 'review',
  },
});

/** A car is known to be a customer's; it belongs to nobody else from now on. */
export const carCertified = event('customer-car.certified', {
  label: { zh: '车辆认证通过', en: 'A car was certified' },
  fields: judged,
});

/** Somebody approved a certification; where it takes a car away from another customer, a second person decides. */
export const carApproved = actEvent(approveCar, judged);

/** A claim was refused. */
export const carRejected = actEvent(rejectCar, judged);

/** A certification was taken back. */
export const carRevoked = actEvent(revokeCar, judged);

/** A car went to another customer. */
export const carMoved = event('customer-car.moved', {
  label: { zh: '车辆转给其他客户', en: 'A car went to another customer' },
  fields: judged,
});
