import { Refusal } from '@boyun/kernel/contract';
import { type Ingress, languageOf } from '@boyun/kernel/server';
import { nameOfTenant } from '../consent/consent.service.ts';
import { inApp } from '../sign-in/app-tenant.service.ts';

/** The web manifest of a tenant's app, by which phones install it. */
export const appManifest: Ingress = {
  name: 'app-manifest',
  access: 'public',
  prefix: '/api/app/manifest',
  mount(app, kernel) {
    app.get('/:tenant', async (request, reply) => {
      const { tenant } = request.params as { tenant: string };
      try {
        const name = await inApp(kernel, tenant, languageOf(request.headers), nameOfTenant);
        const start = `/app/${tenant}`;
        return reply.type('application/manifest+json').send({
          name,
          short_name: name.slice(0, 12),
          id: start,
          start_url: start,
          scope: '/',
          display: 'standalone',
          background_color: '#f4f6fa',
          theme_color: '#0e1b31',
          icons: [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
        });
      } catch (error) {
        if (error instanceof Refusal) return reply.code(404).send();
        throw error;
      }
    });
  },
};
