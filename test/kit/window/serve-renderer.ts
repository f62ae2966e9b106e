/**
 * Serves the window with the fake host on a loopback port, for review and screenshots.
 *
 *   node test/kit/window/serve-renderer.ts [port]
 */
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { createServer, type PreviewServer, preview, type ViteDevServer } from 'vite'
import { type WebSocket, WebSocketServer } from 'ws'
import { windowHeaders } from '../../../src-main/host/window/content-policy.ts'
import type { SessionReply } from '../../../src-shared/api/session-handshake.ts'
import { FakeHost } from '../fake-host/fake-host.ts'
import { fakeWorld } from '../fake-host/fake-world.ts'

export interface ServedRenderer {
  readonly url: string
  /** Cuts the connection of every window, as a crash of the host would. */
  drop(): void
  close(): Promise<void>
}

/**
 * Serves the window from its current sources.
 * @param port 0 takes any free one
 */
export async function serveRenderer(port = 0): Promise<ServedRenderer> {
  // One cache per process, so that several servers can run at the same time.
  const cacheDir = resolve(root, `../node_modules/.cache/vite-${process.pid}`)
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'warn',
    cacheDir,
    plugins: [react()],
    // No hot reload: its inline script violates the page's content security policy, which applies here too.
    server: { ...listenOn(port), hmr: false, watch: null },
  })
  await server.listen()
  return withHost(server, () => rmSync(cacheDir, { recursive: true, force: true }))
}

/** Serves the built window (`build-app.ts`) on any free port: faster, and the same code that users get. */
export async function serveBuiltRenderer(): Promise<ServedRenderer> {
  const build = { outDir: resolve(root, '../out/renderer') }
  const server = await preview({ root, configFile: false, logLevel: 'warn', build, preview: listenOn(0) })
  return withHost(server, () => {})
}

const root = resolve(import.meta.dirname, '../../../src-renderer')
const listenOn = (port: number) => ({
  host: '127.0.0.1',
  port,
  strictPort: port !== 0,
  headers: windowHeaders([]),
})

function withHost(
  server: Pick<ViteDevServer | PreviewServer, 'httpServer' | 'close'>,
  tidy: () => void,
): ServedRenderer {
  const sockets = new WebSocketServer({ noServer: true })
  server.httpServer?.on('upgrade', (request, socket, head) => {
    if (request.url?.startsWith('/host')) sockets.handleUpgrade(request, socket, head, serve)
  })
  const address = server.httpServer?.address()
  if (typeof address !== 'object' || address === null) throw new Error('the window is served nowhere')
  const drop = () => {
    for (const client of sockets.clients) client.terminate()
  }
  return {
    url: `http://127.0.0.1:${address.port}/`,
    drop,
    close: async () => {
      drop()
      await server.close()
      tidy()
    },
  }
}

/** Every window gets its own fake state, so that tests don't affect each other. */
function serve(socket: WebSocket): void {
  const world = fakeWorld(Date.now())
  const host = new FakeHost(world, (message) => socket.send(JSON.stringify(message)))
  // Every page is admitted; all messages after the first go to the host.
  socket.once('message', () => {
    socket.send(JSON.stringify({ kind: 'session-open', secret: 'made-up' } satisfies SessionReply))
    socket.on('message', (data) => host.receive(String(data)))
  })
  socket.on('close', () => {
    host.close()
    for (const run of world.runs.values()) run.end()
  })
}

if (import.meta.main) {
  const served = await serveRenderer(Number(process.argv[2] ?? 0))
  console.log(served.url)
}
