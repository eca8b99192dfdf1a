import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompressed } from './precompressed.ts';
import { TREE_SHAKING } from './tree-shaking.ts';

/**
 * The pages of drivers, built apart from the rest: at the barrier a page has to be there with a poor connection, and React alone is larger
 * than all of it may be. Preact stands for React.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), precompressed()],
  resolve: {
    alias: [
      { find: /^react(-dom)?$/, replacement: 'preact/compat' },
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
    ],
  },
  build: {
    outDir: 'dist',
    // Beside the pages for staff, which are built before and bring the public files.
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2023',
    reportCompressedSize: false,
    rolldownOptions: {
      input: 'phone.html',
      // Libraries of the pages for staff, which the doors of modules name and nothing here uses, ask for more of React than Preact has.
      shimMissingExports: true,
      treeshake: TREE_SHAKING,
      output: {
        codeSplitting: {
          groups: [
            // What all of these pages share is one file.
            {
              name: 'phone',
              test: /node_modules[\\/]preact[\\/]|[\\/]kernel[\\/]|[\\/]domain[\\/]|preload-helper/,
              minShareCount: 4,
              priority: 10,
            },
          ],
        },
      },
    },
  },
});
