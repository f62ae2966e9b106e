import type { debugRequests as requests } from '../../../src-shared/api/debug-requests.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { indented, type RequestTexts } from '../../../src-shared/run/debug/edit-texts.ts'
import type { PausedStep } from '../../../src-shared/run/debug/pause-events.ts'
import type { EventOf } from '../../../src-shared/run/event.ts'
import { found } from '../base/not-found.ts'
import type { HandlersOf } from '../handlers.ts'
import type { HostContext } from '../host-context.ts'
import type { ActiveRun } from '../runs/active-run.ts'
import type { Runs } from '../runs/runs.ts'

type Parts = Pick<HostContext, 'store' | 'bus' | 'breakpoints'>

export function debugRequests({ store, bus, breakpoints }: Parts, runs: Runs): HandlersOf<keyof typeof requests> {
  const paused = (runId: string, path: string): { active: ActiveRun; step: PausedStep } => {
    const active = runs.active(runId)
    const step = active?.desk.pausedAt(path) ?? null
    if (active === undefined || step === null) throw new FailureError(notPaused)
    return { active, step }
  }
  return {
    'breakpoints-list': ({ projectId }) => breakpoints.list(projectId),
    'breakpoints-save': ({ projectId, breakpoints: list }) => {
      breakpoints.save(found(store.projects.get(projectId), 'project').id, list)
      bus.publish({ kind: 'breakpoints', projectId })
      return null
    },
    'run-pause': ({ runId }) => {
      const active = runs.active(runId)
      if (active === undefined) throw new FailureError(notGoing)
      active.pause()
      return null
    },
    'pause-read': ({ runId, path }) => paused(runId, path).step.content,
    'pause-edited': ({ runId, path }) => editedRequestTexts(store, found(store.runs.get(runId), 'run').id, path),
    'pause-answer': async ({ runId, path, answer }) => {
      const { step } = paused(runId, path)
      const problem = answer.edit === null ? null : await step.problemWith(answer.edit)
      if (problem !== null) throw new FailureError({ ...badEdit, message: problem })
      // It may have been answered meanwhile, in another window.
      paused(runId, path).active.desk.proceed(path, answer)
      return null
    },
  }
}

function editedRequestTexts(
  { events, bodies }: Pick<HostContext['store'], 'events' | 'bodies'>,
  runId: string,
  path: string,
): RequestTexts | null {
  const answer = events
    .read(runId, -1)
    .findLast((event): event is EventOf<'pause-answer'> => event.type === 'pause-answer' && event.path === path)
  const edit = answer?.edit
  if (edit?.kind !== 'request') return null
  const text = (ref: string) => indented(bodies.get(ref) ?? '')
  return { before: edit.was === undefined ? null : text(edit.was), after: text(edit.ref) }
}

const notPaused = {
  kind: 'not-found',
  message: 'The run is not paused at this step any more.',
  advice: 'It was continued or stopped, perhaps in another window.',
} as const

const notGoing = {
  kind: 'not-found',
  message: 'This run has already ended, or another Stratagem process runs it.',
  advice: 'Open the conversation again to see how it ended.',
} as const

const badEdit = { kind: 'invalid-request', advice: 'Correct the edit, or continue without it.' } as const
