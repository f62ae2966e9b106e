import { app, protocol, session } from 'electron'
import { windowHeaders } from '../host/window/content-policy.ts'
import { devHeaders } from '../host/window/dev-policy.ts'
import { type WindowFile, windowFile } from '../host/window/static-files.ts'
import { devAddress, devFile } from './dev-server.ts'

/**
 * The address of the window's only page. This process serves it under a name that can't exist in DNS (RFC 2606), so
 * that the page has its own secure origin and not `file://`, which could read every file of the user. All `https` and
 * `http` requests of the page are handled here, so that none reaches the network (T18 to T20). A custom scheme
 * would have to be registered before Electron is ready, which is not possible for every way of starting it.
 */
export const pageAddress = 'https://stratagem.invalid/'

/** The source of the window's files, and the addresses that the page may connect to besides its own origin. */
interface Source {
  readonly read: (address: URL) => Promise<WindowFile | null>
  readonly headers: Record<string, string>
  /** Addresses that requests may reach although this process does not serve them. */
  readonly open: readonly string[]
}

/** @param folder the build's output for the window */
export function serveWindow(folder: string): void {
  const { read, headers, open } = sourceOf(folder)
  const nothing = () => new Response('Not found.', { status: 404, headers })
  protocol.handle('https', async (request) => {
    if (!isOurPage(request.url)) return nothing()
    const file = await read(new URL(request.url))
    if (file === null) return nothing()
    return new Response(new Uint8Array(file.body), { headers: { ...headers, 'content-type': file.type } })
  })
  protocol.handle('http', nothing)
  session.defaultSession.webRequest.onBeforeRequest(({ url }, decide) =>
    decide({
      cancel:
        !['https:', 'http:', 'data:', 'blob:', 'devtools:'].includes(new URL(url).protocol) &&
        !open.some((each) => url.startsWith(each)),
    }),
  )
}

function sourceOf(folder: string): Source {
  const server = app.isPackaged ? null : devAddress(process.env)
  if (server === null)
    return { read: ({ pathname }) => windowFile(folder, pathname), headers: windowHeaders([]), open: [] }
  const socket = `ws://${server.host}`
  return { read: (address) => devFile(server, address), headers: devHeaders([socket]), open: [`${socket}/`] }
}

export function isOurPage(address: string): boolean {
  return address.startsWith(pageAddress)
}
