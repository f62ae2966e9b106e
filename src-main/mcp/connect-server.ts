import type { Client, jsonSchemaValidator, Transport } from '@modelcontextprotocol/client'
import { fetchAsUser } from '../network/fetch-as-user.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { type SignInStore, scopeAsked, tokensOf } from './oauth.ts'
import type { Live } from './offer-requests.ts'
import type { OpenCalls } from './open-calls.ts'
import { type McpProgram, type StdioTransport, stdioTransport } from './stdio-transport.ts'
import { failWithStream } from './unclear-end.ts'

export type McpTarget =
  | { readonly kind: 'stdio'; readonly program: () => Promise<McpProgram> }
  | {
      readonly kind: 'http'
      readonly url: string
      readonly headers: Readonly<Record<string, string>>
      /** Null: the headers authorize requests. */
      readonly signIn: SignInStore | null
    }

/** What is heard of a server while it is connected. */
export interface HeardOfServer {
  /** It reports that its tools, prompts or resources have changed. */
  changed(): void
  readonly asked: OpenCalls['asked']
  /** It has ended by itself, for this reason. */
  gone(why: string): void
  /** The connection has ended, for whatever reason. */
  ended(): void
}

/** A server that is being connected, or is. */
export interface OpeningServer {
  /** Rejects if it can't be reached, does not reply, or is closed before. */
  readonly live: Promise<Live>
  /** The end of what its program printed as errors. */
  errors(): string
  /** Ends it, in whatever state it is; it is not waited for that it starts. Never rejects. */
  close(): Promise<void>
}

/** Timeout of the ping to a server whose stream broke, ms. */
const pingWithin = 5000
/** Time that a server over HTTP gets to hear of the end, ms. */
const partingWithin = 500

export function connectServer(
  target: McpTarget,
  limits: { readonly version: string; readonly startMs: number },
  heard: HeardOfServer,
): OpeningServer {
  let transport: Transport | null = null
  let program: StdioTransport | null = null
  let isClosed = false
  const refuseClosed = () => {
    if (isClosed) throw new Error('the server was ended')
  }
  const open = async (): Promise<Live> => {
    const sdk = await import('@modelcontextprotocol/client')
    const { deserializeMessage: read, serializeMessage: write } = sdk
    if (target.kind === 'http') {
      transport = httpTransport(target, sdk)
      failWithStream(transport)
    } else {
      const started = await target.program()
      refuseClosed()
      program = stdioTransport(started, { read, write })
      transport = program
    }
    refuseClosed()
    const dead = new AbortController()
    const client = clientOf(sdk.Client, limits.version, heard)
    let isConnected = false
    const end = () => {
      dead.abort(new Error('the server is gone'))
      heard.ended()
      const why = program?.endedBy() ?? null
      if (isConnected && why !== null) heard.gone(why)
    }
    client.onclose = end
    client.onerror = (error) => {
      // A broken stream is not the end of the server, but a server over HTTP may have ended without notice.
      if (target.kind === 'http' && !dead.signal.aborted && !isSessionLost(error))
        void client.ping({ timeout: pingWithin }).catch(() => {
          end()
          void client.close().catch(() => undefined)
        })
    }
    await client.connect(transport, { timeout: limits.startMs }).catch((thrown: unknown) => {
      throw whyNot(thrown, program)
    })
    refuseClosed()
    isConnected = true
    return { client, dead: dead.signal }
  }
  const live = open()
  const close = async () => {
    isClosed = true
    const ending = transport?.close().catch(() => undefined)
    await (program === null ? Promise.race([ending, soon()]) : ending)
  }
  // A start that failed leaves no process.
  live.catch(() => close())
  return { live, errors: () => program?.errors() ?? '', close }
}

/** Whether a server over HTTP refused a request since it does not know the session; it has done nothing. */
export const isSessionLost = (thrown: unknown): boolean =>
  thrown instanceof Error && 'status' in thrown && thrown.status === 404

const soon = () => new Promise<void>((resolve) => setTimeout(resolve, partingWithin).unref())

/** The library says only that the connection was closed. */
function whyNot(thrown: unknown, program: StdioTransport | null): unknown {
  const why = program?.endedBy() ?? null
  return why === null || (thrown instanceof Error && thrown.message.includes(why)) ? thrown : new Error(why)
}

/** Nothing asks for it: `toolRequests` makes the only requests whose results have schemas. */
const unchecked: jsonSchemaValidator = {
  getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'it is not checked here' }),
}

type Library = typeof import('@modelcontextprotocol/client')

function clientOf(make: Library['Client'], version: string, { changed, asked }: HeardOfServer): Client {
  // The lists are asked for again by whoever keeps them.
  const listening = { autoRefresh: false, debounceMs: 300, onChanged: () => changed() }
  const client = new make(
    { name: 'Stratagem', version },
    {
      capabilities: { elicitation: { form: {}, url: {} }, sampling: {} },
      listChanged: { tools: listening, prompts: listening, resources: listening },
      // Schemas of strangers are compiled and matched only in a thread that can be ended (T79).
      jsonSchemaValidator: unchecked,
    },
  )
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    const answer = await asked()?.form(params)
    return answer ?? { action: 'cancel' }
  })
  client.setNotificationHandler('notifications/elicitation/complete', ({ params }) => {
    asked()?.completed(params)
  })
  client.setRequestHandler('sampling/createMessage', async ({ params }) => {
    const answer = (await asked()?.model(params)) ?? null
    if (answer === null) throw new Error('The user did not allow it, or there is no model.')
    return { ...answer, content: { ...answer.content } }
  })
  return client
}

/** Notes that a sign-in does not allow enough, so that the next one can ask for it. */
const watchingScope =
  (store: SignInStore) =>
  async (url: string | URL, init?: RequestInit): Promise<Response> => {
    const response = await fetchAsUser(url, init)
    const scope = scopeAsked(response.status, response.headers.get('www-authenticate'))
    if (scope === null) return response
    store.refused(scope)
    const rights = scope === '' ? '' : ` (${scope})`
    throw new Error(`your sign-in does not allow this${rights}. Sign in again in Settings → MCP servers`)
  }

function httpTransport(
  { url, headers, signIn }: Extract<McpTarget, { kind: 'http' }>,
  { StreamableHTTPClientTransport }: Library,
): Transport {
  // The user's headers are sent to no other address.
  const requestInit: RequestInit = { headers: { ...headers }, redirect: 'error' }
  const authProvider =
    signIn === null
      ? { fetch: boundedFetch() }
      : { authProvider: tokensOf(url, signIn), fetch: boundedFetch(watchingScope(signIn)) }
  return new StreamableHTTPClientTransport(new URL(url), { requestInit, ...authProvider })
}
