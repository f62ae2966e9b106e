import { basename } from 'node:path'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { SourceLine } from '../../../src-shared/run/debug/pause-events.ts'
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
      sourceOf: (path) => sourceLine(store, run.id, code, path).catch(() => null),
    },
  }
}

/** Looked up only at a pause. Whatever goes wrong there, the pause itself does not fail. */
async function sourceLine(
  { events, bodies, runStrategies }: Pick<HostContext['store'], 'events' | 'bodies' | 'runStrategies'>,
  runId: string,
  code: RunCode,
  path: string,
): Promise<SourceLine | null> {
  const sources = runStrategies.of(runId)
  if (sources.length === 0) return null
  const log = { events: events.read(runId, -1), readBody: (ref: string) => bodies.get(ref) ?? '' }
  const at = await stepLocation(log, code, path)
  const source = sources.find(({ name }) => name === basename(at?.file ?? '', '.ts'))
  if (at === null || source === undefined) return null
  return { ...at, text: (bodies.get(source.ref) ?? '').split('\n')[at.line - 1] ?? '' }
}

/** The copy of a trial belongs to its batch. */
function isOfTrial(
  { workspaces, batches }: Pick<HostContext['store'], 'workspaces' | 'batches'>,
  workspaceId: string | null,
): boolean {
  const owner = workspaceId === null ? null : (workspaces.get(workspaceId)?.owner ?? null)
  return owner !== null && batches.get(owner) !== undefined
}
