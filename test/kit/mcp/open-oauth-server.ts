import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'

/** An MCP server over HTTP with an authorization server, both scripted, on loopback. */
export interface OAuthServer {
  /** Of the MCP server. */
  readonly url: string
  /** Access tokens that were given. */
  readonly given: string[]
  /** Tokens that the app gave back. */
  readonly revoked: readonly string[]
  /** What each sign-in asked to be allowed. */
  readonly scopes: readonly string[]
  /** Makes the present access token invalid; `forever`: the refresh token too. */
  expire(forever: boolean): void
  close(): Promise<void>
  /** What the user's browser does with a page: signs in, or refuses. @returns the status of the app's answer */
  browse(page: string, how?: { readonly refuse?: true; readonly state?: string }): Promise<number>
}

export interface OAuthSetup {
  /** The only client; left out: apps register themselves. */
  readonly client?: { readonly id: string; readonly secret: string }
  /** What tokens must allow for a tool to be called. */
  readonly scope?: string
}

export async function openOAuthServer({ client: only, scope: needed }: OAuthSetup = {}): Promise<OAuthServer> {
  const codes = new Map<string, { readonly challenge: string; readonly redirect: string }>()
  const given: string[] = []
  let valid = ''
  let refresh = ''
  const clients = new Map<string, readonly string[]>()
  const revoked: string[] = []
  const scopes: string[] = []
  const tokens = () => {
    valid = `access-${randomUUID()}`
    refresh = `refresh-${randomUUID()}`
    given.push(valid, refresh)
    const scope = scopes.at(-1) ?? ''
    return { access_token: valid, refresh_token: refresh, token_type: 'Bearer', expires_in: 3600, scope }
  }
  const answers: { readonly [path: string]: (body: string, request: IncomingMessage) => readonly [number, object] } = {
    '/.well-known/oauth-protected-resource/mcp': () => [
      200,
      { resource: `${base}/mcp`, authorization_servers: [base] },
    ],
    '/.well-known/oauth-authorization-server': () => [
      200,
      {
        issuer: base,
        authorization_endpoint: `${base}/authorize`,
        token_endpoint: `${base}/token`,
        ...(only === undefined && { registration_endpoint: `${base}/register` }),
        revocation_endpoint: `${base}/revoke`,
        response_types_supported: ['code'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: [only === undefined ? 'none' : 'client_secret_post'],
        authorization_response_iss_parameter_supported: true,
      },
    ],
    '/register': (body) => {
      const wanted = JSON.parse(body)
      const id = `client-${randomUUID()}`
      clients.set(id, wanted.redirect_uris)
      return [201, { ...wanted, client_id: id }]
    },
    '/revoke': (body) => {
      const { token = '', client_id: client = '' } = Object.fromEntries(new URLSearchParams(body))
      if (client !== '') revoked.push(token)
      return [200, {}]
    },
    '/token': (body) => {
      const asked = new URLSearchParams(body)
      if (only !== undefined && (asked.get('client_id') !== only.id || asked.get('client_secret') !== only.secret))
        return [401, { error: 'invalid_client' }]
      if (asked.get('grant_type') === 'refresh_token')
        return asked.get('refresh_token') === refresh ? [200, tokens()] : [400, { error: 'invalid_grant' }]
      const code = codes.get(asked.get('code') ?? '')
      const proof = createHash('sha256')
        .update(asked.get('code_verifier') ?? '')
        .digest('base64url')
      codes.delete(asked.get('code') ?? '')
      return code?.challenge === proof && code.redirect === asked.get('redirect_uri')
        ? [200, tokens()]
        : [400, { error: 'invalid_grant' }]
    },
    '/mcp': (body, { headers, method }) => {
      if (valid === '' || headers.authorization !== `Bearer ${valid}`) return [401, {}]
      const { id, method: wanted, params } = body === '' ? { id: null, method: '', params: {} } : JSON.parse(body)
      if (method !== 'POST') return [405, {}]
      if (id === undefined) return [202, {}]
      if (wanted === 'tools/call' && needed !== undefined && !scopes.at(-1)?.split(' ').includes(needed))
        return [403, {}]
      const result =
        wanted === 'initialize'
          ? {
              protocolVersion: params.protocolVersion,
              capabilities: { tools: {} },
              serverInfo: { name: 'o', version: '1' },
            }
          : wanted === 'tools/list'
            ? { tools: [{ name: 'hello', inputSchema: { type: 'object' } }] }
            : { content: [{ type: 'text', text: 'hi' }] }
      return [200, { jsonrpc: '2.0', id, result }]
    },
  }
  const listening = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString('utf8')))
    request.on('end', () => {
      const answer = answers[new URL(request.url ?? '/', 'http://x').pathname]
      const [status, value] = answer === undefined ? ([404, {}] as const) : answer(body, request)
      const challenge = `Bearer error="insufficient_scope", scope="${needed}"`
      response
        .writeHead(status, {
          'content-type': 'application/json',
          ...(status === 403 && { 'www-authenticate': challenge }),
        })
        .end(JSON.stringify(value))
    })
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', () => resolve()))
  const address = listening.address()
  const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  return {
    close: async () => {
      listening.closeAllConnections()
      await new Promise((resolve) => listening.close(resolve))
    },
    url: `${base}/mcp`,
    given,
    revoked,
    scopes,
    expire: (forever) => {
      valid = ''
      if (forever) refresh = ''
    },
    browse: async (page, { refuse, state } = {}) => {
      const asked = new URL(page).searchParams
      const redirect = asked.get('redirect_uri') ?? ''
      const isOnly = only !== undefined && asked.get('client_id') === only.id
      if (!isOnly && !clients.get(asked.get('client_id') ?? '')?.includes(redirect)) throw new Error('not registered')
      scopes.push(asked.get('scope') ?? '')
      const back = new URL(redirect)
      const code = randomUUID()
      codes.set(code, { challenge: asked.get('code_challenge') ?? '', redirect })
      back.searchParams.set('state', state ?? asked.get('state') ?? '')
      back.searchParams.set('iss', base)
      if (refuse) back.searchParams.set('error', 'access_denied')
      else back.searchParams.set('code', code)
      return (await fetch(back)).status
    },
  }
}
