import { plateColorLabel } from '@boyun/domain/plate';
import {
  choice,
  file,
  flag,
  group,
  instant,
  integer,
  list,
  operation,
  optional,
  permission,
  phone,
  plate,
  readOnly,
  reference,
  refusals,
  resource,
  type Transitions,
  text,
} from '@boyun/kernel/contract';
import { reviewAnswer } from '@boyun/reviews/contract';

/** Whether it is known that a car is the customer's. */
export const CarState = {
  claimed: { zh: '未认证', en: 'Not certified', tone: 'neutral' },
  pending: { zh: '待审核', en: 'To be checked', tone: 'warn' },
  certified: { zh: '已认证', en: 'Certified', tone: 'good' },
  rejected: { zh: '未通过', en: 'Refused', tone: 'bad' },
  moved: { zh: '已转出', en: 'Another customer’s', tone: 'bad' },
} as const;
export type CarState = keyof typeof CarState;

/** What proved whose car it is. */
export const CarProof = {
  record: { zh: '登记资料', en: 'Records of the operator' },
  person: { zh: '人工审核', en: 'Checked by a person' },
} as const;

const NOT_PENDING = { zh: '车辆不是待审核状态', en: 'Nothing is to be checked' };

/** What can be done with a car in each state. */
export const carTransitions = {
  ask: {
    from: ['claimed', 'rejected', 'moved'],
    to: 'pending',
    otherwise: { zh: '车辆已认证或正在审核', en: 'It is certified already, or being checked' },
  },
  approve: { from: ['pending'], to: 'certified', otherwise: NOT_PENDING },
  reject: { from: ['pending'], to: 'rejected', otherwise: NOT_PENDING },
  revoke: { from: ['certified'], to: 'rejected', otherwise: { zh: '车辆未认证', en: 'It is not certified' } },
} as const satisfies Transitions<CarState, 'ask' | 'approve' | 'reject' | 'revoke'>;

const plateColor = choice({ zh: '车牌颜色', en: 'Colour' }, plateColorLabel, { byDefault: 1 });
const isDefault = flag({ zh: '默认车辆', en: 'Usual car' });
const state = choice({ zh: '认证状态', en: 'State' }, CarState, { byDefault: 'claimed' });
const note = text({ zh: '审核说明', en: 'Note' }, { max: 255 });

/** Cars of customers, as they claim them in the app, with their certification. */
export const customerCar = resource('customer-car', {
  title: { zh: '车辆', en: 'Cars of customers' },
  path: '/api/member/car',
  fields: {
    plate: readOnly(plate()),
    plateColor: readOnly(plateColor),
    customerId: readOnly(reference({ zh: '客户', en: 'Customer' }, 'customer')),
    mobile: readOnly(optional(phone({ zh: '手机号', en: 'Mobile' }, { max: 16 }))),
    state: readOnly(state),
    claimCount: readOnly(integer({ zh: '其他认领', en: 'Other claims' }, { byDefault: 0 })),
    proof: readOnly(optional(choice({ zh: '认证依据', en: 'Proof' }, CarProof))),
    askedAt: readOnly(optional(instant({ zh: '申请时间', en: 'Asked' }))),
    decidedAt: readOnly(optional(instant({ zh: '审核时间', en: 'Decided' }))),
    decidedBy: readOnly(optional(text({ zh: '审核人', en: 'Decided by' }, { max: 64 }))),
    note: readOnly(optional(note)),
  },
  columns: [
    'plate',
    'plateColor',
    'customerId',
    'mobile',
    'state',
    'claimCount',
    'proof',
    'askedAt',
    'decidedAt',
    'decidedBy',
    'note',
  ],
  search: { plate: 'contains', customerId: 'equals', state: 'equals', proof: 'equals', askedAt: 'range' },
  computed: ['mobile', 'claimCount'],
  verbs: ['list', 'get', 'export'],
  subject: (row) => row.plate,
  nameField: 'plate',
});

const carId = reference({ zh: '车辆', en: 'Car' }, 'customer-car');
const pictures = list({ zh: '证明图片', en: 'Pictures' }, file({ zh: '图片', en: 'Picture' }), { max: 6 });

/** What a claim is judged by: its pictures, and who else claims the plate. */
export const getCarClaim = operation('get-car-claim', {
  title: { zh: '车辆认领资料', en: 'Claim of a car' },
  path: '/api/member/car/getClaim',
  access: customerCar.can.list,
  input: { carId },
  output: {
    pictures,
    others: list(
      { zh: '其他认领', en: 'Other claims' },
      group(
        { zh: '认领', en: 'Claim' },
        {
          id: text({ zh: '编号', en: 'Id' }),
          name: optional(text({ zh: '姓名', en: 'Name' })),
          mobile: optional(phone({ zh: '手机号', en: 'Mobile' })),
          state,
          claimedAt: instant({ zh: '认领时间', en: 'Claimed' }),
          pictures,
        },
      ),
    ),
  },
  isRead: true,
});

const decideAccess = permission('customer-car.decide', { zh: '审核车辆认证', en: 'Certify cars of customers' });

/** Certifies a car. One that is certified for another customer moves, after the approval of a second person. */
export const approveCar = operation('approve-car', {
  title: { zh: '通过认证', en: 'Certify' },
  path: '/api/member/car/approve',
  access: decideAccess,
  input: { carId, note: text(note.label, { min: 2, max: 255, isLong: true }) },
  output: reviewAnswer,
  audit: 'customer-car.approved',
});

/** Refuses a claim; the customer reads why. */
export const rejectCar = operation('reject-car', {
  title: { zh: '不通过', en: 'Refuse' },
  path: '/api/member/car/reject',
  access: decideAccess,
  input: {
    carId,
    note: text(note.label, {
      min: 2,
      max: 255,
      isLong: true,
      hint: { zh: '车主会看到此说明', en: 'The customer reads it' },
    }),
  },
  output: {},
  audit: 'customer-car.rejected',
});

/** Takes a certification back. */
export const revokeCar = operation('revoke-car', {
  title: { zh: '撤销认证', en: 'Take the certification back' },
  path: '/api/member/car/revoke',
  access: decideAccess,
  needsPassword: { zh: '是否撤销该车辆的认证？', en: 'Take the certification of this car back?' },
  input: { carId, note: text(note.label, { min: 2, max: 255, isLong: true }) },
  output: {},
  audit: 'customer-car.revoked',
});

const ownCar = {
  id: text({ zh: '编号', en: 'Id' }),
  plate: plate(),
  plateColor,
  isDefault,
  state,
  note: optional(note),
  pictures,
};

/** The caller's cars. */
export const getOwnCars = operation('get-own-cars', {
  title: { zh: '我的车辆', en: 'My cars' },
  path: '/api/app/car/list',
  access: 'driver',
  input: {},
  output: { cars: list({ zh: '车辆', en: 'Cars' }, group({ zh: '车辆', en: 'Car' }, ownCar)) },
  isRead: true,
});

/** Adds a car to the caller's; it counts as theirs once it is certified. */
export const addOwnCar = operation('add-own-car', {
  title: { zh: '添加车辆', en: 'Add a car' },
  path: '/api/app/car/add',
  access: 'driver',
  input: { plate: plate(), plateColor },
  output: { carId },
  audit: 'customer-car.added',
  perMinute: 120,
});

/** Makes a car the usual one. */
export const setUsualCar = operation('set-usual-car', {
  title: { zh: '设为默认车辆', en: 'Make it the usual car' },
  path: '/api/app/car/setUsual',
  access: 'driver',
  input: { carId },
  output: {},
  audit: 'customer-car.usual-set',
});

/** Removes a car from the caller's. */
export const removeOwnCar = operation('remove-own-car', {
  title: { zh: '删除车辆', en: 'Remove a car' },
  path: '/api/app/car/remove',
  access: 'driver',
  input: { carId },
  output: {},
  audit: 'customer-car.removed',
});

/** Adds a picture that proves whose car it is, such as the vehicle licence. */
export const addCarPicture = operation('add-car-picture', {
  title: { zh: '上传证明图片', en: 'Add a picture' },
  path: '/api/app/car/addPicture',
  access: 'driver',
  takesFile: true,
  fileBytes: 5 * 1024 * 1024,
  input: { carId },
  output: { pictures },
  audit: 'customer-car.picture-added',
  perMinute: 120,
});

/** Asks for the certification of a car: at once where the operator's records know it under the caller's number, else by a person. */
export const certifyOwnCar = operation('certify-own-car', {
  title: { zh: '申请认证', en: 'Have it certified' },
  path: '/api/app/car/certify',
  access: 'driver',
  input: { carId },
  output: { state },
  audit: 'customer-car.certification-asked',
  perMinute: 120,
});

export const carRefusal = refusals('customer-car', {
  'not-possible': { status: 409, zh: '{reason}', en: '{reason}' },
  'too-many': { status: 409, zh: '最多添加{most}辆车', en: 'At most {most} cars' },
  known: { status: 409, zh: '{plate}已在我的车辆中', en: '{plate} is among your cars already' },
  'no-picture': { status: 422, zh: '请上传JPG或PNG图片', en: 'Choose a JPG or PNG picture' },
  'picture-over': { status: 409, zh: '最多上传{most}张图片', en: 'At most {most} pictures' },
  'picture-needed': {
    status: 422,
    zh: '请先上传行驶证照片，再申请认证',
    en: 'Add a picture of the vehicle licence first',
  },
});
