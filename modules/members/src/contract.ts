import { fill, moduleContract, page } from '@boyun/kernel/contract';
import { reviewKinds } from '@boyun/reviews/contract';
import {
  addCarPicture,
  addOwnCar,
  approveCar,
  carRefusal,
  certifyOwnCar,
  customerCar,
  getCarClaim,
  getOwnCars,
  rejectCar,
  removeOwnCar,
  revokeCar,
  setUsualCar,
} from './car/car.contract.ts';
import {
  carAdded,
  carApproved,
  carAsked,
  carCertified,
  carMoved,
  carPictureAdded,
  carRejected,
  carRemoved,
  carRevoked,
  usualCarSet,
} from './car/car-event.contract.ts';
import { carReviews } from './car/car-review.contract.ts';
import {
  customer,
  customerRefusal,
  freezeCustomer,
  getCustomerDetail,
  mergeCustomers,
  releaseCustomer,
  revealMobile,
} from './customer/customer.contract.ts';
import { customerFrozen, customerReleased, customersMerged } from './customer/customer-event.contract.ts';
import { getOwnHome, getOwnMatters, ownRefusal, topUpOwnWallet } from './own/own.contract.ts';
import {
  getRegistrationTotals,
  getShare,
  getShareCode,
  registrations,
  sendShareCode,
  shareRefusal,
  shareRegister,
} from './share/share.contract.ts';
import { registrationCreated } from './share/share-event.contract.ts';
import {
  appRefusal,
  getApp,
  getOwnProfile,
  saveOwnProfile,
  sendAppCode,
  signInApp,
  signOutApp,
} from './sign-in/sign-in.contract.ts';
import { appCodeSent, profileSaved } from './sign-in/sign-in-event.contract.ts';

export { carCertified, carMoved, carRevoked, customer, customerCar, getShare, sendShareCode, shareRegister };

/** Customers of the operator: who they are, their cars, and the app by which they see their own. */
export const members = moduleContract('members', {
  events: [
    customerFrozen,
    customerReleased,
    customersMerged,
    registrationCreated,
    appCodeSent,
    profileSaved,
    carAdded,
    carRemoved,
    usualCarSet,
    carPictureAdded,
    carAsked,
    carApproved,
    carCertified,
    carRejected,
    carRevoked,
    carMoved,
  ],
  resources: [customer, customerCar],
  operations: [
    freezeCustomer,
    releaseCustomer,
    revealMobile,
    getCustomerDetail,
    mergeCustomers,
    getCarClaim,
    approveCar,
    rejectCar,
    revokeCar,
    getOwnCars,
    addOwnCar,
    setUsualCar,
    removeOwnCar,
    addCarPicture,
    certifyOwnCar,
    getApp,
    sendAppCode,
    signInApp,
    signOutApp,
    getOwnProfile,
    saveOwnProfile,
    getShare,
    getShareCode,
    sendShareCode,
    shareRegister,
    getRegistrationTotals,
    getOwnHome,
    getOwnMatters,
    topUpOwnWallet,
  ],
  reports: [registrations],
  slots: [fill(reviewKinds, ...Object.values(carReviews))],
  refusals: [customerRefusal, carRefusal, appRefusal, shareRefusal, ownRefusal],
  pages: [
    page('customer', {
      path: '/_cloud_member/customer',
      title: customer.title,
      icon: 'user',
      area: 'pass',
      access: customer.can.list,
      resource: customer,
    }),
    page('car', {
      path: '/_cloud_member/car',
      title: customerCar.title,
      icon: 'car',
      area: 'pass',
      access: customerCar.can.list,
      resource: customerCar,
    }),
    page('registerStatic', {
      path: '/_cloud_user/RegisterStatic',
      title: registrations.title,
      icon: 'report',
      area: 'user',
      access: registrations.access,
    }),
  ],
});
