import type { Product } from '../product.ts';
import { DEMO_PASSWORD, DEMO_TENANT } from './place.ts';

interface Made {
  readonly Id: string;
  readonly Token: string;
  readonly AccessToken: string;
  readonly ReplayId: string;
  readonly Tariff: unknown;
  readonly Regions: readonly { readonly Id: string; readonly Code: string }[];
  readonly Rows: readonly { readonly Id: string }[];
}
/** Calls a path as an account; throws what is refused. */
export type Call = (path: string, body: object) => Promise<Made>;

/** Signs an account in, one of the demo unless another tenant is given; the answer calls as that account and throws what is refused. */
export async function signIn(
  product: Product,
  account: string,
  { tenant, password } = { tenant: DEMO_TENANT, password: DEMO_PASSWORD },
): Promise<Call> {
  let token = '';
  const call: Call = async (path, body) => {
    const response = await product.app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      payload: JSON.stringify(body),
    });
    const answer = response.json() as { state: string; message: string; data: Made };
    if (answer.state !== 'success') throw new Error(`${path}: ${answer.message} ${JSON.stringify(body)}`);
    return answer.data;
  };
  const data = await call('/api/tenantUser/login', {
    Account: account,
    Password: password,
    TenantId: tenant,
  });
  token = data.AccessToken;
  return call;
}
