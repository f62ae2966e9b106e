import { z } from 'zod'
import { maxBreakpoints, type SavedBreakpoint, savedBreakpoint } from '../run/debug/breakpoint.ts'
import type { RequestTexts } from '../run/debug/edit-texts.ts'
import { type PausedContent, pauseAnswer } from '../run/debug/pause-events.ts'
import { id, nowhere, read, result, write } from './request-shape.ts'

/** Breakpoints, and runs that are paused. */
export const debugRequests = {
  'breakpoints-list': read(z.object({ projectId: id }), result<readonly SavedBreakpoint[]>()),
  /** The whole list, as it is to be. */
  'breakpoints-save': write(
    z.object({ projectId: id, breakpoints: z.array(savedBreakpoint).max(maxBreakpoints) }),
    result<null>(),
    nowhere,
  ),
  /** The run pauses before its next step. */
  'run-pause': write(z.object({ runId: id }), result<null>(), nowhere),
  /** The step that waits, whole, as it can be edited. @throws FailureError if none waits at this path any more */
  'pause-read': read(z.object({ runId: id, path: z.string() }), result<PausedContent>()),
  /** The request before and after a person edited it at the last pause at this path; null if none was edited. */
  'pause-edited': read(z.object({ runId: id, path: z.string() }), result<RequestTexts | null>()),
  /** @throws FailureError if none waits at this path any more, or with the reason why the edit does not fit */
  'pause-answer': write(z.object({ runId: id, path: z.string(), answer: pauseAnswer }), result<null>(), nowhere),
}
