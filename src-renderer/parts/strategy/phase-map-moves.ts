import { listed } from '../../../src-shared/base/format.ts'
import type { StrategyInfo } from '../../../src-shared/strategy/strategy-info.ts'

/** The phases of a strategy and the transitions between them, as the map draws them; in px. */
export type Phases = StrategyInfo['phases']
/** The direction of forward transitions. */
export type MapDirection = 'right' | 'down'

export interface Move {
  readonly from: string
  readonly to: string
  readonly kind: MapEdge['kind']
  readonly text: string
}

export interface MapNode {
  readonly name: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
export interface MapEdge {
  readonly from: string
  readonly to: string
  readonly kind: 'on' | 'back' | 'self'
  /** SVG path data; ends at the arrowhead. */
  readonly path: string
  /** The condition of this transition, with the center of its text. */
  readonly label: { readonly text: string; readonly x: number; readonly y: number } | null
}
/** Space for the arch of a phase that can repeat. */
export const archRoom = 17
export const labelHeight = 14

/** Every transition to a known phase, once, in declaration order. */
export function movesOf(phases: Phases): readonly Move[] {
  const order = new Map(phases.map((each, at) => [each.name, at]))
  return phases.flatMap(({ name, to, when }, from) =>
    [...new Set(to)].flatMap((target): Move[] => {
      const at = order.get(target)
      if (at === undefined) return []
      const kind = at === from ? 'self' : at < from ? 'back' : 'on'
      return [{ from: name, to: target, kind, text: when?.[target] ?? '' }]
    }),
  )
}

/** The map as text, one line per phase, for screen readers. */
export function phaseLines(phases: Phases): string[] {
  return phases.map(({ name, to, when }) => {
    const others = [...new Set(to)].map((each) => {
      const reason = when?.[each]
      return (each === name ? 'itself again' : each) + (reason === undefined ? '' : ` (${reason})`)
    })
    return others.length === 0 ? `${name}, then it ends` : `${name}, then ${listed(others, 'or')}`
  })
}
