import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import type { BuildStrategy } from '../../agent/run-context.ts'
import { versionOf } from '../../isolate/read-strategy.ts'
import type { KeptStrategy } from '../../store/tables/run-strategies.ts'
import type { HostContext } from '../host-context.ts'
import type { KeptSource } from '../strategies/imported-strategies.ts'
import type { Launch } from './active-run.ts'

/** Strategies as a run's log names them, such as `conversation@1(mine@281474976710655)`. */
export function strategiesInLabel(version: string): { readonly name: string; readonly version: number }[] {
  return [...version.matchAll(/([a-z][a-z0-9-]*)@(\d+)/g)].map(([, name = '', number]) => ({
    name,
    version: Number(number),
  }))
}

/** The names in a choice, outermost first. */
export const strategyNames = ({ name, inner }: StrategyChoice): string[] => [
  name,
  ...(inner === undefined ? [] : strategyNames(inner)),
]

/** Stores the sources that a run is executed with, those of its child runs included, before it starts. */
export function storeSources(parts: Pick<HostContext, 'store' | 'strategies'>, runId: string, launch: Launch): Launch {
  const keep = (label: string) => {
    for (const { name, version } of strategiesInLabel(label)) {
      const text = parts.strategies.textOf(name, version)
      if (text === undefined) continue
      parts.store.runStrategies.keep(runId, { name, ref: parts.store.bodies.put(text), imported: false })
    }
  }
  const { version, buildChild: before } = launch.kind === 'start' ? launch.config : launch.code
  keep(version)
  const buildChild: BuildStrategy = (choice) => {
    const built = before(choice)
    if (built.ok) keep(built.version)
    return built
  }
  return launch.kind === 'start'
    ? { kind: 'start', config: { ...launch.config, buildChild } }
    : { kind: 'resume', code: { ...launch.code, buildChild } }
}

/**
 * The strategies stored for a run, with the sources; lost or damaged ones are left out, and so are those of failed
 * attempts to resume it with a different strategy.
 * @param label how the run's log names its strategies
 */
export function storedSources(
  { store }: Pick<HostContext, 'store'>,
  runId: string,
  label: string,
): readonly (KeptStrategy & KeptSource)[] {
  const named = strategiesInLabel(label)
  const fits = ({ name, text }: KeptSource): boolean => {
    const same = named.filter((each) => each.name === name)
    return same.length === 0 || same.some(({ version }) => version === versionOf(text))
  }
  return store.runStrategies.of(runId).flatMap((stored) => {
    try {
      const text = store.bodies.get(stored.ref)
      return text === undefined || !fits({ name: stored.name, text }) ? [] : [{ ...stored, text }]
    } catch {
      return []
    }
  })
}
