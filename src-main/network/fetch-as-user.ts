import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { openRequest } from './open-request.ts'
import { proxyFor } from './proxy-for.ts'
import { trustedCertificates } from './trusted-certificates.ts'

/**
 * As `fetch`, but through the proxy that the user's environment names, and trusting the system's certificates. Node's own
 * one takes neither in all versions. Through a proxy no redirect is followed.
 */
export async function fetchAsUser(to: string | URL, init: RequestInit = {}): Promise<Response> {
  const address = new URL(to)
  const needsOwn = address.protocol === 'https:' && trustedCertificates() !== undefined
  if (proxyFor(address) === null && !needsOwn) return fetch(address, init)
  const request = new Request(address, init)
  const body = request.body === null ? null : Buffer.from(await request.arrayBuffer())
  const headers = {
    ...Object.fromEntries(request.headers),
    'accept-encoding': 'identity',
    ...(body !== null && { 'content-length': String(body.length) }),
  }
  const { method, signal } = request
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = openRequest(address, { method, headers, signal }, resolve)
    sent.on('error', (error) =>
      reject(signal.aborted ? signal.reason : new TypeError('fetch failed', { cause: error })),
    )
    sent.end(body ?? undefined)
  })
  const { statusCode: status = 0, statusMessage: statusText = '' } = message
  if (status >= 300 && status < 400 && message.headers.location !== undefined && init.redirect !== 'manual') {
    message.destroy()
    throw new TypeError('fetch failed', { cause: new Error('unexpected redirect') })
  }
  const isEmpty = status === 204 || status === 205 || status === 304
  if (isEmpty) message.resume()
  const content = isEmpty ? null : (Readable.toWeb(message) as ReadableStream<Uint8Array>)
  return new Response(content, { status, statusText, headers: pairs(message.rawHeaders) })
}

function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []))
}
