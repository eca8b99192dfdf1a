import type { Ingress, Kernel } from '@boyun/kernel/server';
import { takeContractNotice } from '../debit-contract/contract-notice.service.ts';
import type { Message } from '../provider/provider.service.ts';
import { NOTICES_PATH, openDesk, providerOf } from '../provider-choice/provider-choice.service.ts';
import { takeNotice } from './notice.service.ts';

/** Longest notice of a provider. */
const MAX_BYTES = 64 * 1024;

interface Address {
  readonly channel: string;
  readonly tenantId: string;
  readonly payChannelId: string;
}

/**
 * Takes notices of providers outside, each at an address of its merchant. A signature covers the bytes of the body. A notice that
 * could not be booked is answered with an error, so that the provider sends it again.
 */
export const providerNotices: Ingress = {
  name: 'provider-notice',
  access: 'public',
  prefix: NOTICES_PATH,
  mount(app, kernel) {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, String(body)),
    );
    app.post('/:channel/:tenantId/:payChannelId', async (request, reply) => {
      const address = request.params as Address;
      const { channel } = address;
      const result = await take(kernel, address, {
        headers: request.headers,
        body: typeof request.body === 'string' ? request.body : '',
      });
      const status = { done: 200, repeated: 200, unknown: 404, refused: 403, forged: 401 }[result];
      const taken = providerOf(channel)?.taken;
      if (status === 200 && taken) return reply.code(status).type(taken.type).send(taken.body);
      return reply.code(status).send({ code: 'FAIL', message: result });
    });
  },
};

const isUuid = (text: string) => /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(text);

async function take(kernel: Kernel, { channel, tenantId, payChannelId }: Address, message: Message) {
  const provider = channel === 'sandbox' ? null : providerOf(channel);
  if (!provider || !/^\d{1,9}$/.test(tenantId) || !isUuid(payChannelId)) return 'unknown';
  const desk = await openDesk(kernel, Number(tenantId), { channel, payChannelId });
  if (!desk.merchant) return 'unknown';
  const notice = provider.readNotice(desk, message);
  if (notice) return takeNotice(kernel, provider, notice);
  const contract = provider.debiting?.readNotice?.(desk, message);
  return contract ? takeContractNotice(kernel, desk.tenantId, provider, contract) : 'forged';
}
