import { z } from 'zod'
import { formatNumber } from '../../src-shared/base/format.ts'
import type { McpTool } from '../../src-shared/mcp/mcp-server.ts'
import { visibleName } from '../tools/text/visible.ts'
import type { UseServer } from './offer-requests.ts'
import { callLimits, type OpenCalls } from './open-calls.ts'
import { resultNote } from './result-note.ts'
import type { ServerRequests } from './server-requests.ts'
import { maxTools, toolIn } from './tool-definition.ts'
import { UnclearEnd, unclearEnd } from './unclear-end.ts'

/** Time limit of a page of a list, ms, and pages of a list. */
const [listWithin, maxPages] = [10_000, 64]
/** Calls have limits of their own, which stop while the user is asked; this is the longest of a timer. */
const noTimeout = 2 ** 31 - 1
/** Tools that are named when they can't be offered. */
const maxNamed = 5

export interface CallOptions {
  readonly signal: AbortSignal
  readonly onProgress: (text: string) => void
  /** Calls of one owner may ask for something at the same time: the latest is asked. */
  readonly owner: string
  /** What the server asks for while it works. */
  readonly asked: ServerRequests
}

/** What a server answered to a call. */
export interface CallEnd {
  /** Raw: only known to be an object. */
  readonly result: unknown
  /** What is odd about it, in a sentence; null if nothing is. */
  readonly note: string | null
}

export interface ToolRequests {
  /** The server's tools. Rejects if the server can't be reached or does not reply. */
  list(): Promise<readonly McpTool[]>
  /** Why tools of the last list can't be offered, in a sentence; null if all can. */
  leftOut(): string | null
  /** Rejects if the call could not be made or was interrupted; with an `UnclearEnd` if it may have been carried out. */
  call(tool: string, args: Readonly<Record<string, unknown>>, options: CallOptions): Promise<CallEnd>
}

/**
 * Requests about tools. The package's own would refuse a whole list for one tool, and a whole result for one part, and
 * would compile and match the server's schemas in this thread, for as long as the server likes (T79).
 */
export function toolRequests(use: UseServer, calls: OpenCalls, quietMs: number | undefined): ToolRequests {
  const outputSchemas = new Map<string, unknown>()
  let problem: string | null = null
  const list: ToolRequests['list'] = () =>
    use(async ({ client }) => {
      const tools: McpTool[] = []
      const left: string[] = []
      outputSchemas.clear()
      let cursor: string | undefined
      for (let page = 0; page < maxPages && tools.length < maxTools; page++) {
        const params = cursor === undefined ? {} : { cursor }
        const answer = await client.request({ method: 'tools/list', params }, listed, { timeout: listWithin })
        for (const each of answer.tools.slice(0, maxTools - tools.length)) {
          const read = toolIn(each)
          if (read.kind === 'bad') left.push(`${visibleName(read.name)} (${read.why})`)
          else if (tools.every(({ name }) => name !== read.tool.name)) tools.push(read.tool)
          if (read.kind === 'tool' && read.output !== undefined) outputSchemas.set(read.tool.name, read.output)
        }
        if (answer.nextCursor === undefined || answer.nextCursor === cursor) break
        cursor = answer.nextCursor
      }
      problem = leftOutText(left)
      return tools
    })
  const call: ToolRequests['call'] = (name, args, { signal, onProgress, owner, asked }) =>
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
        const request = { method: 'tools/call', params: { name, arguments: { ...args } } }
        const result = await client.request(request, called, options)
        return { result, note: await resultNote(result, outputSchemas.get(name), signal) }
      } catch (thrown) {
        if (signal.aborted) throw thrown
        if (limits.signal.aborted) throw new UnclearEnd(limits.signal.reason.message, false)
        if (dead.aborted) throw new UnclearEnd('the server ended before it had answered', true)
        throw unclearEnd(thrown) ?? thrown
      } finally {
        close()
        limits.end()
      }
    })
  return { list, leftOut: () => problem, call }
}

const listed = z.looseObject({
  tools: z.array(z.unknown()),
  nextCursor: z.string().max(10_000).optional().catch(undefined),
})
const called = z.looseObject({})

interface Progress {
  readonly progress: number
  readonly total?: number | undefined
  readonly message?: string | undefined
}

function leftOutText(left: readonly string[]): string | null {
  if (left.length === 0) return null
  const more = left.length > maxNamed ? [`${formatNumber(left.length - maxNamed)} more`] : []
  return `These of its tools can’t be offered: ${[...left.slice(0, maxNamed), ...more].join(', ')}.`
}
