import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { strategyInfos } from '../../../src-main/strategy/registry.ts'
import { layOutPhases, phaseLines } from '../../../src-renderer/parts/strategy/phase-map-layout.ts'
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

describe('the phase map', () => {
  it('goes from left to right along the moves that lead on; loops are arcs', () => {
    const { nodes, edges } = layOutPhases(planned)
    const x = Object.fromEntries(nodes.map((node) => [node.name, node.x]))
    expect(Number(x['plan'])).toBeLessThan(Number(x['evaluate']))
    expect(Number(x['evaluate'])).toBeLessThan(Number(x['revise']))
    expect(x['revise']).toBe(x['execute'])
    const kinds = Object.fromEntries(edges.map((edge) => [`${edge.from} ${edge.to}`, edge.kind]))
    expect(kinds).toEqual({
      'plan evaluate': 'on',
      'evaluate revise': 'on',
      'evaluate execute': 'on',
      'revise evaluate': 'back',
      'execute execute': 'self',
      'execute revise': 'back',
    })
  })

  it('lets no two phases overlap, stays within its size, and draws every known move once', () => {
    fc.assert(
      fc.property(anyPhases, (phases) => {
        const { nodes, edges, width, height } = layOutPhases(phases)
        expect(nodes).toHaveLength(phases.length)
        for (const node of nodes) {
          expect(node.x + node.width).toBeLessThanOrEqual(width)
          expect(node.y).toBeGreaterThanOrEqual(0)
          expect(node.y + node.height).toBeLessThanOrEqual(height)
          for (const other of nodes) {
            if (other === node) continue
            const apart =
              node.x + node.width <= other.x ||
              other.x + other.width <= node.x ||
              node.y + node.height <= other.y ||
              other.y + other.height <= node.y
            expect(apart).toBe(true)
          }
        }
        const known = new Set(phases.map((each) => each.name))
        const moves = phases.flatMap(({ name, to }) =>
          [...new Set(to)].filter((each) => known.has(each)).map((each) => `${name} ${each}`),
        )
        expect(edges.map(({ from, to }) => `${from} ${to}`).sort()).toEqual(moves.sort())
        for (const { path } of edges) expect(path).not.toContain('NaN')
      }),
    )
  })

  it('draws every strategy of the app, whose moves all lead to phases it declares', () => {
    for (const { name, phases } of strategyInfos()) {
      expect(layOutPhases(phases).nodes).toHaveLength(phases.length)
      const known = phases.map((each) => each.name)
      for (const { to } of phases) expect(known, `moves of ${name}`).toEqual(expect.arrayContaining(to))
    }
  })

  it('can be read as a list', () => {
    expect(phaseLines(planned)).toEqual([
      'plan, then evaluate',
      'evaluate, then revise or execute',
      'revise, then evaluate',
      'execute, then itself again or revise',
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
