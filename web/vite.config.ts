import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { listedFiles, policyInPage } from './vite.offline.ts';

const server = process.env.TENBACK_SERVER ?? 'http://127.0.0.1:8000';
const PACKAGE = '../src/tenback';

export default defineConfig(({ mode }) => {
  const isSite = mode === 'site';
  return {
    // Plain files may lie in any folder.
    base: isSite ? './' : '/',
    plugins: [svelte(), isSite && policyInPage(), listedFiles(isSite)],
    build: {
      outDir: isSite ? '../build/play' : `${PACKAGE}/server/static`,
      emptyOutDir: true,
      // Nothing is inlined, so that the content security policy can forbid it.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      target: 'es2022',
      rolldownOptions: {
        input: { page: 'index.html', 'service-worker': 'src/service-worker.ts' },
        output: {
          // What the first screen needs is one file: on a phone a question costs more than its bytes.
          codeSplitting: {
            groups: [
              { name: 'first', tags: ['$initial'], test: (id) => !id.includes('service-worker') },
            ],
          },
          // The service worker has one address for ever.
          entryFileNames: ({ name }) =>
            name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js',
        },
      },
    },
    worker: { format: 'es' },
    server: {
      fs: { allow: ['..'] },
      proxy: { '/api': { target: server, ws: true } },
    },
    test: { include: ['test/**/*.test.ts'] },
  };
});
