import { PHONE_PATH } from '@boyun/kernel/contract';
import type { Plugin } from 'vite';

/** Serves the page of drivers at its addresses while developing, as the server does. */
export function phoneRewrite(): Plugin {
  return {
    name: 'phone-rewrite',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        if (PHONE_PATH.test(request.url?.split('?')[0] ?? '')) request.url = '/phone.html';
        next();
      });
    },
  };
}
