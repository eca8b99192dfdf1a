import { systemWho } from '@boyun/kernel/server';
import { addSend } from '@boyun/push/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const SECRET = 'Qm7xR2vK';
let server: TestServer;

beforeAll(async () => {
  const smsUrl = `aliyun://id:secret@127.0.0.1:9?plain=1&sign=Boyun&template=SMS_1&reply=${SECRET}`;
  server = await startTestServer(inject('databaseUrl'), { smsUrl });
});
afterAll(() => server?.stop());

interface Customer {
  readonly tenantId: number;
  readonly mobile: string;
}

/** A customer who agreed to advertising. */
async function agreed({ tenantId }: TestUser, mobile: string): Promise<Customer> {
  await server.product.kernel.database.inTenant(systemWho(tenantId), (tx) =>
    tx.query(
      `insert into customer (tenant_id, id, created_at, updated_at, mobile, channel, registered_at, sms_agreed_at, sms_agreed_version, stop_code)
       values ($1, $2, $3, $3, $4, 'app', $3, $3, 1, $5)`,
      [tenantId, tx.newId(), tx.now, mobile, `${tenantId}-${mobile}`],
    ),
  );
  return { tenantId, mobile };
}

/** One that was also sent some. */
async function advertised(user: TestUser, mobile: string): Promise<Customer> {
  const { database, jobs } = server.product.kernel;
  await database.inTenant(systemWho(user.tenantId), (tx) =>
    addSend(tx, jobs, {
      channel: 'sms',
      event: 'sms-campaign',
      recipient: mobile,
      title: '周末',
      body: '周末停车八折',
      isAdvertising: true,
    }),
  );
  return agreed(user, mobile);
}

const hasAgreed = async ({ tenantId, mobile }: Customer) => {
  const sql = 'select sms_agreed_at from customer where tenant_id = $1 and mobile = $2';
  const [row] = await server.product.kernel.database.system<{ smsAgreedAt: Date | null }>(sql, [tenantId, mobile]);
  return row!.smsAgreedAt !== null;
};

async function push(secret: string, body: unknown): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${server.url}/api/sms/replies/${secret}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}
const answered = (phone_number: string, content: string) => ({
  phone_number,
  content,
  send_time: '2026-03-04 09:10:11',
  sign_name: 'Boyun',
  dest_code: '1069',
  sequence_id: 1,
});

test('who answers TD gets no more advertising of any tenant that sent some; other answers change nothing', async () => {
  const [one, two, quiet] = [await server.newTenant(), await server.newTenant(), await server.newTenant()];
  const mobile = '13577001234';
  const [first, second] = [await advertised(one, mobile), await advertised(two, mobile)];
  const other = await advertised(one, '13577001235');
  // Agreed, but never sent any: the answer is not to this tenant.
  const unasked = await agreed(quiet, mobile);

  expect((await push(`${SECRET}x`, [answered(mobile, 'TD')])).status).toBe(404);
  expect((await push(SECRET, 'no json')).status).toBe(400);
  expect((await push(SECRET, [answered(mobile, '收到，谢谢')])).body).toEqual({ code: 0, msg: '成功' });
  expect([await hasAgreed(first), await hasAgreed(second)]).toEqual([true, true]);

  expect((await push(SECRET, [answered(`86${mobile}`, ' ｔｄ。')])).status).toBe(200);
  expect(await Promise.all([first, second, other, unasked].map(hasAgreed))).toEqual([false, false, true, true]);
  const { Rows } = (await one.call('/api/auditLog/list', { Action: 'customer.sms-stopped' })).data;
  expect(Rows).toHaveLength(1);
  // Providers repeat what was not acknowledged in time.
  expect((await push(SECRET, [answered(mobile, 'TD')])).status).toBe(200);
  expect((await one.call('/api/auditLog/list', { Action: 'customer.sms-stopped' })).data.Rows).toHaveLength(1);
});
