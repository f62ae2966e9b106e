/**
 * `npm run test:exhaustive`: the tests of `test/real`, and all others that go through a sample of their cases in `npm test`,
 * in full. Fetches all agents first (2 GB), and several versions of Node and npm while it runs; takes an hour.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const run = (file: string, ...args: readonly string[]) =>
  spawnSync(process.execPath, [resolve(root, file), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, STRATAGEM_EXHAUSTIVE: '1' },
  }).status ?? 1

/** Files of tests that look at whether the run is an exhaustive one, themselves or in their cases. */
function sampledTests(): readonly string[] {
  const sources = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' }).filter((each) =>
    /\.tsx?$/.test(each),
  )
  const texts = new Map(
    sources.map((each) => [resolve(root, 'test', each), readFileSync(join(root, 'test', each), 'utf8')]),
  )
  const sampled = new Set([resolve(root, 'test/kit/project/sample.ts')])
  const importsSampled = (file: string, text: string) =>
    [...text.matchAll(/from '(\.[^']+)'/g)].some(([, path = '']) => sampled.has(resolve(file, '..', path)))
  for (let before = 0; before < sampled.size; ) {
    before = sampled.size
    for (const [file, text] of texts) if (importsSampled(file, text)) sampled.add(file)
  }
  return [...sampled].filter((each) => /\.test\.tsx?$/.test(each))
}

const fetched = run('test/make/fetch-agents.ts', 'all')
const asked = process.argv.slice(2)
const passed = run(
  'node_modules/vitest/vitest.mjs',
  'run',
  ...(asked.length > 0 ? asked : ['test/real', ...sampledTests()]),
)
process.exitCode = passed === 0 ? fetched : passed
