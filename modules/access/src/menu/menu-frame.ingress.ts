import { type Ingress, sourceHash } from '@boyun/kernel/server';
import { FRAME_PATH, mayFrame } from './menu-link.service.ts';

const STYLE = 'html,body{height:100%;margin:0}iframe{display:block;width:100%;height:100%;border:0}';
const POLICY = `default-src 'none'; style-src '${sourceHash(STYLE)}'; frame-src http: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`;
/** The site may work as usual, but not lead the window of the product elsewhere. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-modals allow-downloads allow-popups allow-popups-to-escape-sandbox';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** A document without scripts that frames the site of a menu entry. */
export const menuFrame: Ingress = {
  name: 'menu-frame',
  access: 'public',
  prefix: FRAME_PATH,
  mount(app, kernel) {
    app.get('', async (request, reply) => {
      const { to, s } = request.query as Record<string, unknown>;
      if (typeof to !== 'string' || typeof s !== 'string' || !mayFrame(kernel.secrets, to, s))
        return reply.code(404).send({ state: 'fail', data: null, message: '链接已失效 / The link is not valid' });
      return reply
        .header('content-security-policy', POLICY)
        .header('x-frame-options', 'SAMEORIGIN')
        .type('text/html; charset=utf-8')
        .send(
          `<!doctype html><html lang="zh"><meta charset="utf-8"><title>${escaped(new URL(to).host)}</title><style>${STYLE}</style><iframe src="${escaped(to)}" title="${escaped(new URL(to).host)}" sandbox="${SANDBOX}" referrerpolicy="no-referrer"></iframe></html>`,
        );
    });
  },
};
