/**
 * `npm run test:exhaustive`: the tests of `test/real` in full. Fetches all agents first (2 GB), and several versions of
 * Node and npm while it runs; takes half an hour.
 */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const run = (file: string, ...args: readonly string[]) =>
  spawnSync(process.execPath, [resolve(root, file), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, STRATAGEM_EXHAUSTIVE: '1' },
  }).status ?? 1

const fetched = run('test/make/fetch-agents.ts', 'all')
const passed = run('node_modules/vitest/vitest.mjs', 'run', 'test/real', ...process.argv.slice(2))
process.exitCode = passed === 0 ? fetched : passed
