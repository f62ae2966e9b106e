/** `npm run check`: format and lint, types, boundaries, promises, unused exports. Exits 1 where anything fails. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { globSync } from 'tinyglobby'
import { boundaries, houses, sameHouse, viewDebts } from './boundaries.ts'
import { checkBoundaries } from './check-boundaries.ts'
import { findCircles, findRoomCircles } from './check-circles.ts'
import { findFullFolders, findViewImports } from './check-layout.ts'
import { readModules } from './module-graph.ts'

const root = path.resolve(import.meta.dirname, '../..')
const binaries = path.join(root, 'node_modules', '.bin')

/** One tsconfig an environment: what each may name is part of the check. */
const environments = ['src-shared', 'src-main/strategy', 'src-main', 'src-renderer', 'test']

function command(name: string, ...words: string[]): boolean {
  const done = spawnSync(path.join(binaries, name), words, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  return done.status === 0
}

function boundariesHold(): boolean {
  const modules = readModules(root)
  const faults = [
    ...checkBoundaries(modules, boundaries, sameHouse).map(
      (each) => `${each.file} imports ${each.imports}: ${each.why}`,
    ),
    ...findCircles(modules).map((circle) => `these import each other in a circle: ${circle.join(', ')}`),
    ...houses.flatMap((house) =>
      findRoomCircles(modules, house).map(
        (rooms) => `rooms of ${house} import each other in a circle: ${rooms.join(', ')}`,
      ),
    ),
    ...findViewImports(modules, viewDebts),
    ...findFullFolders(globSync(['src-*/**/*', 'test/**/*'], { cwd: root, ignore: '**/node_modules/**' })),
  ]
  for (const fault of faults) console.error(fault)
  if (modules.length === 0) console.error('no module was read: the check saw nothing')
  console.log(`boundaries: ${modules.length} modules read, ${faults.length} violations`)
  return modules.length > 0 && faults.length === 0
}

const checks: readonly (readonly [name: string, run: () => boolean])[] = [
  ['format and lint', () => command('biome', 'check', '--error-on-warnings', '.')],
  ...environments.map((each) => [`types of ${each}`, () => command('tsc', '-p', each)] as const),
  ['boundaries', boundariesHold],
  [
    'promises',
    () =>
      command(
        'oxlint',
        '--type-aware',
        '--config',
        'test/checks/oxlint.json',
        'src-main',
        'src-renderer',
        'src-shared',
        'test',
      ),
  ],
  ['unused files, exports and packages', () => command('knip')],
]

const failed = checks.filter(([name, run]) => {
  console.log(`— ${name}`)
  return !run()
})
console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.map(([name]) => name).join(', ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1
