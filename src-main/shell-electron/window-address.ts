import { app, protocol, session } from 'electron'
import { windowHeaders } from '../host/window/content-policy.ts'
import { devHeaders } from '../host/window/dev-policy.ts'
import { type WindowFile, windowFile } from '../host/window/static-files.ts'
import { devAddress, devFile } from './dev-server.ts'

/**
 * The window's only page. It is served by this process under a name that can't exist on the net (RFC 2606), so
 * that the page has a secure origin of its own and not `file://`, which could read every file of the user. All of
 * `https` and `http` is answered here: nothing that the page asks for can reach the network (T18 to T20). A scheme
 * of our own would need to be registered before Electron is ready, which not every way to start it allows.
 */
export const pageAddress = 'https://stratagem.invalid/'

/** Where the window's files come from, and what the page may connect to beside its own origin. */
interface Source {
  readonly read: (address: URL) => Promise<WindowFile | null>
  readonly headers: Record<string, string>
  /** Addresses that requests may go to although this process does not serve them. */
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
