import { CallFailure, post } from '@boyun/kernel/web';

const START = '/api/payment/start';
const SIGN_IN = 'https://open.weixin.qq.com/connect/oauth2/authorize';
/** Marks the way back from WeChat's sign-in. */
const BACK = 'pay';

declare global {
  interface Window {
    WeixinJSBridge?: {
      invoke(name: string, parameters: object, done: (result: { err_msg?: string }) => void): void;
    };
  }
}

/** A call that gets no answer in this time is made again. */
const ANSWER_MS = 15_000;
const AGAIN_MS = 1500;
const MOST_TRIES = 6;

/** Whether a call had no answer: what it did is not known. */
export const isLost = (error: unknown) => error instanceof CallFailure && error.status === 0;

/**
 * Posts a call that may be repeated safely, again and again while no answer comes, and returns what it answers. `onLost` is called before each
 * repetition.
 */
export async function insist(path: string, body: Readonly<Record<string, unknown>>, onLost: () => void) {
  for (let tries = 1; ; tries += 1) {
    try {
      return (await post(path, body, { isQuiet: true, timeoutMs: ANSWER_MS })).data;
    } catch (error) {
      if (!isLost(error) || tries === MOST_TRIES) throw error;
      onLost();
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

/** Whether the page is shown inside WeChat. */
export const isInWechat = () => /MicroMessenger/i.test(navigator.userAgent);

/** Whether the page is shown inside Alipay. */
export const isInAlipay = () => /AlipayClient/i.test(navigator.userAgent);

/** Whether the page is shown inside the app of UnionPay (云闪付) or of a bank that works like it. */
export const isInUnionpay = () => /UnionPay\/|CloudPay/i.test(navigator.userAgent);

/** The code of WeChat's sign-in, when the driver has just come back from it to pay. */
export function signInCode(): string | null {
  const parameters = new URLSearchParams(location.search);
  return parameters.get('state') === BACK ? parameters.get('code') : null;
}

/** Forgets the code of the sign-in, which serves once, so that a reload does not pay again. */
const forgetSignIn = () => history.replaceState(history.state, '', location.pathname);

interface Step {
  readonly Step: 'page' | 'bridge' | 'code' | 'wait';
  readonly Address: string | null;
  readonly Parameters: string | null;
}

/**
 * Pays by WeChat Pay. Inside WeChat, which first says who pays, its bridge asks for the password; in another browser WeChat's page opens
 * WeChat. Returns `leaving` when the page is about to change, `waiting` when the outcome is on its way, `cancelled` when the driver
 * stopped.
 */
export async function payByWechat(
  code: string,
  app: string | null,
  onLost: () => void,
): Promise<'leaving' | 'waiting' | 'cancelled'> {
  const authCode = signInCode();
  if (isInWechat() && !authCode) {
    location.assign(signInAddress(app!));
    return 'leaving';
  }
  const data = await insist(
    START,
    { Code: code, Channel: 'wechat', App: authCode ? 'wechat' : 'browser', AuthCode: authCode },
    onLost,
  ).finally(forgetSignIn);
  const step = data as Step;
  if (step.Step === 'page') {
    location.assign(step.Address!);
    return 'leaving';
  }
  if (step.Step !== 'bridge') return 'waiting';
  return (await callBridge(JSON.parse(step.Parameters!))) ? 'waiting' : 'cancelled';
}

function signInAddress(app: string): string {
  const parameters = new URLSearchParams({
    appid: app,
    redirect_uri: location.origin + location.pathname,
    response_type: 'code',
    scope: 'snsapi_base',
    state: BACK,
  });
  return `${SIGN_IN}?${parameters}#wechat_redirect`;
}

/** Whether the driver paid, as far as the app says; the outcome that counts comes from the provider. */
async function callBridge(parameters: object): Promise<boolean> {
  if (!window.WeixinJSBridge)
    await new Promise((resolve) => document.addEventListener('WeixinJSBridgeReady', resolve, { once: true }));
  const result = await new Promise<{ err_msg?: string }>((resolve) =>
    window.WeixinJSBridge!.invoke('getBrandWCPayRequest', parameters, resolve),
  );
  return result.err_msg === 'get_brand_wcpay_request:ok';
}

/** Pays by Alipay: its page opens its app, or is shown inside it. */
export async function payByAlipay(code: string, onLost: () => void): Promise<'leaving'> {
  const data = await insist(START, { Code: code, Channel: 'alipay', App: 'browser' }, onLost);
  location.assign((data as Step).Address!);
  return 'leaving';
}

/** Pays by UnionPay: inside its app the app itself goes on, elsewhere its page for cards. */
export async function payByUnionpay(code: string, onLost: () => void): Promise<'leaving'> {
  const App = isInUnionpay() ? 'unionpay' : 'browser';
  const data = await insist(START, { Code: code, Channel: 'unionpay', App }, onLost);
  location.assign((data as Step).Address!);
  return 'leaving';
}
