import { PROOF_HEADER } from '@boyun/kernel/contract';
import type { Product } from '@boyun/server/product';
import { DEMO_PASSWORD, DEMO_TENANT } from './place.ts';

/** The user agents of the demo's staff, as shown in the login log. */
const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const PHONE =
  'Mozilla/5.0 (Linux; Android 15; V2309A) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';

interface Made {
  readonly Id: string;
  readonly Token: string;
  readonly DeviceSecret: string;
  readonly AccessToken: string;
  readonly ReplayId: string;
  readonly RepairId: string;
  readonly AppointmentId: string;
  readonly PackId: string;
  readonly PurchaseId: string;
  readonly Tariff: unknown;
  readonly Regions: readonly { readonly Id: string; readonly Code: string }[];
  readonly Rows: readonly {
    readonly Id: string;
    readonly TenantNumber?: number;
    readonly Month?: string;
    readonly Code?: string;
  }[];
  readonly ReviewId: string | null;
  readonly Proof: string;
  readonly TenantId: number;
  readonly InitialPassword: string;
  readonly Code: string;
}
/** Calls a path as an account; throws what is refused. */
export type Call = (path: string, body: object) => Promise<Made>;

/** Stores a picture as the pages do, by the call of uploads or another one; returns its key. */
export async function upload(
  call: Call,
  name: string,
  jpeg: Uint8Array,
  path = '/api/upload/uploadToOther',
): Promise<string> {
  const body = new FormData();
  body.append('File', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), name);
  const { items } = (await call(path, body)) as unknown as { items: { key: string }[] };
  return items[0]!.key;
}

/** Returns calls of a phone from an address of its own, with the token of its customer where it has one; throws what is refused. */
export function phoneOf(product: Product, remoteAddress: string, token: string | null = null): Call {
  return async (url, body) => {
    const isForm = body instanceof FormData;
    const headers = {
      'user-agent': PHONE,
      ...(isForm ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    };
    const payload = isForm ? body : JSON.stringify(body);
    const response = await product.app.inject({ method: 'POST', url, remoteAddress, headers, payload });
    const { state, message, data } = response.json() as { state: string; message: string; data: Made };
    if (state !== 'success') throw new Error(`${url}: ${message} ${JSON.stringify(body)}`);
    return data;
  };
}

/** Signs a mobile in to the drivers' app of the demo. */
export async function signInDriver(product: Product, mobile: string, address: string): Promise<Call> {
  const open = phoneOf(product, address);
  const sent = await open('/api/app/sendCode', { Tenant: DEMO_TENANT, Mobile: mobile });
  const { CodeId, ShownCode: SmsCode } = sent as unknown as { CodeId: string; ShownCode: string };
  const { Token } = await open('/api/app/signIn', { Tenant: DEMO_TENANT, CodeId, SmsCode, ConsentVersion: 0 });
  return phoneOf(product, address, Token);
}

/** Signs an account in, one of the demo unless another tenant is given; the answer calls as that account and throws what is refused. */
export async function signIn(
  product: Product,
  account: string,
  { tenant, password } = { tenant: DEMO_TENANT, password: DEMO_PASSWORD },
): Promise<Call> {
  let token = '';
  const post = async (path: string, body: object, proof?: string) => {
    const response = await product.app.inject({
      method: 'POST',
      url: path,
      headers: {
        'user-agent': BROWSER,
        ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(proof ? { [PROOF_HEADER]: proof } : {}),
      },
      payload: body instanceof FormData ? body : JSON.stringify(body),
    });
    return response.json() as { state: string; message: string; code?: string; data: Made };
  };
  const open = async () => {
    const given = { Account: account, Password: password, TenantId: tenant };
    const { state, message, data } = await post('/api/tenantUser/login', given);
    if (state !== 'success') throw new Error(`${account} cannot sign in: ${message}`);
    token = data.AccessToken;
  };
  const call: Call = async (path, body) => {
    let answer = await post(path, body);
    // Somebody looks at the demo as this account while it is being made.
    if (answer.code === 'kernel.signed-in-elsewhere') {
      await open();
      answer = await post(path, body);
    }
    // Where the password is asked for it is given, as the pages do.
    if (answer.code === 'kernel.password-needed') {
      const { data } = await post('/api/tenantUser/checkUserPassword', { Password: password });
      answer = await post(path, body, data.Proof);
    }
    if (answer.state !== 'success') throw new Error(`${path}: ${answer.message} ${JSON.stringify(body)}`);
    return answer.data;
  };
  await open();
  return call;
}

/** Signs an account of the demo in for the first time, as which it replaces its initial password. */
export async function signInFirst(product: Product, account: string, password: string): Promise<Call> {
  const first = await signIn(product, account, { tenant: DEMO_TENANT, password });
  await first('/api/tenantUser/userChangePassword', {
    Password: password,
    PasswordResetCode: DEMO_PASSWORD,
    PasswordResetCodeRepeat: DEMO_PASSWORD,
  });
  return signIn(product, account);
}
