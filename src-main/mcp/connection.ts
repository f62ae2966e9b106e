import type { Transport } from '@modelcontextprotocol/client'
import type { McpTool } from '../../src-shared/mcp/mcp-server.ts'
import { type SignInStore, scopeAsked, tokensOf } from './oauth.ts'
import { type Live, type McpRequests, requestsFor, type UseServer } from './offer-requests.ts'
import { callLimits, type OpenCalls, openCalls } from './open-calls.ts'
import type { ServerRequests } from './server-requests.ts'
import { maxTools, toolIn } from './tool-definition.ts'

/** Default time limit of the start, ms. */
const startWithin = 20_000
/** Time limit of a list, ms. */
const listWithin = 10_000
/** Calls have limits of their own, which stop while the user is asked; this is the longest of a timer. */
const noTimeout = 2 ** 31 - 1
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

export interface CallOptions {
  readonly signal: AbortSignal
  readonly onProgress: (text: string) => void
  /** Calls of one owner may ask for something at the same time: the latest is asked. */
  readonly owner: string
  /** What the server asks for while it works. */
  readonly asked: ServerRequests
}

export interface McpConnection extends McpRequests {
  /** The server's tools. Rejects if the server can't be reached or does not reply. */
  list(): Promise<readonly McpTool[]>
  /** The server's raw result. Rejects if the call could not be made or was interrupted. */
  call(tool: string, args: Readonly<Record<string, unknown>>, options: CallOptions): Promise<unknown>
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

const toolRequests = (
  use: UseServer,
  calls: OpenCalls,
  quietMs: number | undefined,
): Pick<McpConnection, 'list' | 'call'> => ({
  list: () =>
    use(async ({ client }) => {
      const tools: McpTool[] = []
      const { tools: listed } = await client.listTools({}, { timeout: listWithin })
      for (const each of listed.slice(0, maxTools)) {
        const tool = toolIn(each)
        if (tool !== null) tools.push(tool)
      }
      return tools
    }),
  call: (name, args, { signal, onProgress, owner, asked }) =>
    use(async ({ client, dead }) => {
      const limits = callLimits(quietMs)
      const close = calls.open(owner, limits, asked)
      const options = {
        signal: AbortSignal.any([signal, dead, limits.signal]),
        timeout: noTimeout,
        onprogress: ({ message, progress, total }: Progress) => {
          limits.progressed()
          onProgress(`${message ?? (total === undefined ? progress : `${progress} of ${total}`)}\n`)
        },
      }
      try {
        return await client.callTool({ name, arguments: { ...args } }, options)
      } catch (thrown) {
        throw limits.signal.aborted ? limits.signal.reason : thrown
      } finally {
        close()
        limits.end()
      }
    }),
})

interface Progress {
  readonly progress: number
  readonly total?: number | undefined
  readonly message?: string | undefined
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
        ? {}
        : { authProvider: tokensOf(target.url, target.signIn), fetch: watchingScope(target.signIn) }
    return new StreamableHTTPClientTransport(new URL(target.url), { requestInit, ...authProvider })
  }
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio')
  const { command, args, env, cwd } = await target.program()
  const transport = new StdioClientTransport({ command, args: [...args], env: { ...env }, cwd, stderr: 'pipe' })
  transport.stderr?.on('data', (bytes: Buffer) => onErrorOutput(bytes.toString('utf8')))
  return transport
}
