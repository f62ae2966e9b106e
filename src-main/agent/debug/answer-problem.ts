import { z } from 'zod'
import { parseOutside } from '../../../src-shared/base/excess.ts'
import { schemaFrom } from '../../../src-shared/base/schema-from.ts'
import type { ToolInfo } from '../../../src-shared/model/tool.ts'
import type { EditedAnswer } from '../../../src-shared/run/fork.ts'
import type { PausedLeaf } from './planned-step.ts'

/** Answers that a person supplies in place of a step: whether they fit, and what they are. */

const checkAnswer = z.strictObject({ exitCode: z.number().int().nullable(), output: z.string() })
const hookAnswer = z.strictObject({ decision: z.enum(['continue', 'refuse']), output: z.string().default('') })

/** Why the step can’t have this answer, as a sentence; null: it can. */
export function answerProblem(step: PausedLeaf, answer: EditedAnswer): string | null {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- what is left has no answer by hand
  switch (step.kind) {
    case 'call-model':
      return callsProblem(answer.calls, step.request.tools)
    case 'run-tool':
    case 'ask-user':
      return null
    case 'check':
      return jsonProblem(checkAnswer, answer.text, 'The answer of a check is JSON: {"exitCode": 0, "output": "…"}.')
    case 'hook':
      return jsonProblem(
        hookAnswer,
        answer.text,
        'The answer of a hook is JSON: {"decision": "continue", "output": "…"}.',
      )
    default:
      return `The answer of the step ${step.kind} can’t be supplied by hand.`
  }
}

/**
 * Each call by its tool's schema. What the call does is not tried: a later call may need what an earlier one makes.
 */
function callsProblem(calls: EditedAnswer['calls'], offered: readonly ToolInfo[]): string | null {
  for (const { tool, arguments: text } of calls) {
    const info = offered.find(({ name }) => name === tool)
    const names = offered.map(({ name }) => name).join(', ')
    if (info === undefined)
      return `The tool ${JSON.stringify(tool)} is not offered in this request. Offered: ${names === '' ? 'none' : names}.`
    const problem = argumentsProblem(info, text)
    if (problem !== null) return problem
  }
  return null
}

function argumentsProblem({ name, parameters }: ToolInfo, text: string): string | null {
  try {
    const read = schemaFrom(parameters).safeParse(parseOutside(text))
    return read.success ? null : `The arguments of ${name} do not fit: ${faultsOf(read.error)}.`
  } catch (error) {
    return `The arguments of ${name} are not valid JSON: ${error instanceof Error ? error.message : String(error)}.`
  }
}

export const faultsOf = (error: z.ZodError): string =>
  error.issues
    .slice(0, 4)
    .map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`)
    .join('; ')

function jsonProblem(schema: z.ZodType, text: string, example: string): string | null {
  try {
    const read = schema.safeParse(JSON.parse(text))
    return read.success ? null : `The answer does not fit: ${faultsOf(read.error)}. ${example}`
  } catch {
    return example
  }
}

/** The answer of a check as a person wrote it. @throws ZodError for one that `answerProblem` refuses */
export const suppliedCheck = (text: string) => ({ ...checkAnswer.parse(JSON.parse(text)), durationMs: 0 })

/** The same of a hook. */
export function suppliedHook(text: string) {
  const { decision, output } = hookAnswer.parse(JSON.parse(text))
  return { ended: 'exited' as const, exitCode: 0, decision, output }
}
