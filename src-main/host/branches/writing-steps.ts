import { assertNever } from '../../../src-shared/base/assert-never.ts'
import type { StoredEvent } from '../../../src-shared/run/event.ts'
import type { OtherStep } from '../../../src-shared/run/leaf-starts.ts'

/** Finds the steps of a run that may have written its workspace's files, from its events. */
export interface WritingSteps {
  /** Path of the step that this event ends, if it may have written; else null. */
  endOf(event: StoredEvent): string | null
}

const writes: ReadonlySet<string> = new Set<OtherStep>(['check', 'restore', 'hook', 'prompt-agent'])

/**
 * Writes in a phase's own copy don't count as writes in the workspace.
 * @param past the events of the run so far
 */
export function createWritingSteps(past: readonly StoredEvent[]): WritingSteps {
  const apart: string[] = []
  const began = new Set<string>()
  const endOf = (event: StoredEvent): string | null => {
    switch (event.type) {
      case 'phase-start':
        if (event.copy !== undefined) apart.push(`${event.path}.`)
        return null
      // Only what writes begins (see the tools' pipeline).
      case 'tool-begin':
        began.add(event.path)
        return null
      case 'tool-end':
        return began.has(event.path) ? inWorkspace(event.path) : null
      case 'step-end':
        return writes.has(event.step) ? inWorkspace(event.path) : null
      case 'approval-answer':
      case 'approval-ask':
      case 'branches-end':
      case 'branches-start':
      case 'child-end':
      case 'child-start':
      case 'files':
      case 'files-step':
      case 'model-end':
      case 'model-retry':
      case 'model-start':
      case 'model-try-now':
      case 'notice':
      case 'pause-answer':
      case 'pause-ask':
      case 'phase-end':
      case 'run-end':
      case 'run-resume':
      case 'run-start':
      case 'step-start':
      case 'tool-start':
      case 'unknown':
        return null
      default:
        return assertNever(event)
    }
  }
  const inWorkspace = (path: string) => (apart.some((each) => path.startsWith(each)) ? null : path)
  for (const event of past) endOf(event)
  return { endOf }
}
