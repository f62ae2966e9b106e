import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { strategyInfos } from '../../../src-main/strategy/registry.ts'
import { layOutPhases } from '../../../src-renderer/parts/strategy/phase-map-layout.ts'
import {
  type MapDirection,
  type MapNode,
  type Phases,
  phaseLines,
} from '../../../src-renderer/parts/strategy/phase-map-moves.ts'
import { visitsOf } from '../../../src-renderer/parts/strategy/phase-visits.ts'
import type { EventBody, RunItem } from '../../../src-shared/run/event.ts'
import { emptyRunView, foldItems } from '../../../src-shared/run/view/fold.ts'

const planned = [
  { name: 'plan', to: ['evaluate'] },
  { name: 'evaluate', to: ['revise', 'execute'] },
  { name: 'revise', to: ['evaluate'] },
  { name: 'execute', to: ['execute', 'revise'] },
]
const names = ['a', 'b', 'c', 'd', 'e', 'f']
const anyPhases = fc.uniqueArray(
  fc.record({ name: fc.constantFrom(...names), to: fc.array(fc.constantFrom(...names, 'unknown'), { maxLength: 4 }) }),
  { selector: (each) => each.name },
)

const directions = ['right', 'down'] as const

const areApart = (one: MapNode, other: MapNode) =>
  one.x + one.width <= other.x ||
  other.x + other.width <= one.x ||
  one.y + one.height <= other.y ||
  other.y + other.height <= one.y

/** Points of a path, so many a piece. */
function pointsOn(path: string): readonly { readonly x: number; readonly y: number }[] {
  expect(path).toMatch(/^M[-\d.e ]+(?:[LC][-\d.e ]+)+$/)
  let from = { x: 0, y: 0 }
  return [...path.matchAll(/([MLC])([^MLC]+)/g)].flatMap(([, kind, numbers = '']) => {
    const of = numbers.trim().split(' ').map(Number)
    const end = { x: of.at(-2) ?? 0, y: of.at(-1) ?? 0 }
    const [one, two] =
      kind === 'C'
        ? [of.slice(0, 2), of.slice(2, 4)]
        : [
            [from.x, from.y],
            [end.x, end.y],
          ]
    const steps = kind === 'M' ? [1] : Array.from({ length: 40 }, (_, at) => (at + 1) / 40)
    const piece = steps.map((t) => {
      const on = (a: number, b: number, c: number, d: number) =>
        (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t ** 2 * c + t ** 3 * d
      return { x: on(from.x, one[0] ?? 0, two[0] ?? 0, end.x), y: on(from.y, one[1] ?? 0, two[1] ?? 0, end.y) }
    })
    from = end
    return piece
  })
}

/**
 * No move runs through a phase, and no two run along each other; they may cross. @param maxCrossing how long they may
 * be near each other, px
 */
function expectClear(phases: Phases, direction: MapDirection, maxCrossing: number): void {
  const { nodes, edges } = layOutPhases(phases, direction)
  const lines = edges.map((edge) => ({ name: `${edge.from} ${edge.to}`, points: pointsOn(edge.path) }))
  for (const { name, points } of lines) {
    for (const { name: phase, x, y, width, height } of nodes) {
      const inside = points.filter((p) => p.x > x + 1 && p.x < x + width - 1 && p.y > y + 1 && p.y < y + height - 1)
      expect(inside, `${name} through ${phase}`).toEqual([])
    }
  }
  for (const [at, one] of lines.entries()) {
    for (const other of lines.slice(at + 1)) {
      const near = one.points.filter((p) => other.points.some((q) => Math.hypot(p.x - q.x, p.y - q.y) < 1))
      const px = near.reduce((sum, p, index) => {
        const before = near[index - 1] ?? p
        return sum + Math.hypot(p.x - before.x, p.y - before.y)
      }, 0)
      expect(px, `${one.name} along ${other.name}`).toBeLessThan(maxCrossing)
    }
  }
}

describe('the phase map', () => {
  it('leads from left to right, or down, along the moves that lead on; those that go back are told apart', () => {
    for (const direction of directions) {
      const { nodes, edges } = layOutPhases(planned, direction)
      const at = nodes.map((node) => (direction === 'right' ? node.x : node.y))
      expect(at).toEqual(at.toSorted((one, other) => one - other))
      const kinds = Object.fromEntries(edges.map((edge) => [`${edge.from} ${edge.to}`, edge.kind]))
      expect(kinds).toEqual({
        'plan evaluate': 'on',
        'evaluate revise': 'on',
        'evaluate execute': 'on',
        'revise evaluate': 'back',
        'execute execute': 'self',
        'execute revise': 'back',
      })
    }
  })

  it('lets no two phases overlap, stays within its size, and draws every known move once', () => {
    fc.assert(
      fc.property(anyPhases, fc.constantFrom(...directions), (phases, direction) => {
        const { nodes, edges, width, height } = layOutPhases(phases, direction)
        expect(nodes).toHaveLength(phases.length)
        for (const node of nodes) {
          expect(node.x).toBeGreaterThanOrEqual(0)
          expect(node.x + node.width).toBeLessThanOrEqual(width)
          expect(node.y).toBeGreaterThanOrEqual(0)
          expect(node.y + node.height).toBeLessThanOrEqual(height)
          for (const other of nodes) if (other !== node) expect(areApart(node, other)).toBe(true)
        }
        const known = new Set(phases.map((each) => each.name))
        const moves = phases.flatMap(({ name, to }) =>
          [...new Set(to)].filter((each) => known.has(each)).map((each) => `${name} ${each}`),
        )
        expect(edges.map(({ from, to }) => `${from} ${to}`).sort()).toEqual(moves.sort())
        expectClear(phases, direction, 30)
      }),
      { numRuns: 30 },
    )
  })

  it('draws every strategy of the app, whose moves and their conditions are all of phases it declares', () => {
    for (const { name, phases } of strategyInfos()) {
      const known = phases.map((each) => each.name)
      for (const { to, when } of phases) {
        expect(known, `moves of ${name}`).toEqual(expect.arrayContaining(to))
        expect(to, `conditions of ${name}`).toEqual(expect.arrayContaining(Object.keys(when ?? {})))
      }
      for (const direction of directions) expectClear(phases, direction, 8)
    }
  })

  it('can be read as a list', () => {
    expect(phaseLines(planned)).toEqual([
      'plan, then evaluate',
      'evaluate, then revise or execute',
      'revise, then evaluate',
      'execute, then itself again or revise',
    ])
    expect(phaseLines([{ name: 'a', to: ['b', 'a'], when: { b: 'done' } }])).toEqual([
      'a, then b (done) or itself again',
    ])
    expect(phaseLines([{ name: 'answer', to: [] }])).toEqual(['answer, then it ends'])
  })
})

const viewOf = (...bodies: EventBody[]) =>
  foldItems(
    emptyRunView(),
    bodies.map((body, seq): RunItem => ({ kind: 'event', event: { ...body, seq, at: 0, ms: seq } })),
  )
const start = (path: string, name: string): EventBody => ({
  type: 'phase-start',
  path,
  name,
  title: name,
  index: 0,
  again: false,
})
const end = (path: string): EventBody => ({ type: 'phase-end', path, failure: null })

describe('where a run has been', () => {
  const attempt = [{ name: 'attempt', to: ['attempt'] }]

  it('counts visits and tells where it is now, by the strategy a phase belongs to', () => {
    const view = viewOf(
      start('0', 'attempt'),
      start('0.0', 'plan'),
      end('0.0'),
      end('0'),
      start('1', 'attempt'),
      start('1.0', 'plan'),
    )
    const [outer, inner] = visitsOf(view, [attempt, planned])
    expect(outer?.get('attempt')).toEqual({ times: 2, now: true })
    expect(inner?.get('plan')).toEqual({ times: 2, now: true })
    expect(inner?.get('evaluate')).toBeUndefined()
  })

  it('gives the outer of two phases of one name to the outer strategy', () => {
    const view = viewOf(start('0', 'attempt'), start('0.0', 'attempt'), end('0.0'), start('0.1', 'attempt'))
    const [outer, inner] = visitsOf(view, [attempt, attempt])
    expect(outer?.get('attempt')?.times).toBe(1)
    expect(inner?.get('attempt')).toEqual({ times: 2, now: true })
  })

  it('leaves out what child runs do, and phases nobody declares', () => {
    const child: EventBody = {
      type: 'child-start',
      path: '0',
      strategy: { name: 'x', options: {} },
      goal: '',
      depth: 1,
      again: false,
    }
    const view = viewOf(child, start('0.0', 'plan'), start('1', 'made up'))
    expect(visitsOf(view, [planned])[0]?.size).toBe(0)
  })
})
