import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { architecturePage, arrowsBetween, drawPage, floorsOf, houseOf } from './draw-houses.ts'

test('the pictures of the architecture are those that the imports make', () => {
  const page = readFileSync(architecturePage, 'utf8')
  expect(page, 'run npm run draw').toBe(drawPage(page))
})

describe('a picture', () => {
  const modules = [
    { file: 'src-main/host/runs/runs.ts', imports: ['../../store/open.ts', 'zod', '../base/ids.ts'] },
    { file: 'src-main/host/base/ids.ts', imports: [] },
    { file: 'src-main/store/open.ts', imports: ['../../src-shared/run/event.ts'] },
    { file: 'src-shared/run/event.ts', imports: ['zod'] },
    { file: 'src-main/start.ts', imports: ['./host/runs/runs.ts'] },
  ]

  it('has an arrow for each room that uses another, and none for packages or within a room', () => {
    const arrows = arrowsBetween(modules, houseOf)
    expect([...arrows].map(([from, to]) => [from, [...to]])).toEqual([
      ['host', ['store']],
      ['store', ['src-shared']],
      ['src-shared', []],
      ['start', ['host']],
    ])
  })

  it('puts each room above all that it uses', () => {
    expect(floorsOf(arrowsBetween(modules, houseOf))).toEqual([['src-shared'], ['store'], ['host'], ['start']])
  })
})
