import { type Ingress, languageOf } from '@boyun/kernel/server';

const NAMES = { zh: '泊云路侧收费', en: 'Boyun roadside' };

/** The web manifest of the collectors' app, by which phones install it. It says nothing about the tenant of its address. */
export const posManifest: Ingress = {
  name: 'pos-manifest',
  access: 'public',
  prefix: '/api/pos/manifest',
  mount(app) {
    app.get('/:tenant', async (request, reply) => {
      const { tenant } = request.params as { tenant: string };
      if (!/^[\w-]{1,64}$/.test(tenant)) return reply.code(404).send();
      const start = `/pos/${tenant}`;
      const name = NAMES[languageOf(request.headers)];
      return reply.type('application/manifest+json').send({
        name,
        short_name: name,
        id: start,
        start_url: start,
        scope: '/pos/',
        display: 'standalone',
        background_color: '#f4f6fa',
        theme_color: '#0e1b31',
        icons: [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
      });
    });
  },
};
