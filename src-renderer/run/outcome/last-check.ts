import { z } from 'zod'
import type { RunView, Span } from '../../../src-shared/run/view/run-view.ts'
import { stepSubject } from '../span-names.ts'
import { commandVerdict } from './command-verdict.ts'

interface Check {
  readonly command: string
  readonly passed: boolean
}

const exit = z.object({ exitCode: z.number().nullable() })

/**
 * The result of the run's last check: a check of the strategy, or a command of the model that checks the project. Null
 * if there was none, or if the last one does not say how it went: an earlier result may no longer be true.
 */
export function lastCheck(view: Pick<RunView, 'spans'>): Check | null {
  for (let at = view.spans.length - 1; at >= 0; at--) {
    const span = view.spans[at]
    const check = span === undefined ? null : checkOf(span)
    if (check !== null) return check === 'unclear' ? null : check
  }
  return null
}

function checkOf(span: Span): Check | 'unclear' | null {
  if (span.endMs === null) return null
  if (span.kind === 'tool' && span.body.kind === 'command') {
    const verdict = commandVerdict(span)
    if (verdict === 'none' || verdict === 'unclear') return verdict === 'none' ? null : verdict
    return { command: span.body.command, passed: verdict === 'passed' }
  }
  if (span.kind !== 'step' || span.step !== 'check') return null
  const code = exit.safeParse(span.answer).data?.exitCode
  return code === undefined ? null : { command: stepSubject(span), passed: code === 0 }
}
