import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { antdStyles } from './antd-styles.ts';
import { pageIndex } from './page-index.ts';
import { phoneRewrite } from './phone-rewrite.ts';
import { precompressed } from './precompressed.ts';
import { TREE_SHAKING } from './tree-shaking.ts';

const server = process.env.BOYUN_SERVER ?? 'http://127.0.0.1:8080';

/** Loads the shell together with the entry where a user is signed in, instead of when the entry requests it. */
function preloadedShell(): Plugin {
  return {
    name: 'preloaded-shell',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const start = Object.values(bundle).find(
          (one) => one.type === 'chunk' && one.facadeModuleId?.endsWith('/shell/shell.tsx'),
        );
        if (!start) throw new Error('there is no chunk of the shell');
        const files = new Set<string>();
        const add = (name: string) => {
          const chunk = bundle[name];
          if (files.has(name) || chunk?.type !== 'chunk') return;
          files.add(name);
          for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
          chunk.imports.forEach(add);
        };
        add(start.fileName);
        const links = [...files]
          .filter((name) => !html.includes(name))
          .map((name) =>
            name.endsWith('.css')
              ? { rel: 'preload', as: 'style', href: `/${name}` }
              : { rel: 'modulepreload', href: `/${name}` },
          );
        // The token's key is defined in spec §3.
        const code = `if(sessionStorage.getItem('ACCESS-Token'))for(const one of ${JSON.stringify(links)})document.head.append(Object.assign(document.createElement('link'),{crossOrigin:''},one))`;
        return [{ tag: 'script', injectTo: 'head', children: code }];
      },
    },
  };
}

/** Code shared by the pages before and after sign-in, and the additional code of those that look like the drivers' pages. */
const FIRST =
  /[\\/]kernel[\\/]web[\\/](address|css|form-body|language|notice|now|session|store|theme|transport)\.tsx?$|[\\/]web[\\/]src[\\/](guard|late|new-version|login[\\/].*)\.tsx?$|[\\/]modules[\\/]screens[\\/]src[\\/]web\.ts$|preload-helper/;
const PHONE =
  /[\\/](kernel[\\/](web[\\/](driver-page|driver-plate|driver-mobile|driver-token|consent-box|mobile-proof|plate-claim|format|carousel|media)|contract[\\/](label|wire-time))|domain[\\/](money|pattern|plate|plate-key|period|words))\.tsx?$/;
/** The input of plates, which drivers and staff share. */
const PLATE = /[/]kernel[/](web[/](plate-color|slot|form[/]plate-(input|keys|slot)|plate\.css)|contract[/]slot\.)/;
/** The shell and the contracts of its calls: always shown together, so they are one file. */
const SHELL =
  /[\\/](apps[\\/]web[\\/]src[\\/]shell[\\/](?!palette|help-sheet|guide-viewer|pinyin|library-shade|theme)|modules[\\/].*[\\/](sign-in|permission|alarm|message|announcement|list-view|department|crash-report)\.contract)/;

/** The component library: its own file, with its style sheet before all of ours. */
const LIBRARY = /[\\/]node_modules[\\/](antd|@ant-design|@rc-component)[\\/]|[\\/]antd[\\/]first\.css$/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), antdStyles(), pageIndex(), preloadedShell(), precompressed(), phoneRewrite()],
  server: {
    port: 5173,
    proxy: {
      '/api': { target: server, ws: true },
      '/cloud': server,
      '/platform': server,
      '/files': server,
    },
  },
  // Pre-bundled, the component library would bypass `antdStyles`.
  optimizeDeps: { exclude: ['antd'], include: ['antd > dayjs', 'antd > @rc-component/util > is-mobile'] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // Sizes are checked with the server's own compression, not in the bundler's report.
    reportCompressedSize: false,
    rolldownOptions: {
      treeshake: TREE_SHAKING,
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 30 },
            { name: 'first', test: FIRST, priority: 20 },
            { name: 'plate', test: PLATE, priority: 16 },
            { name: 'phone', test: PHONE, priority: 15 },
            { name: 'library', test: LIBRARY, minShareCount: 30, priority: 13 },
            { name: 'shell', test: SHELL, priority: 12 },
            { name: 'list', minShareCount: 30, priority: 10 },
          ],
        },
      },
    },
  },
});
