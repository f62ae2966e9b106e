import { protocol, session } from 'electron'
import { windowHeaders } from '../host/window/content-policy.ts'
import { windowFile } from '../host/window/static-files.ts'

/**
 * The window's only page. It is served by this process under a name that can't exist on the net (RFC 2606), so
 * that the page has a secure origin of its own and not `file://`, which could read every file of the user. All of
 * `https` and `http` is answered here: nothing that the page asks for can reach the network (T18 to T20). A scheme
 * of our own would need to be registered before Electron is ready, which not every way to start it allows.
 */
export const pageAddress = 'https://stratagem.invalid/'

/** @param folder the build's output for the window */
export function serveWindow(folder: string): void {
  const headers = windowHeaders([])
  const nothing = () => new Response('There is nothing by this name.', { status: 404, headers })
  protocol.handle('https', async (request) => {
    if (!isOurPage(request.url)) return nothing()
    const file = await windowFile(folder, new URL(request.url).pathname)
    if (file === null) return nothing()
    return new Response(new Uint8Array(file.body), { headers: { ...headers, 'content-type': file.type } })
  })
  protocol.handle('http', nothing)
  session.defaultSession.webRequest.onBeforeRequest((details, decide) =>
    decide({ cancel: !['https:', 'http:', 'data:', 'blob:', 'devtools:'].includes(new URL(details.url).protocol) }),
  )
}

export function isOurPage(address: string): boolean {
  return address.startsWith(pageAddress)
}
