import type { jsonSchemaValidator, Transport } from '@modelcontextprotocol/client'
import { boundedFetch } from './bounded-fetch.ts'
import { type SignInStore, scopeAsked, tokensOf } from './oauth.ts'
import { type Live, type McpRequests, requestsFor, type UseServer } from './offer-requests.ts'
import { type OpenCalls, openCalls } from './open-calls.ts'
import { type ToolRequests, toolRequests } from './tool-requests.ts'

/** Default time limit of the start, ms. */
const startWithin = 20_000
/** Timeout of the ping to a server whose stream broke, ms. */
const pingWithin = 5000

/** A server that is unused for this long is ended, ms. */
const idleFor = 600_000

/** Number of characters that are kept of a program's standard error. */
const keptErrors = 4000

/** How to start a server's process: the confined command and its environment. */
export interface McpProgram {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
}
export type McpTarget =
  | { readonly kind: 'stdio'; readonly program: () => Promise<McpProgram> }
  | {
      readonly kind: 'http'
      readonly url: string
      readonly headers: Readonly<Record<string, string>>
      /** Null: the headers authorize requests. */
      readonly signIn: SignInStore | null
    }

/** Time limits that the user set for a server, ms; without one, the default is used. */
export interface McpTimeLimits {
  readonly startMs?: number | undefined
  /** Of a call, without progress. */
  readonly quietMs?: number | undefined
}

export interface McpConnection extends McpRequests, ToolRequests {
  /** The end of the program's standard error. */
  errors(): string
  close(): Promise<void>
}

/**
 * The connection to one server, opened on first use, and again after the server has ended. A server that is unused for
 * long is ended.
 * @param changed called when the server reports that its tools, prompts or resources have changed
 */
export function openConnection(
  target: McpTarget,
  version: string,
  changed: () => void,
  { startMs = startWithin, quietMs }: McpTimeLimits = {},
): McpConnection {
  const calls = openCalls()
  let live: Promise<Live> | null = null
  let errorOutput = ''
  const onEnd = (of: Promise<Live>) => {
    if (live === of) live = null
  }
  const onErrorOutput = (text: string) => {
    errorOutput = (errorOutput + text).slice(-keptErrors)
  }
  const connected = (): Promise<Live> => {
    if (live !== null) return live
    const fresh: Promise<Live> = connect(
      target,
      { version, startMs },
      { changed, asked: calls.asked },
      () => onEnd(fresh),
      onErrorOutput,
    )
    fresh.catch(() => onEnd(fresh))
    live = fresh
    return fresh
  }
  const end = async () => {
    const last = live
    live = null
    await last?.then(({ client }) => client.close()).catch(() => undefined)
  }
  const { use, close } = whileUsed(connected, end)
  return { ...requestsFor(use), ...toolRequests(use, calls, quietMs), errors: () => errorOutput, close }
}

/** Uses the connection, and ends it once nobody does; `close` ends it for good. */
function whileUsed(connected: () => Promise<Live>, end: () => Promise<void>) {
  let users = 0
  let isClosed = false
  let idle: NodeJS.Timeout | undefined
  const use: UseServer = async (work) => {
    if (isClosed) throw new Error('the server was ended')
    clearTimeout(idle)
    users += 1
    try {
      return await work(await connected())
    } finally {
      users -= 1
      if (users === 0 && !isClosed) idle = setTimeout(() => void end(), idleFor).unref()
    }
  }
  const close = async () => {
    isClosed = true
    clearTimeout(idle)
    await end()
  }
  return { use, close }
}

/** Nothing asks for it: `toolRequests` makes the only requests whose results have schemas. */
const unchecked: jsonSchemaValidator = {
  getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'it is not checked here' }),
}

async function connect(
  target: McpTarget,
  { version, startMs }: { readonly version: string; readonly startMs: number },
  { changed, asked }: { readonly changed: () => void; readonly asked: OpenCalls['asked'] },
  onEnd: () => void,
  onErrorOutput: (text: string) => void,
): Promise<Live> {
  const { Client } = await import('@modelcontextprotocol/client')
  const dead = new AbortController()
  // The lists are asked for again by whoever keeps them.
  const listening = { autoRefresh: false, onChanged: () => changed() }
  const client = new Client(
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
  const end = () => {
    dead.abort(new Error('the server is gone'))
    onEnd()
  }
  client.onclose = end
  client.onerror = () => {
    // A broken stream is not the end of the server, but a server over HTTP may have ended without notice.
    if (target.kind === 'http' && !dead.signal.aborted)
      void client.ping({ timeout: pingWithin }).catch(() => {
        end()
        void client.close().catch(() => undefined)
      })
  }
  await client.connect(await transportTo(target, onErrorOutput), { timeout: startMs })
  return { client, dead: dead.signal }
}

/** Notes that a sign-in does not allow enough, so that the next one can ask for it. */
const watchingScope =
  (store: SignInStore) =>
  async (url: string | URL, init?: RequestInit): Promise<Response> => {
    const response = await fetch(url, init)
    const scope = scopeAsked(response.status, response.headers.get('www-authenticate'))
    if (scope === null) return response
    store.refused(scope)
    const rights = scope === '' ? '' : ` (${scope})`
    throw new Error(`your sign-in does not allow this${rights}. Sign in again in Settings → MCP servers`)
  }

async function transportTo(target: McpTarget, onErrorOutput: (text: string) => void): Promise<Transport> {
  if (target.kind === 'http') {
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
    // The user's headers are sent to no other address.
    const requestInit: RequestInit = { headers: { ...target.headers }, redirect: 'error' }
    const authProvider =
      target.signIn === null
        ? { fetch: boundedFetch() }
        : { authProvider: tokensOf(target.url, target.signIn), fetch: boundedFetch(watchingScope(target.signIn)) }
    return new StreamableHTTPClientTransport(new URL(target.url), { requestInit, ...authProvider })
  }
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio')
  const { command, args, env, cwd } = await target.program()
  const transport = new StdioClientTransport({ command, args: [...args], env: { ...env }, cwd, stderr: 'pipe' })
  transport.stderr?.on('data', (bytes: Buffer) => onErrorOutput(bytes.toString('utf8')))
  return transport
}
