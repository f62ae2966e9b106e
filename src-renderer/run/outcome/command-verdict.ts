import { z } from 'zod'
import { type CheckVerdict, checkVerdict } from '../../../src-shared/commands/checks/check-verdict.ts'
import type { ToolSpan } from '../../../src-shared/run/view/run-view.ts'

const known = new WeakMap<ToolSpan, CheckVerdict>()
const exitData = z.object({ exitCode: z.number().nullable() })

/** The exit code of a command; null: it was ended, or another agent did not report one. */
export function exitOf({ result, body }: Pick<ToolSpan, 'result' | 'body'>): number | null {
  const { data } = exitData.safeParse(result?.data)
  return data === undefined ? (body.kind === 'command' ? body.exitCode : null) : data.exitCode
}

/** What a command says about the project, once it has ended; `none` also for what is no command. */
export function commandVerdict(span: ToolSpan): CheckVerdict {
  const { body } = span
  if (span.endMs === null || body.kind !== 'command') return 'none'
  const before = known.get(span)
  if (before !== undefined) return before
  const verdict = checkVerdict(body.command, exitOf(span), body.output)
  known.set(span, verdict)
  return verdict
}
