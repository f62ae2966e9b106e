import { type Failure, FailureError } from '../../../src-shared/base/failure.ts'
import { listed } from '../../../src-shared/base/format.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { EventOf } from '../../../src-shared/run/event.ts'
import type { RunCode } from '../../agent/run.ts'
import { promptsOf } from '../../agent/started-prompts.ts'
import type { Strategies } from '../../strategy/registry.ts'
import type { HostContext } from '../host-context.ts'
import type { KeptSource } from '../strategies/imported-strategies.ts'
import { storedSources } from './strategy-sources.ts'

type Parts = Pick<HostContext, 'strategies' | 'store'>
type Again = Pick<Run, 'id' | 'projectId' | 'imported'>
type Start = Pick<EventOf<'run-start'>, 'strategy' | 'strategyVersion' | 'prompts'>

/**
 * The strategy of an earlier run, to continue it. If the current one is not the one that the log names, the source that
 * was imported with the run is used, once the user trusts it (T25).
 *
 * @returns the current strategy if that is not available either: its version shows that it is a different one
 * @throws FailureError if it is gone, broken, or not trusted
 */
export async function rebuildStrategy(parts: Parts, run: Again, start: Start): Promise<RunCode> {
  const now = await parts.strategies.of(run.projectId)
  const built = now.build(start.strategy)
  if (built.ok && built.version === start.strategyVersion) return code(parts, now, start)
  const sources = storedSources(parts, run.id, start.strategyVersion)
  const refs = sources.map(({ ref }) => ref)
  if (sources.length > 0 && parts.strategies.trusts(run.projectId, refs)) return withSources(parts, run, start, sources)
  if (sources.some(({ imported }) => imported)) throw new FailureError(untrusted(sources))
  return code(parts, now, start)
}

/**
 * The strategy of an earlier run, to replay it without effects. An imported run is replayed with the source that
 * came with it, trusted or not.
 * @throws FailureError if it is gone, or broken
 */
export async function rebuildForReplay(parts: Parts, run: Again, start: Start): Promise<RunCode> {
  const sources = run.imported === true ? storedSources(parts, run.id, start.strategyVersion) : []
  if (sources.length > 0) return withSources(parts, run, start, sources)
  return code(parts, await parts.strategies.of(run.projectId), start)
}

/** The run's strategy built from exactly these sources. @throws FailureError if that fails */
export async function withSources(
  parts: Parts,
  { projectId }: Pick<Run, 'projectId'>,
  start: Start,
  sources: readonly KeptSource[],
): Promise<RunCode> {
  return code(parts, await parts.strategies.with(projectId, sources), start)
}

/** With the default prompts that the run began with: those of today may be others. */
function code({ store }: Pick<HostContext, 'store'>, strategies: Strategies, start: Start): RunCode {
  const prompts = promptsOf(start, (ref) => store.bodies.get(ref))
  const built = strategies.build(start.strategy, prompts)
  const buildChild: RunCode['buildChild'] = (child) => strategies.build(child, prompts)
  if (built.ok) return { strategy: built.strategy, version: built.version, buildChild, prompts }
  const { message, advice } = built.failure
  throw new FailureError({
    ...built.failure,
    message: `The strategy of this run is no longer available. ${message}`,
    advice: `Restore its file and try again, or send a message to continue with another strategy. ${advice}`,
  })
}

const untrusted = (sources: readonly KeptSource[]): Failure => ({
  kind: 'strategy-unknown',
  message: `The strategy of this run, ${listed(sources.map(({ name }) => name))}, came with the imported file, and you have not trusted it.`,
  advice:
    'Review its source above the message box, in Settings → Strategies, or with `agent trust --project DIR`, then continue.',
})
