/**
 * `npm test`: builds the app once, then runs the unit tests and the tests in the browser at the same time, since many of
 * either wait. What the latter print comes in one piece when they are over. A part that fails makes the whole fail.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'

interface Part {
  readonly name: string
  /** Of Node, relative to the folder of packages. */
  readonly program: string
  readonly args: readonly string[]
}

const root = resolve(import.meta.dirname, '../..')
const build: Part = { name: 'build', program: 'electron-vite/bin/electron-vite.js', args: ['build'] }
/** Fewer at a time than when they run alone. */
const workers = Math.ceil(availableParallelism() * 1.5)
const unit: Part = { name: 'unit tests', program: 'vitest/vitest.mjs', args: ['run', `--maxWorkers=${workers}`] }
const browser: Part = {
  name: 'tests in the browser',
  program: '@playwright/test/cli.js',
  args: ['test', '--config', 'test/browser/playwright.config.ts'],
}

const started = performance.now()
const sinceStart = () => `${((performance.now() - started) / 60_000).toFixed(1)} min after the start`

/** @returns whether the part passed */
async function run({ name, program, args }: Part, output: 'shown' | 'at its end'): Promise<boolean> {
  const to = output === 'shown' ? 'inherit' : 'pipe'
  const child = spawn(process.execPath, [join(root, 'node_modules', program), ...args], {
    cwd: root,
    stdio: ['ignore', to, to],
  })
  const pieces: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece: Buffer) => pieces.push(piece))
  const [code] = await once(child, 'close')
  process.stdout.write(Buffer.concat(pieces))
  process.stdout.write(`\n— ${name} ${code === 0 ? 'passed' : 'failed'}, ${sinceStart()}\n\n`)
  return code === 0
}

const isBuilt = await run(build, 'shown')
const passed = isBuilt ? await Promise.all([run(unit, 'shown'), run(browser, 'at its end')]) : []
const failed = [...(isBuilt ? [] : [build]), ...[unit, browser].filter((_, at) => passed[at] === false)]
if (failed.length > 0) process.stdout.write(`Failed: ${failed.map(({ name }) => name).join(', ')}.\n`)
process.exitCode = failed.length > 0 ? 1 : 0
