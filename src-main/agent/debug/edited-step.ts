import { z } from 'zod'
import { assertNever } from '../../../src-shared/base/assert-never.ts'
import { plural } from '../../../src-shared/base/format.ts'
import type { Json } from '../../../src-shared/base/json.ts'
import { question, questionJson } from '../../../src-shared/model/question.ts'
import { editedRequest, type LoggedEdit, type PauseEdit } from '../../../src-shared/run/debug/pause-events.ts'
import type { Leaf } from '../../strategy/steps.ts'
import type { ToolPort } from '../ports.ts'
import { answerProblem, faultsOf } from './answer-problem.ts'
import type { PausedLeaf } from './planned-step.ts'

/** What a person may change in a step before it is performed, and what the step is then. */

/** What a step other than a model or tool call asks, as it stands in the log. */
export function askOf(step: PausedLeaf): Json {
  if (step.kind === 'ask-user') return { question: questionJson(step.question) }
  if (step.kind === 'check')
    return { command: step.command, ...(step.pattern !== undefined && { pattern: step.pattern }) }
  return null
}

const checkAsk = z.strictObject({ command: z.string().min(1), pattern: z.string().min(1).max(1000).optional() })
const userAsk = z.strictObject({ question })

/** The step as it is performed. @throws ZodError for an edit that `editProblem` refuses */
export function editedStep(
  step: Exclude<Leaf, { kind: 'hook' }>,
  edit: Exclude<LoggedEdit, { kind: 'answer' }>,
  readBody: (ref: string) => string,
): Leaf {
  if (edit.kind === 'request' && step.kind === 'call-model') {
    const { tools, ...rest } = editedRequest.parse(JSON.parse(readBody(edit.ref)))
    return { ...step, request: { ...rest, tools: step.request.tools.filter(({ name }) => tools.includes(name)) } }
  }
  if (edit.kind === 'call' && step.kind === 'run-tool')
    return { ...step, call: { ...step.call, arguments: edit.arguments, complete: true }, limits: edit.limits }
  if (edit.kind === 'ask' && step.kind === 'check') return { kind: 'check', ...checkAsk.parse(edit.ask) }
  if (edit.kind === 'ask' && step.kind === 'ask-user') return { kind: 'ask-user', ...userAsk.parse(edit.ask) }
  return step
}

interface Around {
  readonly roles: { readonly [role: string]: unknown }
  readonly tools: Pick<ToolPort, 'problemWith'>
}

/** Why the step can't be performed with an edit, as a sentence; null: it can. */
export async function editProblem(step: PausedLeaf, edit: PauseEdit, { roles, tools }: Around): Promise<string | null> {
  switch (edit.kind) {
    case 'request':
      return step.kind === 'call-model' ? requestProblem(step, edit, roles) : notThis(step)
    case 'call': {
      if (step.kind !== 'run-tool') return notThis(step)
      const call = { ...step.call, arguments: edit.arguments, complete: true }
      return (await tools.problemWith?.(call)) ?? null
    }
    case 'ask':
      if (step.kind === 'check') return schemaProblem(checkAsk, edit.ask)
      return step.kind === 'ask-user' ? schemaProblem(userAsk, edit.ask) : notThis(step)
    case 'answer':
      return answerProblem(step, edit.answer)
    default:
      return assertNever(edit)
  }
}

const notThis = ({ kind }: PausedLeaf): string => `This can’t be edited in the step ${kind}.`

function requestProblem(
  { request }: Leaf<'call-model'>,
  { request: edited }: Extract<PauseEdit, { kind: 'request' }>,
  roles: Around['roles'],
): string | null {
  if (roles[edited.role] === undefined && roles['default'] === undefined)
    return `No model is chosen for the role ${JSON.stringify(edited.role)}. The roles are: ${Object.keys(roles).join(', ')}.`
  const offered = request.tools.map(({ name }) => name)
  const unknown = edited.tools.filter((name) => !offered.includes(name))
  if (unknown.length > 0)
    return `${plural(unknown.length, 'This tool is', 'These tools are')} not offered in this request: ${unknown.join(', ')}. Offered: ${offered.join(', ') || 'none'}.`
  const forced = typeof edited.toolChoice === 'string' ? null : edited.toolChoice.tool
  return forced === null || edited.tools.includes(forced)
    ? null
    : `toolChoice names ${forced}, which is not among the tools.`
}

function schemaProblem(schema: z.ZodType, value: unknown): string | null {
  const read = schema.safeParse(value)
  if (read.success) return null
  return `The edit does not fit: ${faultsOf(read.error)}.`
}
