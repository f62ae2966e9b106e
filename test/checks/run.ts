/** `npm run check`: format and lint, types, boundaries, promises, unused exports. Exits 1 where anything fails. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { boundaries, sameHouse } from './boundaries.ts'
import { checkBoundaries } from './check-boundaries.ts'

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
  const { modules, violations } = checkBoundaries(root, boundaries, sameHouse)
  for (const { file, imports, why } of violations) console.error(`${file} imports ${imports}: ${why}`)
  if (modules === 0) console.error('no module was read: the check saw nothing')
  console.log(`boundaries: ${modules} modules read, ${violations.length} violations`)
  return modules > 0 && violations.length === 0
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
