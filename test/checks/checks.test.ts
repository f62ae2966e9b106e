import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { boundaries, houses, kept, sameHouse, viewDebts } from './boundaries.ts'
import { checkBoundaries, findKept } from './check-boundaries.ts'
import { findCircles, findRoomCircles } from './check-circles.ts'
import { findFullFolders, findLongFiles, findViewImports } from './check-layout.ts'
import { readModules } from './module-graph.ts'

const root = path.resolve(import.meta.dirname, '../..')
let planted: string

beforeEach(() => {
  planted = mkdtempSync(path.join(tmpdir(), 'checks-'))
})
afterEach(() => rmSync(planted, { recursive: true, force: true }))

function plant(file: string, text: string): void {
  const at = path.join(planted, file)
  mkdirSync(path.dirname(at), { recursive: true })
  writeFileSync(at, text)
}

function run(binary: string, ...words: string[]): { status: number | null; output: string } {
  const at = path.join(root, 'node_modules', '.bin', binary)
  const done = spawnSync(at, words, { cwd: planted, encoding: 'utf8', shell: process.platform === 'win32' })
  return { status: done.status, output: `${done.stdout}${done.stderr}` }
}

describe('the boundary check', () => {
  const reasons = (): string[] =>
    checkBoundaries(readModules(planted), boundaries, sameHouse).map(
      ({ file, imports, why }) => `${file} ${imports}: ${why}`,
    )

  it('finds the repository itself in order, and reads its modules', () => {
    const modules = readModules(root)
    expect(checkBoundaries(modules, boundaries, sameHouse)).toEqual([])
    expect(modules.length).toBeGreaterThan(30)
  })

  it('reports zero modules where there are none, which the check run takes for a failure', () => {
    expect(readModules(planted)).toEqual([])
  })

  it('catches an arrow that is not drawn, in every form of import', () => {
    plant('src-renderer/view.ts', `import { openStore } from '../src-main/store/open-store.ts'\nopenStore()\n`)
    plant('src-main/model/client.ts', `import type { Agent } from '../agent/run.ts'\nexport const a: Agent = 1\n`)
    plant('src-main/strategy/built-in/chat.ts', `export { run } from '../../agent/run.ts'\n`)
    plant('src-shared/run/event.ts', `const late = await import('../../src-main/host/runs.ts')\nexport { late }\n`)
    plant('src-main/host/runs/runs.ts', `import '../../shell-electron/main.ts'\n`)
    plant('src-renderer/widgets/controls/button.tsx', `import { useRun } from '../../stores/run-store.ts'\nuseRun()\n`)
    expect(reasons()).toHaveLength(6)
  })

  it('catches a package away from its home', () => {
    plant('src-main/host/runs/runs.ts', `import Database from 'better-sqlite3'\nnew Database('x')\n`)
    plant('src-main/agent/run.ts', `import OpenAI from 'openai'\nnew OpenAI()\n`)
    plant('src-main/tools/shell.ts', `import { app } from 'electron'\napp.quit()\n`)
    plant('src-main/strategy/built-in/chat.ts', `import { readFileSync } from 'node:fs'\nreadFileSync('x')\n`)
    plant('src-renderer/view.ts', `import { spawn } from 'node:child_process'\nspawn('x')\n`)
    expect(reasons()).toHaveLength(5)
  })

  it('catches a process that is started anywhere but in its folder', () => {
    plant('src-main/mcp/start.ts', `import { spawn } from 'node:child_process'\nspawn('x')\n`)
    plant(
      'src-main/host/runs/runs.ts',
      `import type { ChildProcess } from 'child_process'\nexport type A = ChildProcess\n`,
    )
    plant('src-main/host/a.ts', `const { fork } = await import('node:cluster')\nfork()\n`)
    plant(
      'src-main/mcp/b.ts',
      `import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'\nStdioClientTransport\n`,
    )
    plant('src-main/processes/start.ts', `import { spawn } from 'node:child_process'\nspawn('x')\n`)
    plant('src-main/tools/plain.js', `import { spawn } from 'node:child_process'\nspawn('x')\n`)
    plant('src-main/tools/old.cjs', `const { spawn } = require('child_process')\nspawn('x')\n`)
    plant('src-main/tools/asked.ts', `process.getBuiltinModule('node:child_process').spawn('x')\n`)
    plant('src-main/tools/asked-if.ts', `process?.getBuiltinModule(1 ? 'child_process' : 'fs').spawn('x')\n`)
    plant('src-main/tools/asked-at-last.ts', `const name = 'child_' + 'process'\nprocess.getBuiltinModule(name)\n`)
    plant('src-main/tools/bound.ts', `process.binding('spawn_sync').spawn({})\n`)
    plant('src-main/tools/made.ts', `createRequire(import.meta.url)('child_process').spawn('x')\n`)
    plant('src-main/tools/named-late.ts', `const name = 'child_process'\nawait import(\`node:\${name}\`)\n`)
    plant('src-main/tools/other.ts', `process.getBuiltinModule('node:https').get('x')\n`)
    expect(new Set(findKept(readModules(planted), kept).map(({ file }) => file))).toEqual(
      new Set([
        'src-main/host/a.ts',
        'src-main/host/runs/runs.ts',
        'src-main/mcp/b.ts',
        'src-main/mcp/start.ts',
        ...[
          'asked-at-last.ts',
          'asked-if.ts',
          'asked.ts',
          'bound.ts',
          'made.ts',
          'named-late.ts',
          'old.cjs',
          'plain.js',
        ].map((name) => `src-main/tools/${name}`),
      ]),
    )
    expect(findKept(readModules(root), kept)).toEqual([])
  })

  it('catches a folder nobody has drawn', () => {
    plant('src-main/managers/thing.ts', 'export const thing = 1\n')
    plant('src-main/host/a.ts', `import { thing } from '../managers/thing.ts'\nthing\n`)
    expect(reasons()).toContain('src-main/host/a.ts ../managers/thing.ts: src-main/host may not use src-main')
  })

  it('lets drawn arrows pass', () => {
    plant('src-main/host/runs/runs.ts', `import { run } from '../../agent/run.ts'\nimport { z } from 'zod'\nrun(z)\n`)
    expect(reasons()).toEqual([])
  })
})

describe('the layout check', () => {
  it('finds the repository itself in order', () => {
    const modules = readModules(root)
    expect(findCircles(modules)).toEqual([])
    for (const house of houses) expect(findRoomCircles(modules, house)).toEqual([])
    expect(findViewImports(modules, viewDebts)).toEqual([])
    expect(findLongFiles(modules)).toEqual([])
    expect(viewDebts.length).toBeLessThanOrEqual(5)
  })

  it('finds no function that takes all of the host', () => {
    const files = readModules(root).filter(
      ({ file }) => file.startsWith('src-main/') && !file.endsWith('open-parts.ts'),
    )
    const whole = files.filter(({ file }) => /: HostContext\b/.test(readFileSync(path.join(root, file), 'utf8')))
    expect(whole.map(({ file }) => file)).toEqual([])
  })

  it('catches a circle that only types close', () => {
    plant('src-main/host/a.ts', `import { b } from './b.ts'\nexport const a = b\n`)
    plant('src-main/host/b.ts', `import { c } from './deep/c.ts'\nexport const b = c\n`)
    plant('src-main/host/deep/c.ts', `import type { a } from '../a.ts'\nexport const c: typeof a = 1\n`)
    plant('src-main/host/alone.ts', `import { a } from './a.ts'\na\n`)
    expect(findCircles(readModules(planted))).toEqual([
      ['src-main/host/a.ts', 'src-main/host/b.ts', 'src-main/host/deep/c.ts'],
    ])
  })

  it('catches rooms that import each other, of which no two files do', () => {
    plant('src-main/host/api/a.ts', `import '../runs/b.ts'\n`)
    plant('src-main/host/runs/b.ts', `import '../host-context.ts'\n`)
    plant('src-main/host/host-context.ts', `import type { d } from './api/d.ts'\nexport const c: d = 1\n`)
    plant('src-main/host/api/d.ts', `export type d = number\n`)
    expect(findCircles(readModules(planted))).toEqual([])
    expect(findRoomCircles(readModules(planted), 'src-main/host')).toEqual([['api', 'host-context.ts', 'runs']])
  })

  it('catches a file that is too long, and lets one at the limit pass', () => {
    plant('src-shared/run/long.ts', '\n'.repeat(301))
    plant('src-shared/run/full.ts', '\n'.repeat(300))
    expect(findLongFiles(readModules(planted))).toEqual(['src-shared/run/long.ts has 301 lines; at most 300'])
  })

  it('catches a view that imports another view, and a debt that is paid', () => {
    plant('src-renderer/views/chat/chat.tsx', `import '../files/deep/files.ts'\nimport './row.ts'\n`)
    plant('src-renderer/views/chat/row.ts', `import '../../stores/runs.ts'\n`)
    const debt = { file: 'src-renderer/views/chat/row.ts', imports: 'src-renderer/views/files/a.ts', why: 'old' }
    expect(findViewImports(readModules(planted), [debt])).toEqual([
      'src-renderer/views/chat/chat.tsx imports src-renderer/views/files/deep/files.ts: no view imports another view',
      'src-renderer/views/chat/row.ts no longer imports src-renderer/views/files/a.ts: remove the debt',
    ])
  })

  it('catches a folder with too many files', () => {
    const files = Array.from({ length: 26 }, (_, at) => `src-main/host/file-${at}.ts`)
    expect(findFullFolders([...files, 'src-main/host/api/one.ts'])).toEqual([
      'src-main/host holds 26 files; at most 25',
    ])
    expect(findFullFolders(files.slice(1))).toEqual([])
  })

  it('catches a folder with too many folders', () => {
    const files = Array.from({ length: 26 }, (_, at) => `src-main/host/room-${at}/deep/file.ts`)
    expect(findFullFolders(files)).toEqual(['src-main/host holds 26 folders; at most 25'])
    expect(findFullFolders(files.slice(1))).toEqual([])
  })
})

describe('the other checks', () => {
  it('a step without yield* is an error in strategies', () => {
    cpSync(path.join(root, 'test/checks/yield-star.grit'), path.join(planted, 'yield-star.grit'))
    plant('biome.json', JSON.stringify({ plugins: ['./yield-star.grit'] }))
    plant('lost.ts', `export function* lost() {\n  callModel({})\n}\n`)
    plant('asked.ts', `export function* asked() {\n  yield* callModel({})\n}\n`)
    expect(run('biome', 'lint', 'lost.ts').output).toContain('never asked for')
    expect(run('biome', 'lint', 'asked.ts').output).not.toContain('never asked for')
  })

  it('strategies know no fetch, process or timers', () => {
    plant('tsconfig.base.json', '{}')
    cpSync(path.join(root, 'tsconfig.base.json'), path.join(planted, 'tsconfig.base.json'))
    cpSync(path.join(root, 'src-main/strategy/tsconfig.json'), path.join(planted, 'src-main/strategy/tsconfig.json'))
    plant('src-main/strategy/bad.ts', `fetch('x')\nprocess.exit()\nsetTimeout(() => {}, 1)\nexport {}\n`)
    const { status, output } = run('tsc', '-p', 'src-main/strategy')
    expect(status).not.toBe(0)
    for (const name of ['fetch', 'process', 'setTimeout']) expect(output).toContain(name)
  })

  it('what the compiler remembers hides no fault, whatever the times of the files say', () => {
    cpSync(path.join(root, 'tsconfig.base.json'), path.join(planted, 'tsconfig.json'))
    plant('told.ts', `export const told = (): number => 1\n`)
    plant('between.ts', `import { told } from './told.ts'\nexport const between = () => told()\n`)
    plant('reader.ts', `import { between } from './between.ts'\nexport const read: number = between()\n`)
    const check = () => run('tsc', '-p', '.', '--incremental', '--tsBuildInfoFile', 'kept.tsbuildinfo')
    expect(check().status).toBe(0)
    const { atime, mtime } = statSync(path.join(planted, 'told.ts'))
    plant('told.ts', `export const told = (): string => ''\n`)
    utimesSync(path.join(planted, 'told.ts'), atime, mtime)
    expect(check().output).toContain('reader.ts(2,14)')
    expect(check().output).toContain('reader.ts(2,14)')
    rmSync(path.join(planted, 'told.ts'))
    expect(check().output).toContain('between.ts(1,22)')
  })

  it('a promise nobody waits for is an error', () => {
    cpSync(path.join(root, 'test/checks/oxlint.json'), path.join(planted, 'oxlint.json'))
    cpSync(path.join(root, 'tsconfig.base.json'), path.join(planted, 'tsconfig.json'))
    plant('floating.ts', `async function save(): Promise<void> {}\nsave()\n`)
    expect(run('oxlint', '--type-aware', '--config', 'oxlint.json', '.').output).toContain('no-floating-promises')
  })

  it('a switch that passes over a kind of a union is an error, also where it has a default', () => {
    cpSync(path.join(root, 'test/checks/oxlint.json'), path.join(planted, 'oxlint.json'))
    cpSync(path.join(root, 'tsconfig.base.json'), path.join(planted, 'tsconfig.json'))
    const open = `declare const kind: 'a' | 'b' | 'c'\nswitch (kind) {\n  case 'a':\n  case 'b':\n    break\n`
    plant('told.ts', `${open}  case 'c':\n    break\n  default:\n    kind satisfies never\n}\nexport {}\n`)
    plant('silent.ts', `${open}  default:\n    break\n}\nexport {}\n`)
    const { output } = run('oxlint', '--type-aware', '--config', 'oxlint.json', '--format', 'unix', '.')
    expect(output).toMatch(/silent\.ts.*Cases not matched: "c"/)
    expect(output).not.toMatch('told.ts')
  })
})
