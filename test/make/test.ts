/**
 * `npm test`: builds the app once, then runs the unit tests and the tests in the browser. One after the other: both keep all
 * cores busy, and beside each other they only take longer to answer. A part that fails makes the whole fail.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'

interface Part {
  readonly name: string
  /** Of Node, relative to the folder of packages. */
  readonly program: string
  readonly args: readonly string[]
}

const root = resolve(import.meta.dirname, '../..')
const build: Part = { name: 'build', program: 'electron-vite/bin/electron-vite.js', args: ['build'] }
const unit: Part = { name: 'unit tests', program: 'vitest/vitest.mjs', args: ['run'] }
const browser: Part = {
  name: 'tests in the browser',
  program: '@playwright/test/cli.js',
  args: ['test', '--config', 'test/browser/playwright.config.ts'],
}

const started = performance.now()
const sinceStart = () => `${((performance.now() - started) / 60_000).toFixed(1)} min after the start`

/** @returns whether the part passed */
async function run({ name, program, args }: Part): Promise<boolean> {
  const child = spawn(process.execPath, [join(root, 'node_modules', program), ...args], { cwd: root, stdio: 'inherit' })
  const [code] = await once(child, 'close')
  process.stdout.write(`\n— ${name} ${code === 0 ? 'passed' : 'failed'}, ${sinceStart()}\n\n`)
  return code === 0
}

const failed: string[] = []
for (const part of [build, unit, browser]) {
  if (!(await run(part))) failed.push(part.name)
  if (failed.includes(build.name)) break
}
if (failed.length > 0) process.stdout.write(`Failed: ${failed.join(', ')}.\n`)
process.exitCode = failed.length > 0 ? 1 : 0
