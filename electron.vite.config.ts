import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { devNonce } from './src-main/host/window/dev-policy.ts'

/** Of Vite's server in `npm run dev`. The page has another origin, so its script must be told where to connect. */
const devPort = 5274

// Output runs on Electron 33 (Chromium 130, Node 20.18) and everything newer.
export default defineConfig(({ command }) => ({
  main: {
    build: {
      target: 'node20.18',
      outDir: 'out/main',
      // Hundreds of files of which a start needs a part: as one they load in a fraction of the time.
      externalizeDeps: { exclude: ['openai', 'zod'] },
      rollupOptions: {
        input: {
          desktop: resolve(import.meta.dirname, 'src-main/shell-electron/main.ts'),
          command: resolve(import.meta.dirname, 'src-main/shell-command/main.ts'),
          start: resolve(import.meta.dirname, 'src-main/start.ts'),
          // The thread that user-written strategies run in; found by this name beside the app's own file.
          'isolate-worker': resolve(import.meta.dirname, 'src-main/isolate/worker.ts'),
          // The thread that works on data of strangers, found the same way.
          'bounded-worker': resolve(import.meta.dirname, 'src-main/bounded/worker.ts'),
        },
        // All beside one another: code finds the app's folder from where it lies, built or not.
        output: { format: 'es', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      target: 'node20.18',
      outDir: 'out/preload',
      externalizeDeps: false,
      rollupOptions: {
        input: { preload: resolve(import.meta.dirname, 'src-main/shell-electron/preload.ts') },
        // A sandboxed preload must be CommonJS in one file.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src-renderer',
    plugins: [react()],
    ...(command === 'serve' && { html: { cspNonce: devNonce } }),
    server: {
      host: '127.0.0.1',
      port: devPort,
      strictPort: true,
      hmr: { protocol: 'ws', host: '127.0.0.1', clientPort: devPort },
    },
    build: {
      target: 'chrome130',
      outDir: 'out/renderer',
      assetsInlineLimit: 0,
      rollupOptions: { input: resolve(import.meta.dirname, 'src-renderer/index.html') },
    },
  },
}))
