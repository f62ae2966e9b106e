import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { attemptSignIn, type SignIn, type SignInWish } from './oauth.ts'

/** How long the user may take, ms. */
const answerWithin = 600_000

/** A sign-in that waits for the user. */
export interface PendingSignIn {
  /** The page to open in the browser. */
  readonly page: string
  /** Rejects if the user, the server or `cancel` ended it, or nobody answered. */
  readonly end: Promise<SignIn>
  cancel(): void
}

/**
 * Begins to sign in to a server: registers this app there, and awaits the browser's answer on a port of this computer
 * for as long as it takes.
 *
 * Source: RFC 8252 (loopback redirect), RFC 7636 (PKCE), RFC 7591 (registration), RFC 9207 (issuer).
 * @throws Error if the server offers no sign-in
 */
export async function beginSignIn(serverUrl: string, wish: SignInWish): Promise<PendingSignIn> {
  const state = randomBytes(32).toString('base64url')
  const answer = awaited<{ readonly code: string; readonly issuer: string | null }>()
  const listener = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const isOurs = request.method === 'GET' && url.pathname === '/callback'
    if (!isOurs || !isSame(url.searchParams.get('state') ?? '', state))
      return void response.writeHead(400, headers).end('This is no answer that Stratagem waits for.')
    const code = url.searchParams.get('code')
    if (code === null) answer.reject(new Error(`it refused: ${wordsOf(url.searchParams.get('error'))}`))
    else answer.resolve({ code, issuer: url.searchParams.get('iss') })
    response
      .writeHead(200, headers)
      .end(code === null ? 'The sign-in was refused. You can close this page.' : 'You can close this page now.')
  })
  const port = await new Promise<number>((resolve, reject) => {
    listener.once('error', reject)
    listener.listen(0, '127.0.0.1', () => {
      const address = listener.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  const attempt = attemptSignIn(serverUrl, `http://127.0.0.1:${port}/callback`, state, wish)
  const stop = () => {
    listener.close()
    listener.closeIdleConnections()
  }
  try {
    const page = await attempt.begin()
    const timer = setTimeout(() => answer.reject(new Error('nobody signed in')), answerWithin).unref()
    const end = answer.promise
      .then(({ code, issuer }) => attempt.finish(code, issuer))
      .finally(() => {
        clearTimeout(timer)
        stop()
      })
    // Whoever waits for it hears of it; nobody may.
    end.catch(() => undefined)
    return { page: page.href, end, cancel: () => answer.reject(new Error('it was canceled')) }
  } catch (thrown) {
    stop()
    throw thrown
  }
}

function awaited<T>() {
  let resolve: (value: T) => void = () => undefined
  let reject: (why: Error) => void = () => undefined
  const promise = new Promise<T>((give, refuse) => {
    resolve = give
    reject = refuse
  })
  return { promise, resolve: (value: T) => resolve(value), reject: (why: Error) => reject(why) }
}

const headers = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  connection: 'close',
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** OAuth's names for errors: letters and underscores. */
const wordsOf = (error: string | null): string => (error ?? 'no reason').replace(/[^a-z_]/gi, '').replaceAll('_', ' ')
