import type { WindowFile } from '../host/window/static-files.ts'

/**
 * The address of Vite's server during `npm run dev`, from electron-vite's environment variable; null if there is none.
 * Only an address on this machine is accepted, so that no other server can provide the window.
 */
export function devAddress(environment: { readonly [name: string]: string | undefined }): URL | null {
  const named = environment['ELECTRON_RENDERER_URL']
  if (named === undefined || !URL.canParse(named)) return null
  const address = new URL(named)
  return address.protocol === 'http:' && address.hostname === '127.0.0.1' ? address : null
}

/** The file that Vite serves for an address of the page, or null. The address's query selects a version. */
export async function devFile(server: URL, { pathname, search }: URL): Promise<WindowFile | null> {
  const at = new URL(server)
  at.pathname = pathname
  at.search = search
  const response = await fetch(at)
  if (!response.ok) return null
  const type = response.headers.get('content-type') ?? 'text/plain'
  return { body: Buffer.from(await response.arrayBuffer()), type }
}
