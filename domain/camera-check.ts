/** A car as a camera reported it. */
export interface CheckedCar {
  /** Null where none was read. */
  readonly plate: string | null;
  /** By the device's clock. */
  readonly at: Date;
  readonly receivedAt: Date;
  readonly isKept: boolean;
  /** 0 to 100. */
  readonly confidence: number;
  readonly hasPicture: boolean;
  /** As the device says. */
  readonly direction: 'entry' | 'exit' | null;
  /** The lot this car was inside of when it came, where it is another. */
  readonly insideOf: string | null;
}

/** What is looked at. */
export type CheckName = 'plate' | 'clock' | 'direction' | 'lot' | 'picture' | 'confidence';

/** A finding in words; `wait` where too little was seen. */
export interface CheckFinding {
  readonly name: CheckName;
  readonly state: 'good' | 'warn' | 'bad' | 'wait';
  readonly zh: string;
  readonly en: string;
}

/** Seconds a clock may be off. */
const CLOCK_SECONDS = 30;
const HOUR = 3600;
/** Mean confidence from which nothing is said. */
const CONFIDENCE = 85;
/** Cars after which a suspicion is one. */
const FEW = 2;

/** Says what is set up wrong at a camera, from its latest cars, newest first. */
export function checkCamera(
  lane: { readonly direction: 'entry' | 'exit' },
  cars: readonly CheckedCar[],
): CheckFinding[] {
  return [
    plateFinding(cars),
    clockFinding(cars.filter((one) => !one.isKept)),
    directionFinding(lane.direction, cars),
    lotFinding(cars),
    pictureFinding(cars),
    confidenceFinding(cars.filter((one) => one.plate !== null)),
  ];
}

const WAITING = { state: 'wait', zh: '等待车辆经过', en: 'Waits for a car' } as const;

function plateFinding(cars: readonly CheckedCar[]): CheckFinding {
  const [newest] = cars;
  if (!newest) return { name: 'plate', ...WAITING };
  const read = cars.filter((one) => one.plate !== null).length;
  if (newest.plate !== null)
    return { name: 'plate', state: 'good', zh: `读到车牌 ${newest.plate}`, en: `Read the plate ${newest.plate}` };
  if (read > 0)
    return {
      name: 'plate',
      state: 'warn',
      zh: `最近${cars.length}辆车只读到${read}块车牌`,
      en: `Of the last ${cars.length} cars it read ${read} plates`,
    };
  return {
    name: 'plate',
    state: 'bad',
    zh: '没有读到车牌：请检查识别区域、焦距和补光',
    en: 'It read no plate: check its area of recognition, focus and light',
  };
}

function clockFinding(cars: readonly CheckedCar[]): CheckFinding {
  if (cars.length === 0) return { name: 'clock', ...WAITING };
  const ahead = median(cars.map((one) => Math.round((one.at.getTime() - one.receivedAt.getTime()) / 1000)));
  const off = Math.abs(ahead);
  if (off <= CLOCK_SECONDS)
    return { name: 'clock', state: 'good', zh: `时钟准确（相差${off}秒）`, en: `Its clock is right (${off} s off)` };
  const word = ahead > 0 ? { zh: '快', en: 'fast' } : { zh: '慢', en: 'slow' };
  const hours = Math.round(off / HOUR);
  if (hours >= 1 && hours <= 14 && Math.abs(off - hours * HOUR) <= 120)
    return {
      name: 'clock',
      state: 'bad',
      zh: `时间${word.zh}${hours}小时：时区设置错误，请改为车场时区`,
      en: `Its time is ${hours} h ${word.en}: set its time zone to that of the lot`,
    };
  return {
    name: 'clock',
    state: 'bad',
    zh: `时钟${word.zh}${spanZh(off)}：请开启校时（NTP）`,
    en: `Its clock is ${spanEn(off)} ${word.en}: turn on NTP`,
  };
}

const spanZh = (seconds: number) => (seconds < 120 ? `${seconds}秒` : `${Math.round(seconds / 60)}分钟`);
const spanEn = (seconds: number) => (seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`);

function directionFinding(lane: 'entry' | 'exit', cars: readonly CheckedCar[]): CheckFinding {
  const told = cars.filter((one) => one.direction !== null);
  if (cars.length === 0) return { name: 'direction', ...WAITING };
  if (told.length === 0)
    return {
      name: 'direction',
      state: 'good',
      zh: '设备不上报方向，按车道方向处理',
      en: 'The device names no direction; that of the lane counts',
    };
  const wrong = told.filter((one) => one.direction !== lane).length;
  const word = lane === 'entry' ? { zh: '入口', en: 'an entry' } : { zh: '出口', en: 'an exit' };
  const other = lane === 'entry' ? { zh: '出场', en: 'out' } : { zh: '进场', en: 'in' };
  if (wrong * 2 <= told.length)
    return { name: 'direction', state: 'good', zh: `方向与${word.zh}车道一致`, en: `It agrees with ${word.en} lane` };
  return {
    name: 'direction',
    state: 'bad',
    zh: `车道是${word.zh}，设备却报${other.zh}：请检查相机朝向，或换一条车道`,
    en: `The lane is ${word.en} and the device says ${other.en}: check which way it looks, or choose another lane`,
  };
}

function lotFinding(cars: readonly CheckedCar[]): CheckFinding {
  if (cars.length === 0) return { name: 'lot', ...WAITING };
  const elsewhere = cars.filter((one) => one.insideOf !== null);
  if (elsewhere.length === 0)
    return { name: 'lot', state: 'good', zh: '没有发现车辆属于其他车场', en: 'No car belongs to another lot' };
  const lot = elsewhere[0]!.insideOf!;
  const isSure = elsewhere.length >= FEW && elsewhere.length * 2 > cars.length;
  return {
    name: 'lot',
    state: isSure ? 'bad' : 'warn',
    zh: `${elsewhere.length}辆车正停在“${lot}”：${isSure ? '这台相机可能装在那个车场，请检查车道' : '请确认车道'}`,
    en: `${elsewhere.length} of its cars are inside "${lot}": ${isSure ? 'this camera seems to be there, check its lane' : 'check its lane'}`,
  };
}

function pictureFinding(cars: readonly CheckedCar[]): CheckFinding {
  if (cars.length === 0) return { name: 'picture', ...WAITING };
  const count = cars.filter((one) => one.hasPicture).length;
  if (count === cars.length) return { name: 'picture', state: 'good', zh: '图片正常', en: 'Pictures arrive' };
  if (count > 0)
    return {
      name: 'picture',
      state: 'warn',
      zh: `${cars.length}辆车中有${cars.length - count}辆没有图片`,
      en: `${cars.length - count} of ${cars.length} cars came without a picture`,
    };
  return {
    name: 'picture',
    state: 'bad',
    zh: '没有图片：请在设备上开启图片上传，JPEG，2 MB 以内',
    en: 'No pictures: let the device send them, as JPEG of at most 2 MB',
  };
}

function confidenceFinding(cars: readonly CheckedCar[]): CheckFinding {
  if (cars.length === 0) return { name: 'confidence', ...WAITING };
  const mean = Math.round(cars.reduce((sum, one) => sum + one.confidence, 0) / cars.length);
  if (mean >= CONFIDENCE)
    return { name: 'confidence', state: 'good', zh: `平均置信度 ${mean}`, en: `Its mean confidence is ${mean}` };
  return {
    name: 'confidence',
    state: mean >= CONFIDENCE - 20 ? 'warn' : 'bad',
    zh: `平均置信度只有 ${mean}：请清洁镜头，检查角度、补光和识别区域`,
    en: `Its mean confidence is only ${mean}: clean its lens, check angle, light and area of recognition`,
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
