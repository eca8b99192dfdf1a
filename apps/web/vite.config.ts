import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = process.env.BOYUN_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  server: {
    port: 5173,
    proxy: {
      '/api': { target: server, ws: true },
      '/cloud': server,
      '/platform': server,
      '/files': server,
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // Sizes are judged compressed by the server's own compression, not by the builder's report.
    reportCompressedSize: false,
    rolldownOptions: {
      // Our own sources only do something when they are called: a page pays for what it uses of a door, not for the door.
      treeshake: {
        moduleSideEffects: [{ test: /[\\/](kernel|modules|domain)[\\/].*(?<!\.css)$/, sideEffects: false }],
      },
      output: {
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 30 }],
        },
      },
    },
  },
});
