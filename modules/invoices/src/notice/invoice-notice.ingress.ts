import { type Ingress, type Kernel, systemWho } from '@boyun/kernel/server';
import { INVOICE_NOTICES_PATH, invoiceProviderOf } from '../provider-choice/provider-choice.service.ts';

/** Longest notice of a platform. */
const MAX_BYTES = 256 * 1024;

/**
 * Takes notices of invoice platforms. They are not signed, so nothing in them is believed: a notice only has the platform queried about an
 * invoice that is under way, a few seconds earlier than otherwise.
 */
export const invoiceNotices: Ingress = {
  name: 'invoice-notice',
  access: 'public',
  prefix: INVOICE_NOTICES_PATH,
  mount(app, kernel) {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, String(body)),
    );
    app.post('/:provider/:tenantId/:setId', async (request, reply) => {
      const { provider: name, tenantId, setId } = request.params as Record<'provider' | 'tenantId' | 'setId', string>;
      const provider = invoiceProviderOf(name);
      const requestNo = provider?.readNotice?.(typeof request.body === 'string' ? request.body : '') ?? null;
      const isAddress = /^\d{1,9}$/.test(tenantId) && /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(setId);
      if (!provider?.taken || !isAddress || !requestNo) return reply.code(404).send({ state: 'fail' });
      await hurry(kernel, Number(tenantId), setId, requestNo);
      // The same answer for numbers that are not known: it tells nothing.
      return reply.type(provider.taken.type).send(provider.taken.body);
    });
  },
};

/** Has the sweep ask about an invoice that is under way. */
const hurry = (kernel: Kernel, tenantId: number, setId: string, requestNo: string): Promise<unknown> =>
  kernel.database.inTenant(
    systemWho(tenantId, 'invoice'),
    (tx) =>
      tx.query(
        `update invoice set next_at = least(next_at, $5) where tenant_id = $1 and invoice_set_id = $2 and request_no = $3 and state = $4`,
        [tx.tenantId, setId, requestNo.slice(0, 64), 2, tx.now],
      ),
    { pool: 'driver' },
  );
