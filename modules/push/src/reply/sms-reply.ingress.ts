import type { Ingress } from '@boyun/kernel/server';
import { replyFormOf, takeReply } from './sms-reply.service.ts';

/** Longest body of a provider. */
const MAX_BYTES = 256 * 1024;

/**
 * Takes what people answered to SMS, as the provider pushes it. Providers sign nothing, so the address contains the secret that `SMS_URL` names
 * as `reply`; without one the address does not exist.
 */
export const smsReplies: Ingress = {
  name: 'sms-reply',
  access: 'public',
  prefix: '/api/sms/replies',
  mount(app, kernel) {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, String(body)),
    );
    app.post('/:secret', async (request, reply) => {
      const { secret } = request.params as { secret: string };
      const form = replyFormOf(kernel.configuration.smsUrl, secret);
      if (!form) return reply.code(404).send({ state: 'fail' });
      let replies: ReturnType<typeof form.read>;
      try {
        replies = form.read(JSON.parse(String(request.body)));
      } catch {
        return reply.code(400).send({ state: 'fail' });
      }
      for (const one of replies) await takeReply(kernel, one);
      return reply.send(form.taken);
    });
  },
};
