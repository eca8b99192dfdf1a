import type { Answer, TestServer, TestUser } from './server.ts';

/** A customer who is signed in to the app of a tenant. */
export interface TestDriver {
  readonly mobile: string;
  readonly token: string;
  readonly isNew: boolean;
  call(path: string, body?: object, headers?: Record<string, string>): Promise<Answer>;
  /** Uploads a file with the other values of a call. */
  upload(path: string, bytes: Buffer, values: Readonly<Record<string, string>>): Promise<Answer>;
}

/** Returns the code by which a tenant's app is addressed. */
export async function appOf(server: TestServer, tenant: Pick<TestUser, 'tenantId'>): Promise<string> {
  const [row] = await server.product.kernel.database.system<{ code: string }>('select code from tenant where id = $1', [
    tenant.tenantId,
  ]);
  return row!.code;
}

/** Signs a mobile in to the app of a trial tenant; who is new is registered. */
export async function newDriver(
  server: TestServer,
  tenant: Pick<TestUser, 'tenantId'>,
  mobile: string,
): Promise<TestDriver> {
  const Tenant = await appOf(server, tenant);
  const sent = await server.call('/api/app/sendCode', { Tenant, Mobile: mobile });
  if (sent.state !== 'success') throw new Error(sent.message);
  const { ConsentVersion } = (await server.call('/api/app/get', { Tenant })).data;
  const entered = { Tenant, CodeId: sent.data.CodeId, SmsCode: sent.data.ShownCode, ConsentVersion };
  const { data, message } = await server.call('/api/app/signIn', entered);
  if (!data) throw new Error(message);
  const own = { authorization: `Bearer ${data.Token}` };
  return {
    mobile,
    token: data.Token,
    isNew: data.IsNew,
    call: (path, body = {}, headers = {}) => server.call(path, body, { ...own, ...headers }),
    async upload(path, bytes, values) {
      const body = new FormData();
      body.append('File', new Blob([new Uint8Array(bytes)]), 'a.jpg');
      for (const [key, value] of Object.entries(values)) body.append(key, value);
      const response = await fetch(server.url + path, { method: 'POST', headers: own, body });
      return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) };
    },
  };
}
