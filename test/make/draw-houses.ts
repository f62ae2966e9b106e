/**
 * The diagrams of `docs/architecture.md`, made from the imports of the sources. `npm run draw` updates them; a
 * test checks that they are current.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importedFile, readModules, type SourceModule } from '../checks/module-graph.ts'

const root = join(import.meta.dirname, '../..')
export const architecturePage = join(root, 'docs/architecture.md')

type Arrows = ReadonlyMap<string, ReadonlySet<string>>

/** Which part imports which. @param roomOf the part of a file; null if it belongs to none in this diagram */
export function arrowsBetween(modules: readonly SourceModule[], roomOf: (file: string) => string | null): Arrows {
  const arrows = new Map<string, Set<string>>()
  for (const { file, imports } of modules) {
    const from = roomOf(file)
    if (from === null) continue
    const targets = arrows.get(from) ?? new Set()
    arrows.set(from, targets)
    for (const each of imports) {
      const to = roomOf(importedFile(file, each) ?? '')
      if (to !== null && to !== from) targets.add(to)
    }
  }
  return arrows
}

/**
 * The parts by layer: layer 0 imports no other part, and each part is above all that it imports. There are no circles.
 */
export function floorsOf(arrows: Arrows): readonly (readonly string[])[] {
  const floors = new Map<string, number>()
  const floorOf = (room: string): number => {
    const known = floors.get(room)
    if (known !== undefined) return known
    const floor = Math.max(-1, ...[...(arrows.get(room) ?? [])].map(floorOf)) + 1
    floors.set(room, floor)
    return floor
  }
  for (const room of arrows.keys()) floorOf(room)
  const count = Math.max(-1, ...floors.values()) + 1
  return Array.from({ length: count }, (_, floor) =>
    [...floors].flatMap(([room, at]) => (at === floor ? [room] : [])).sort(),
  )
}

/** The transitive reduction: leaves out A → C if A → B → … → C exists. */
function shortest(arrows: Arrows): readonly (readonly [string, string])[] {
  const reaches = (from: string, to: string): boolean =>
    [...(arrows.get(from) ?? [])].some((next) => next === to || reaches(next, to))
  return [...arrows].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => ![...targets].some((other) => other !== to && reaches(other, to)))
      .sort()
      .map((to) => [from, to] as const),
  )
}

function mermaid(arrows: Arrows): string {
  const name = (room: string) => room.replaceAll(/[^a-z]/g, '_')
  const floors = floorsOf(arrows)
    .map((rooms, floor) => ({ rooms, floor }))
    .reverse()
    .flatMap(({ rooms, floor }) => [
      `  subgraph floor${floor}[" "]`,
      ...rooms.map((room) => `    ${name(room)}["${room}"]`),
      '  end',
    ])
  const lines = [...shortest(arrows)].sort(([a, b], [c, d]) => (`${a} ${b}` < `${c} ${d}` ? -1 : 1))
  return ['```mermaid', 'flowchart TD', ...floors, ...lines.map(([a, b]) => `  ${name(a)} --> ${name(b)}`), '```'].join(
    '\n',
  )
}

/** The source folder of a file; the files directly in `src-main` are one part, `start`. */
export function houseOf(file: string): string | null {
  const [side = '', room = ''] = file.split('/')
  if (side === 'src-shared' || side === 'src-renderer') return side
  if (side !== 'src-main') return null
  return room.endsWith('.ts') ? 'start' : room
}

const roomIn = (house: string) => (file: string) =>
  file.startsWith(`${house}/`) ? (file.slice(house.length + 1).split('/')[0] ?? '').replace(/\.tsx?$/, '') : null

const pictures: readonly (readonly [name: string, roomOf: (file: string) => string | null])[] = [
  ['houses', houseOf],
  ['host', roomIn('src-main/host')],
  ['shared', roomIn('src-shared')],
]

/** The page with updated diagrams, each between its markers. */
export function drawPage(page: string): string {
  const modules = readModules(root)
  return pictures.reduce((text, [name, roomOf]) => {
    const picture = mermaid(arrowsBetween(modules, roomOf))
    const between = new RegExp(`(<!-- ${name}: npm run draw -->\\n)[\\s\\S]*?(<!-- end -->)`)
    if (!between.test(text)) throw new Error(`the page has no place for the picture of ${name}`)
    return text.replace(between, (_, start: string, end: string) => `${start}${picture}\n${end}`)
  }, page)
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(architecturePage, drawPage(readFileSync(architecturePage, 'utf8')))
