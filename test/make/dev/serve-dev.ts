import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { createServer, type ProxyOptions } from 'vite'
import { appVersion } from '../../../src-main/host/data-folder/app-version.ts'
import { devHeaders, devNonce } from '../../../src-main/host/window/dev-policy.ts'
import { serveBrowser } from '../../../src-main/shell-browser/serve.ts'

const root = resolve(import.meta.dirname, '../../..')

export interface DevOptions {
  readonly dataFolder: string
  readonly openProject: string | null
  /** 0 takes any free one. */
  readonly port: number
  /** Folder of Vite's prebundled packages. */
  readonly cacheDir: string
}

export interface ServedDev {
  /** The address to open; it works once. */
  readonly entry: string
  close(): Promise<void>
}

/**
 * The browser shell with the window's current sources: Vite serves them and updates the open page after a change.
 * The page's socket reaches the host through Vite. The host accepts only its own origin, so the origin is rewritten if
 * it is Vite's; any other is left unchanged and refused.
 */
export async function serveDev({ dataFolder, openProject, port, cacheDir }: DevOptions): Promise<ServedDev> {
  const shell = await serveBrowser({ dataFolder, root, version: appVersion(root), port: 0, openProject })
  if (shell.kind === 'elsewhere') throw new Error(`Stratagem already runs on ${dataFolder}: close that one first.`)
  const { origin: target, hash } = new URL(shell.entry)
  const server = await createServer({
    root: join(root, 'src-renderer'),
    configFile: false,
    logLevel: 'warn',
    cacheDir,
    plugins: [react()],
    html: { cspNonce: devNonce },
    server: { host: '127.0.0.1', port, proxy: { '^/host$': toHost(target) } },
  })
  await server.listen()
  const own = originOf(server.httpServer?.address())
  // The port is known only now; Vite reads its headers at each request.
  server.config.server.headers = devHeaders([own.replace('http', 'ws')])
  return {
    entry: `${own}/${hash}`,
    close: async () => {
      await server.close()
      await shell.close()
    },
  }
}

/** For exactly this path, since the sources have a folder of this name. */
function toHost(target: string): ProxyOptions {
  return {
    target,
    ws: true,
    changeOrigin: true,
    configure: (proxy) => {
      proxy.on('proxyReqWs', (outgoing, incoming) => {
        if (incoming.headers.origin === `http://${incoming.headers.host}`) outgoing.setHeader('origin', target)
      })
    },
  }
}

function originOf(address: { readonly port: number } | string | null | undefined): string {
  if (typeof address !== 'object' || address === null) throw new Error('the window is served nowhere')
  return `http://127.0.0.1:${address.port}`
}
