import { assertNever } from '../../base/assert-never.ts'
import type { PlannedStep } from '../leaf-starts.ts'
import { subjectOf } from '../tool-subject.ts'
import { breakpointText } from './breakpoint-text.ts'
import type { LoggedEdit, PauseReason } from './pause-events.ts'

/** Pauses as people read them. */

/** Why the run is paused: `Breakpoint tool:edit_file`. */
export function reasonText(reason: PauseReason): string {
  switch (reason.kind) {
    case 'breakpoint':
      return `Breakpoint ${breakpointText(reason.at)}`
    case 'step':
      return 'Step'
    case 'run-to':
      return `Run to ${breakpointText(reason.at)}`
    case 'user':
      return 'You paused the run'
    default:
      return assertNever(reason)
  }
}

/** The step that waits: `edit_file src/a.ts`, `a call of the model as engineer`. */
export function plannedText(step: PlannedStep): string {
  switch (step.type) {
    case 'model-start':
      return `a call of ${step.bound.model} as ${step.role}`
    case 'tool-start':
      return `${step.call.tool} ${subjectOf(step.call)}`.trim()
    case 'step-start':
      return `the step ${step.step}`
    default:
      return assertNever(step)
  }
}

/** What of a step is edited: `Edited by you: arguments`. */
export function editText(edit: Pick<LoggedEdit, 'kind'>): string {
  switch (edit.kind) {
    case 'request':
      return 'Edited by you: request'
    case 'call':
      return 'Edited by you: arguments or limits'
    case 'ask':
      return 'Edited by you: step'
    case 'answer':
      return 'Answered by you'
    default:
      return assertNever(edit.kind)
  }
}
