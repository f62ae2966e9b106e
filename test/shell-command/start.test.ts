import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test, vi } from 'vitest'
import { command } from '../kit/host/host-command.ts'
import { hostModelServer } from '../kit/host/host-model-server.ts'
import { temporaryFolder } from '../kit/host/host-open.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'

// A start of the command line loads what it needs and no more. A module costs some tenths of a millisecond, and these
// bring many with them; who needs one loads it where it is used.

vi.setConfig({ testTimeout: 120_000 })

/** Packages, and folders and files of ours, that neither a list nor a run asks for before its first request. */
const heavy = [
  '/node_modules/quickjs-emscripten-core/',
  '/node_modules/@jitl/',
  '/node_modules/ws/',
  '/node_modules/@vscode/ripgrep/',
  '/node_modules/amaro/',
  '/node_modules/smol-toml/',
  '/node_modules/@agentclientprotocol/',
  '/node_modules/@modelcontextprotocol/server/',
  '/src-main/shell-editor/',
  '/src-main/shell-mcp/',
  '/src-main/conformance/',
  '/src-main/isolate/engine.ts',
  '/src-main/model/demo/',
  '/src-main/model/test-connection.ts',
  '/src-main/sandbox/',
  '/src-main/agent/replay.ts',
  '/src-main/host/bundles/take-in.ts',
  '/src-main/host/comparisons/carry-out',
  '/src-main/host/export/prepare-export.ts',
  '/src-main/host/search/find.ts',
  '/src-main/shell-command/compare-command.ts',
  '/src-shared/batch-report.ts',
  '/src-shared/batch-results.ts',
]
/** A run loads the package, and with it Node's own `fetch`, right before its first request. */
const forRequests = ['/node_modules/openai/', 'internal/deps/undici/undici']

const heavyIn = (loaded: string, all: readonly string[]) =>
  loaded.split('\n').filter((line) => all.some((each) => line.includes(each)))

async function noted() {
  const file = join(await temporaryFolder(), 'loaded')
  const hook = pathToFileURL(join(import.meta.dirname, '../kit/host/note-loaded.js')).href
  return {
    environment: { NODE_OPTIONS: `--import=${hook}`, NOTE_LOADED: file, STRATAGEM_FROM_SOURCE: '1' },
    read: () => readFileSync(file, 'utf8'),
  }
}

test('a list loads nothing heavy', async () => {
  const home = await temporaryFolder()
  const { environment, read } = await noted()
  expect(await command(home, ['list'], environment)).toMatchObject({ code: 0 })
  const loaded = read()
  expect(loaded).toContain('/src-main/store/open-store.ts')
  expect(loaded).toContain('internal/modules/')
  expect(heavyIn(loaded, [...heavy, ...forRequests])).toEqual([])
})

test('a run loads nothing heavy before its first request', async () => {
  const home = await temporaryFolder()
  const { folder } = await temporaryProject({})
  const { environment, read } = await noted()
  let before = ''
  const server = await hostModelServer(() => {
    before = read()
    return { text: 'Done.' }
  })
  const args = ['run', '--project', folder, '--base-url', server.url, '--model', 'm1', 'Hello']
  expect(await command(home, args, environment)).toMatchObject({ code: 0, out: 'Done.\n' })
  expect(before).toContain('/src-main/model/send-request.ts')
  expect(heavyIn(before, heavy)).toEqual([])
})
