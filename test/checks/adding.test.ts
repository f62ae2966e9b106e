import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/**
 * Each test adds something to a copy of the source in one file: the compiler must name all other files that have to
 * change.
 */
const root = path.resolve(import.meta.dirname, '../..')
let copy: string
let faults: readonly string[]

const options = {
  lib: ['ES2023', 'ES2024.String', 'DOM', 'DOM.Iterable'],
  types: ['node', 'vite/client'],
  jsx: 'react-jsx',
  noPropertyAccessFromIndexSignature: false,
}

beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), 'adding-'))
  for (const each of ['src-shared', 'src-main', 'src-renderer', 'test/kit', 'tsconfig.base.json'])
    cpSync(path.join(root, each), path.join(copy, each), { recursive: true })
  for (const each of ['node_modules', 'resources'])
    symlinkSync(path.join(root, each), path.join(copy, each), 'junction')
  const include = ['src-main', 'src-renderer', 'test/kit/fake-host']
  const config = { extends: './tsconfig.base.json', compilerOptions: options, include }
  writeFileSync(path.join(copy, 'tsconfig.json'), JSON.stringify(config))

  add(
    'src-main/strategy/steps.ts',
    'export interface Leaves {',
    'nap: { ask: { readonly forMs: number }; answer: null }',
  )
  add('src-shared/run/leaf-starts.ts', 'export const otherSteps = [', "'nap',")
  add('src-shared/run/event.ts', 'const bodies = [', "z.object({ type: z.literal('mark'), title: z.string() }),")
  add('src-shared/api/project-requests.ts', 'export const projectRequests = {', "'project-look': read(z.object({})),")
  add(
    'src-shared/api/run-requests.ts',
    'export const runRequests = {',
    "'run-mark': write(runRequest, result<null>()),",
  )
  add('src-shared/model/tool.ts', 'export const toolEffects = [', "'browse',")

  const tsc = path.join(root, 'node_modules/.bin/tsc')
  // The compiler is written in Go, whose garbage collector would otherwise take a quarter of its time.
  const env = { ...process.env, GOGC: '400' }
  const done = spawnSync(tsc, ['-p', '.'], { cwd: copy, env, encoding: 'utf8', shell: process.platform === 'win32' })
  faults = done.stdout.split('\n').filter((line) => /^\S.*error TS/.test(line))
}, 300_000)
afterAll(() => rmSync(copy, { recursive: true, force: true }))

function add(file: string, after: string, text: string): void {
  const at = path.join(copy, file)
  const source = readFileSync(at, 'utf8')
  if (!source.includes(after)) throw new Error(`${file} has no ${after}`)
  writeFileSync(at, source.replace(after, `${after}\n${text}`))
}

const faulty = (): readonly string[] => [...new Set(faults.map((line) => line.slice(0, line.indexOf('('))))]

test('a kind of step: who carries it out, what may cross out of an isolate, and how it is shown', () => {
  expect(faulty()).toEqual(
    expect.arrayContaining([
      'src-main/agent/performers/work-of.ts',
      'src-main/isolate/step-schema.ts',
      'src-renderer/parts/chat/rows/run-layout.ts',
      'src-renderer/parts/chat/rows/step-row.tsx',
      'src-renderer/run/span-names.ts',
      'src-renderer/views/inspector/step-part.tsx',
    ]),
  )
})

test('an event: what it counts, what it says of a step, and how it is shown, sent, forked, searched and exported', () => {
  expect(faulty()).toEqual(
    expect.arrayContaining([
      'src-shared/run/step-start.ts',
      'src-shared/run/totals.ts',
      'src-shared/run/view/event.ts',
      'src-shared/opening/short-event.ts',
      'src-main/agent/journal.ts',
      'src-main/agent/fork/fork-log.ts',
      'src-main/agent/messages/named-bodies.ts',
      'src-main/host/branches/writing-steps.ts',
      'src-main/host/bundles/plausible-numbers.ts',
      'src-main/host/runs/run-projection.ts',
      'src-main/host/search/searchable.ts',
      'src-renderer/stores/session/share-texts.ts',
    ]),
  )
})

test('a request: its handler, the host that tests make up, and where the work begins that a write lets begin', () => {
  expect(faulty()).toEqual(
    expect.arrayContaining([
      'src-main/host/api/project-requests.ts',
      'src-main/host/api/run-requests.ts',
      'test/kit/fake-host/fake-answers.ts',
    ]),
  )
  expect(faults.filter((line) => line.startsWith('src-shared/api/run-requests.ts'))).toEqual([
    expect.stringContaining('Expected 3 arguments'),
  ])
})

test('what a tool can do to the world: how a call of it is shown', () => {
  expect(faulty()).toContain('src-renderer/parts/chat/rows/tool-row.tsx')
})
