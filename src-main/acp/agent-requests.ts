import path from 'node:path'
import { RequestError } from '@agentclientprotocol/sdk'
import { z } from 'zod'
import { optionFor } from './permission-options.ts'
import type { PromptTurn } from './prompt-turn.ts'
import { callReport } from './updates.ts'

const inSession = z.object({ sessionId: z.string() })
const reading = z.object({
  path: z.string(),
  line: z.number().int().min(1).nullish().catch(null),
  limit: z.number().int().min(0).nullish().catch(null),
})
const writing = z.object({ path: z.string(), content: z.string() })
const permission = z.object({ toolCall: z.unknown().optional() })

/**
 * Answers what an agent asks for.
 *
 * 1. Only in the session of the prompt that is running.
 * 2. A question that is open when the prompt ends, or is cancelled, is answered “cancelled”, as the protocol wants.
 * 3. What cannot be done is an error with a reason, which agents pass on to their models.
 */
export async function answerRequest(method: string, params: unknown, turn: PromptTurn | null): Promise<unknown> {
  const asked = inSession.safeParse(params)
  if (turn === null) throw new RequestError(-32600, 'No prompt is running.')
  if (!asked.success || asked.data.sessionId !== turn.session) {
    turn.oddity('It asked for something in another session.')
    throw new RequestError(-32602, 'There is no such session.')
  }
  if (turn.over.aborted && method !== 'session/request_permission')
    throw new RequestError(-32600, 'The prompt has ended.')
  switch (method) {
    case 'session/request_permission':
      return { outcome: await outcomeOf(params, turn) }
    case 'fs/read_text_file': {
      const { line, limit, ...file } = parsed(reading, params)
      const text = await orError(() => turn.readFile(absolute(file.path)))
      return { content: linesOf(text, line ?? null, limit ?? null) }
    }
    case 'fs/write_text_file': {
      const { path: file, content } = parsed(writing, params)
      await orError(() => turn.writeFile(absolute(file), content))
      return {}
    }
    case 'terminal/create':
    case 'terminal/output':
    case 'terminal/wait_for_exit':
    case 'terminal/kill':
    case 'terminal/release':
      return await orError(() => turn.terminal(method, params))
    default:
      throw RequestError.methodNotFound(method)
  }
}

const cancelled = { outcome: 'cancelled' } as const

async function outcomeOf(params: unknown, turn: PromptTurn) {
  const report = callReport(parsed(permission, params).toolCall)
  if (report === null) throw new RequestError(-32602, 'The tool call has no id.')
  if (turn.over.aborted) return cancelled
  const over = new Promise<null>((resolve) => turn.over.addEventListener('abort', () => resolve(null), { once: true }))
  const decision = await Promise.race([turn.ask(report), over])
  if (decision === null) return cancelled
  const optionId = optionFor(params, decision)
  if (optionId !== null) return { outcome: 'selected', optionId }
  if (decision === 'allow') turn.oddity('It did not offer to allow a call just once, so the call was not allowed.')
  return cancelled
}

function parsed<T>(shape: z.ZodType<T>, params: unknown): T {
  const read = shape.safeParse(params)
  if (read.success) return read.data
  throw new RequestError(-32602, `The parameters do not fit: ${read.error.issues[0]?.message ?? ''}`)
}

function absolute(file: string): string {
  if (path.isAbsolute(file)) return file
  throw new RequestError(-32602, `The path must be absolute: ${file.slice(0, 200)}`)
}

async function orError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof RequestError) throw thrown
    throw new RequestError(-32603, thrown instanceof Error ? thrown.message : String(thrown))
  }
}

/** @param line the first one, from 1 */
function linesOf(text: string, line: number | null, limit: number | null): string {
  if (line === null && limit === null) return text
  const lines = text.split('\n')
  const first = (line ?? 1) - 1
  return lines.slice(first, limit === null ? undefined : first + limit).join('\n')
}
