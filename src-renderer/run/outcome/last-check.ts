import { z } from 'zod'
import type { RunView, Span } from '../../../src-shared/run/view/run-view.ts'
import { stepSubject } from '../span-names.ts'

interface Check {
  readonly command: string
  readonly passed: boolean
}

/** Commands that check a project: its tests, types or build. */
const judges = /\b(?:test|tests|check|pytest|jest|vitest|mocha|tap|tsc|clippy|vet|lint|build)\b/
const exit = z.object({ exitCode: z.number().nullable() })

/** The result of the run's last check: a check of the strategy, or a command of the model that checks the project. */
export function lastCheck(view: Pick<RunView, 'spans'>): Check | null {
  for (let at = view.spans.length - 1; at >= 0; at--) {
    const span = view.spans[at]
    const check = span === undefined ? null : checkOf(span)
    if (check !== null) return check
  }
  return null
}

function checkOf(span: Span): Check | null {
  if (span.endMs === null) return null
  if (span.kind === 'tool' && span.body.kind === 'command' && judges.test(span.body.command)) {
    return { command: span.body.command, passed: span.body.exitCode === 0 }
  }
  if (span.kind !== 'step' || span.step !== 'check') return null
  const code = exit.safeParse(span.answer).data?.exitCode
  return code === undefined ? null : { command: stepSubject(span), passed: code === 0 }
}
