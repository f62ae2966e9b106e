/** `npm run check`: format and lint, types, boundaries, promises, unused exports. Exits with 1 if anything fails. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { globSync } from 'tinyglobby'
import { boundaries, houses, kept, sameHouse, viewDebts } from './boundaries.ts'
import { findArchiveFaults } from './check-archive.ts'
import { checkBoundaries, findKept } from './check-boundaries.ts'
import { findCircles, findRoomCircles } from './check-circles.ts'
import { findUnfitOptionals, lockFile } from './check-engines.ts'
import { findHandMade } from './check-formats.ts'
import { findFullFolders, findLongFiles, findViewImports } from './check-layout.ts'
import { findWriters } from './check-writers.ts'
import { readModules } from './module-graph.ts'

const root = path.resolve(import.meta.dirname, '../..')
const binaries = path.join(root, 'node_modules', '.bin')

/** One tsconfig per environment: which globals each may use is part of the check. */
const environments = ['src-shared', 'src-main/strategy', 'src-main', 'src-renderer', 'test']

interface Check {
  readonly name: string
  /** Resolves with the printed output, and whether the check passed. */
  readonly run: () => Promise<{ readonly passed: boolean; readonly output: string }>
}

function command(name: string, binary: string, ...words: string[]): Check {
  const run: Check['run'] = () =>
    new Promise((resolve) => {
      const child = spawn(path.join(binaries, binary), words, {
        cwd: root,
        shell: process.platform === 'win32',
        // Two of the tools are written in Go, whose garbage collector would otherwise take a quarter of their time.
        env: { ...process.env, GOGC: '400', ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) },
      })
      let output = ''
      child.stdout.on('data', (part) => (output += part))
      child.stderr.on('data', (part) => (output += part))
      child.on('error', (fault) => resolve({ passed: false, output: `${output}${fault.message}\n` }))
      child.on('close', (status) => resolve({ passed: status === 0, output }))
    })
  return { name, run }
}

async function boundariesHold(): ReturnType<Check['run']> {
  const modules = readModules(root)
  const faults = [
    ...[...checkBoundaries(modules, boundaries, sameHouse), ...findKept(modules, kept)].map(
      (each) => `${each.file} imports ${each.imports}: ${each.why}`,
    ),
    ...findCircles(modules).map((circle) => `these import each other in a circle: ${circle.join(', ')}`),
    ...houses.flatMap((house) =>
      findRoomCircles(modules, house).map(
        (rooms) => `rooms of ${house} import each other in a circle: ${rooms.join(', ')}`,
      ),
    ),
    ...findViewImports(modules, viewDebts),
    ...findLongFiles(modules),
    ...modules.flatMap(({ file }) => {
      const text = readFileSync(path.join(root, file), 'utf8')
      return [...findHandMade(file, text), ...findWriters(file, text), ...findArchiveFaults(file, text)]
    }),
    ...findUnfitOptionals(lockFile.parse(JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')))),
    ...findFullFolders(globSync(['src-*/**/*', 'test/**/*'], { cwd: root, ignore: '**/node_modules/**' })),
  ]
  if (modules.length === 0) faults.push('no module was read: the check saw nothing')
  const output = [...faults, `boundaries: ${modules.length} modules read, ${faults.length} violations`]
  return { passed: faults.length === 0, output: `${output.join('\n')}\n` }
}

/**
 * An incremental type check. The compiler's results are kept by the hash of each file's text: it still reads and
 * resolves the whole program, and skips only the checks of files that no change can affect.
 */
const typesOf = (folder: string): Check => {
  const cacheFile = `node_modules/.cache/types/${folder.replaceAll('/', '-')}.tsbuildinfo`
  return command(`types of ${folder}`, 'tsc', '-p', folder, '--incremental', '--tsBuildInfoFile', cacheFile)
}

// The longest first, since two run at a time.
const checks: readonly Check[] = [
  command(
    'promises',
    'oxlint',
    '--type-aware',
    '--config',
    'test/checks/oxlint.json',
    ...['src-main', 'src-renderer', 'src-shared', 'test'],
  ),
  command('format and lint', 'biome', 'check', '--error-on-warnings', '.'),
  ...environments.map(typesOf),
  command('unused files, exports and packages', 'knip'),
  { name: 'boundaries', run: boundariesHold },
]

const failed: string[] = []
const waiting = [...checks]

async function work(): Promise<void> {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const { passed, output } = await check.run()
    process.stdout.write(`— ${check.name}\n${output}`)
    if (!passed) failed.push(check.name)
  }
}

await Promise.all([work(), work()])
console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1
