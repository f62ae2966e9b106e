import type { RunView, Span } from '../../../src-shared/run/view/run-view.ts'
import type { StrategyInfo } from '../../../src-shared/strategy/strategy-info.ts'

export interface Visit {
  /** How often the run entered this phase. */
  readonly times: number
  /** Whether the run is in it now. */
  readonly now: boolean
}
/** By layer (outermost first), then by phase. */
export type Visits = readonly ReadonlyMap<string, Visit>[]

/**
 * The phases that a run has visited, for each strategy in the composition.
 *
 * 1. A phase belongs to the layer that declares its name; if several do, the outer phase belongs to the outer layer
 *    (`retry(retry(x))`).
 * 2. Phases of child runs are not counted.
 */
export function visitsOf(view: Pick<RunView, 'spans' | 'at'>, layers: readonly StrategyInfo['phases'][]): Visits {
  const visits = layers.map(() => new Map<string, Visit>())
  const spanAt = (path: string | null): Span | undefined => {
    const index = path === null ? undefined : view.at.get(path)
    return index === undefined ? undefined : view.spans[index]
  }
  for (const span of view.spans) {
    if (span.kind !== 'phase') continue
    const homes = layers.flatMap((phases, layer) => (phases.some((each) => each.name === span.name) ? [layer] : []))
    if (homes.length === 0) continue
    let same = 0
    let foreign = false
    for (let above = spanAt(span.parent); above !== undefined; above = spanAt(above.parent)) {
      if (above.kind === 'child') foreign = true
      if (above.kind === 'phase' && above.name === span.name) same += 1
    }
    const home = visits[homes[Math.min(same, homes.length - 1)] ?? -1]
    if (foreign || home === undefined) continue
    const before = home.get(span.name) ?? { times: 0, now: false }
    const now = before.now || span.state === 'running' || span.state === 'waiting'
    home.set(span.name, { times: before.times + 1, now })
  }
  return visits
}
