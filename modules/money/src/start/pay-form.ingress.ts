import { type Ingress, type Kernel, sourceHash, systemWho } from '@boyun/kernel/server';
import type { Started } from '../provider/provider.service.ts';
import { FORMS_PATH, isOwnForm } from './pay-form.service.ts';

const SCRIPT = 'document.forms[0].submit()';
const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;display:grid;place-items:center;min-height:80vh}button{font:inherit;padding:12px 24px}';
// The provider leads on to further addresses of its own.
const policy = (url: string) =>
  `default-src 'none'; script-src '${sourceHash(SCRIPT)}'; style-src '${sourceHash(STYLE)}'; form-action ${new URL(url).origin} https:; base-uri 'none'; frame-ancestors 'none'`;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

type Form = Extract<Started, { kind: 'form' }>;

/** A page that does nothing but post a form to the provider: the product's own pages may post to nobody. */
function pageOf({ url, fields }: Form): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  return `<!doctype html><html lang="zh"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>支付 · Pay</title><style>${STYLE}</style><form method="post" action="${escaped(url)}">${inputs.join('')}<button>继续支付 · Continue</button></form><script>${SCRIPT}</script></html>`;
}

/** Shows the form of a payment under way; the path is signed. */
export const paymentForms: Ingress = {
  name: 'payment-form',
  access: 'public',
  prefix: FORMS_PATH,
  mount(app, kernel) {
    app.get('/:tenantId/:paymentId/:signature', async (request, reply) => {
      const { tenantId, paymentId, signature } = request.params as Record<
        'tenantId' | 'paymentId' | 'signature',
        string
      >;
      const isOwn = isOwnForm(kernel, tenantId, paymentId, signature);
      const form = isOwn ? await findForm(kernel, Number(tenantId), paymentId) : null;
      if (!form)
        return reply.code(404).send({ state: 'fail', data: null, message: '链接已失效 / The link is not valid' });
      return reply
        .header('content-security-policy', policy(form.url))
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(pageOf(form));
    });
  },
};

function findForm(kernel: Kernel, tenantId: number, paymentId: string): Promise<Form | null> {
  return kernel.database.inTenant(
    systemWho(tenantId, 'driver'),
    async (tx) => {
      const [row] = await tx.query<{ started: Started | null }>(
        `select started from payment where tenant_id = $1 and id = $2 and state = 'paying'`,
        [tx.tenantId, paymentId],
      );
      return row?.started?.kind === 'form' ? row.started : null;
    },
    { isRead: true, pool: 'driver' },
  );
}
