import type { Run } from '../../../src-shared/run/conversation.ts'
import type { SourceOfStep } from '../../../src-shared/run/debug/pause-events.ts'
import type { DebugPort } from '../../agent/ports.ts'
import { stepLocation } from '../../agent/replay/step-location.ts'
import type { RunCode } from '../../agent/run.ts'
import type { HostContext } from '../host-context.ts'
import type { PendingQuestions } from './pending-questions.ts'

/** The debugger of one run, and its Pause button. */
export interface RunDebug {
  readonly port: DebugPort
  /** Pauses before the next step. */
  pause(): void
}

export function createRunDebug(
  { store, breakpoints }: Pick<HostContext, 'store' | 'breakpoints'>,
  run: Pick<Run, 'id' | 'projectId' | 'workspaceId'>,
  desk: Pick<PendingQuestions, 'pause'>,
  code: RunCode,
): RunDebug {
  let isWanted = false
  const isTrial = isOfTrial(store, run.workspaceId ?? null)
  const active = () => breakpoints.active(run.projectId, isTrial)
  return {
    pause: () => {
      isWanted = true
    },
    port: {
      isArmed: () => isWanted || active().length > 0,
      breakpoints: active,
      takePause: () => {
        const was = isWanted
        isWanted = false
        return was
      },
      pause: desk.pause,
      sourceOf: (path) => sourceLine(store, run.id, code, path).catch(() => ({ unknown: notFound })),
    },
  }
}

/** Looked up only at a pause. Whatever goes wrong there, the pause itself does not fail. */
async function sourceLine(
  { events, bodies, runStrategies }: Pick<HostContext['store'], 'events' | 'bodies' | 'runStrategies'>,
  runId: string,
  code: RunCode,
  path: string,
): Promise<SourceOfStep> {
  const sources = runStrategies.of(runId)
  if (sources.length === 0) return null
  const log = { events: events.read(runId, -1), readBody: (ref: string) => bodies.get(ref) ?? '' }
  const at = await stepLocation(log, code, path)
  if (at === null) return { unknown: notTheirs }
  const { file, line } = at
  const stored = sources.find(({ name }) => name === at.strategy)
  if (line === 0) return { unknown: `A step of ${file}; the engine does not know the line.` }
  return { file, line, text: (bodies.get(stored?.ref ?? '') ?? '').split('\n')[line - 1] ?? '' }
}

const notTheirs = 'Stratagem itself asks for this step: no strategy that you wrote is around it.'
const notFound =
  'The line of the strategy could not be found: executing the strategy again up to this step failed. The run itself is not affected.'

/** The copy of a trial belongs to its batch. */
function isOfTrial(
  { workspaces, batches }: Pick<HostContext['store'], 'workspaces' | 'batches'>,
  workspaceId: string | null,
): boolean {
  const owner = workspaceId === null ? null : (workspaces.get(workspaceId)?.owner ?? null)
  return owner !== null && batches.get(owner) !== undefined
}
