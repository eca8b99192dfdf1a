import type { Ingress } from '@boyun/kernel/server';

/** Brings payers back to their page whose provider posts to it (UnionPay) instead of leading there. */
export const payReturns: Ingress = {
  name: 'pay-return',
  access: 'public',
  prefix: '/pay',
  mount(app) {
    app.removeAllContentTypeParsers();
    // What is posted is of no interest: only notices and queries tell the outcome.
    app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 64 * 1024 }, (_request, _body, done) =>
      done(null, null),
    );
    app.post('/:code', async (request, reply) => {
      const { code } = request.params as { code: string };
      return reply.redirect(`/pay/${encodeURIComponent(code)}`, 303);
    });
  },
};
