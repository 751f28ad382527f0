import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { PATHS } from './src/paths.ts'

/** Lists the paths of all pages for the server, which treats other paths as unknown. */
const routes: Plugin = {
  name: 'routes',
  generateBundle() {
    this.emitFile({
      type: 'asset',
      fileName: 'routes.json',
      source: JSON.stringify(Object.values(PATHS)),
    })
  },
}

/** Blocks rendering until the script has applied the theme. */
const beforePaint: Plugin = {
  name: 'before-paint',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replaceAll('<script type="module"', '<script type="module" blocking="render"'),
  },
}

export default defineConfig({
  root: import.meta.dirname,
  // Relative, because a registry may be served under a path of its host.
  base: './',
  plugins: [routes, beforePaint],
  build: {
    outDir: fileURLToPath(new URL('dist', import.meta.url)),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080', '/docs': 'http://127.0.0.1:8080' } },
})
