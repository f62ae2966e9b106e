import { readFile } from 'node:fs/promises'
import { extname, join, relative, resolve, sep } from 'node:path'

const types: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

export interface WindowFile {
  readonly body: Buffer
  readonly type: string
}

/**
 * A file of the built window, or null if there is none by this path.
 * @param folder the build's output
 * @param pathname of the address, still percent-encoded; it can't lead out of the folder
 */
export async function windowFile(folder: string, pathname: string): Promise<WindowFile | null> {
  const path = pathInside(folder, pathname === '/' ? '/index.html' : pathname)
  const type = path === null ? undefined : types[extname(path)]
  if (path === null || type === undefined) return null
  try {
    return { body: await readFile(path), type }
  } catch {
    return null
  }
}

function pathInside(folder: string, pathname: string): string | null {
  const decoded = decode(pathname)
  if (decoded === null || decoded.includes('\0') || decoded.includes('\\')) return null
  const path = resolve(join(folder, decoded))
  const inside = relative(resolve(folder), path)
  return inside === '' || inside.startsWith(`..${sep}`) || inside === '..' || inside.includes(':') ? null : path
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
