import type { AuthProvider, OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { fetchAsUser } from '../network/fetch-as-user.ts'

/** What is kept of a sign-in. All of it is secret. */
export const signIn = z.object({
  client: z.looseObject({ client_id: z.string(), client_secret: z.string().optional(), issuer: z.string().optional() }),
  tokens: z.looseObject({
    access_token: z.string(),
    token_type: z.string(),
    refresh_token: z.string().optional(),
    issuer: z.string().optional(),
    scope: z.string().optional(),
  }),
  /** The user got the client from the server's owner: it is used again. */
  isOwnClient: z.boolean().optional(),
  /** Where tokens are revoked (RFC 7009), if the server offers it. */
  revokeAt: z.string().optional(),
})
export type SignIn = z.infer<typeof signIn>

/** The sign-in to one server. */
export interface SignInStore {
  read(): SignIn | null
  write(value: SignIn | null): void
  /**
   * The server refused the request: there is no sign-in, or it has ended, or it does not allow enough.
   * @param scope what it should allow, in the server's names; empty: as before
   */
  refused(scope?: string): void
}

/** Time limit of a request to an authorization server, ms. */
const requestWithin = 15_000

const needed = 'it needs you to sign in. Do so in Settings → MCP servers'

/** Authorizes requests with the kept tokens, and renews them. Never opens a page. */
export function tokensOf(url: string, store: SignInStore): AuthProvider {
  return {
    token: () => Promise.resolve(store.read()?.tokens.access_token),
    onUnauthorized: async () => {
      const before = store.read()
      // Refresh tokens are often good for one use: one renewal at a time.
      const running = renewals.get(url) ?? renew(url, before).finally(() => renewals.delete(url))
      renewals.set(url, running)
      const renewed = await running
      if (renewed !== null) return store.write({ ...before, ...renewed })
      // Another process may have renewed them.
      if (store.read()?.tokens.access_token !== before?.tokens.access_token) return
      store.refused()
      throw new Error(needed)
    },
  }
}

const renewals = new Map<string, Promise<Pick<SignIn, 'client' | 'tokens'> | null>>()

/** Null if they can't be renewed. Never rejects. */
async function renew(url: string, kept: SignIn | null): Promise<Pick<SignIn, 'client' | 'tokens'> | null> {
  if (kept?.tokens.refresh_token === undefined) return null
  const { auth } = await import('@modelcontextprotocol/client')
  let { client, tokens } = kept
  const provider: OAuthClientProvider = {
    ...ownMetadata('http://127.0.0.1/callback'),
    clientInformation: () => client,
    ...(kept.isOwnClient !== true && {
      saveClientInformation: (value: unknown) => {
        client = signIn.shape.client.parse(value)
      },
    }),
    tokens: () => tokens,
    saveTokens: (value) => {
      tokens = signIn.shape.tokens.parse(value)
    },
    redirectToAuthorization: () => Promise.reject(new Error(needed)),
    // Nothing is forgotten here: the user signs in again, or out.
    invalidateCredentials: () => Promise.reject(new Error(needed)),
    saveCodeVerifier: () => undefined,
    codeVerifier: () => '',
  }
  const end = await auth(provider, { serverUrl: url, fetchFn: fetchFor(url) }).catch(() => null)
  return end === 'AUTHORIZED' ? { client, tokens } : null
}

const ownMetadata = (redirectUrl: string): Pick<OAuthClientProvider, 'redirectUrl' | 'clientMetadata'> => ({
  redirectUrl,
  clientMetadata: {
    client_name: 'Stratagem',
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  },
})

/** Metadata of a server that revokes tokens (RFC 8414). */
const revocable = z.looseObject({ revocation_endpoint: z.url() })

/** One attempt to sign in, from the address that the user opens to the tokens. */
export interface SignInAttempt {
  /** Where the user signs in. @throws Error if the server offers no sign-in */
  begin(): Promise<URL>
  /** @throws Error if the code is refused */
  finish(code: string, issuer: string | null): Promise<SignIn>
}

export interface SignInWish {
  /** A client that the user got from the server's owner; null: this app registers itself. */
  readonly client: SignIn['client'] | null
  /** What the sign-in should allow, in the server's names; null: what the server proposes. */
  readonly scope: string | null
}

/** @param redirectUrl where the answer is awaited: an address on this computer */
export function attemptSignIn(
  serverUrl: string,
  redirectUrl: string,
  state: string,
  { client: own, scope }: SignInWish,
): SignInAttempt {
  let client: SignIn['client'] | undefined = own ?? undefined
  let tokens: SignIn['tokens'] | undefined
  let discovery: OAuthDiscoveryState | undefined
  let verifier = ''
  let page: URL | undefined
  const provider: OAuthClientProvider = {
    ...ownMetadata(redirectUrl),
    state: () => state,
    clientInformation: () => client,
    ...(own === null && {
      saveClientInformation: (value: unknown) => {
        client = signIn.shape.client.parse(value)
      },
    }),
    tokens: () => tokens,
    saveTokens: (value) => {
      tokens = signIn.shape.tokens.parse(value)
    },
    redirectToAuthorization: (url) => {
      page = url
    },
    saveCodeVerifier: (value) => {
      verifier = value
    },
    codeVerifier: () => verifier,
    discoveryState: () => discovery,
    saveDiscoveryState: (value) => {
      discovery = value
    },
  }
  const options = { serverUrl, fetchFn: fetchFor(serverUrl), ...(scope !== null && { scope }) }
  return {
    begin: async () => {
      const { auth } = await import('@modelcontextprotocol/client')
      await auth(provider, options)
      if (page === undefined || !isSafe(page, serverUrl)) throw new Error('it offers no page to sign in')
      return page
    },
    finish: async (code, issuer) => {
      const { auth } = await import('@modelcontextprotocol/client')
      await auth(provider, { ...options, authorizationCode: code, ...(issuer !== null && { iss: issuer }) })
      if (client === undefined || tokens === undefined) throw new Error('it sent no token')
      const revokeAt = revocable.safeParse(discovery?.authorizationServerMetadata).data?.revocation_endpoint
      return { client, tokens, ...(own !== null && { isOwnClient: true }), ...(revokeAt !== undefined && { revokeAt }) }
    },
  }
}

/**
 * Has the server forget the tokens (RFC 7009). Never rejects.
 * @returns whether it did; null if it offers no such thing
 */
export async function revoke(serverUrl: string, { client, tokens, revokeAt }: SignIn): Promise<boolean | null> {
  if (revokeAt === undefined) return null
  // A server that revokes a refresh token ends its access tokens too.
  const [token, hint] =
    tokens.refresh_token === undefined ? [tokens.access_token, 'access_token'] : [tokens.refresh_token, 'refresh_token']
  const secret = client.client_secret === undefined ? {} : { client_secret: client.client_secret }
  const body = new URLSearchParams({ token, token_type_hint: hint, client_id: client.client_id, ...secret })
  return await fetchFor(serverUrl)(revokeAt, { method: 'POST', body }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** What a refused request asks the sign-in to allow; null if it was refused for another reason. Source: RFC 6750. */
export function scopeAsked(status: number, challenge: string | null): string | null {
  if (status !== 403 || challenge === null || !/\berror="?insufficient_scope\b/.test(challenge)) return null
  const scope = /\bscope="([^"]{0,500})"/.exec(challenge)?.[1] ?? ''
  return scope.replace(/[^\x21\x23-\x5b\x5d-\x7e ]/g, '')
}

/**
 * Requests to the addresses that a server names: encrypted ones only, and no redirects, so that a server can't have this
 * computer ask others in its network. A server on this computer may name addresses here.
 */
const fetchFor =
  (serverUrl: string) =>
  async (to: string | URL, init?: RequestInit): Promise<Response> => {
    const url = new URL(to)
    if (!isSafe(url, serverUrl)) throw new Error(`it names ${url.host}, which is not reached over https`)
    return await fetchAsUser(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(requestWithin) })
  }

const isSafe = (url: URL, serverUrl: string): boolean =>
  url.protocol === 'https:' ? !isHere(url) || isHere(new URL(serverUrl)) : isHere(url) && isHere(new URL(serverUrl))

const isHere = ({ hostname, protocol }: URL): boolean =>
  /^https?:$/.test(protocol) && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
