import { mkdir, realpath, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../../src-main/host/api/host-client.ts'
import { readToml } from '../../src-main/host/base/read-toml.ts'
import { userPlaces } from '../../src-main/host/mcp/other-tools.ts'
import { hostModelServer } from '../kit/host/host-model-server.ts'
import {
  eventsOf,
  newTestConversation,
  ofType,
  openTestHost,
  runToEnd,
  temporaryFolder,
  testProfile,
} from '../kit/host/host-open.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'

const script = join(import.meta.dirname, '../kit/mcp/fake-mcp-server.js')

async function homeWith(files: Readonly<Record<string, string>>): Promise<string> {
  const home = await temporaryFolder()
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(home, dirname(path)), { recursive: true })
    await writeFile(join(home, path), text)
  }
  return home
}

test('files of other tools that have servers are found, the project’s first, and only their servers are shown', async () => {
  const homeFolder = await homeWith({
    '.claude.json': JSON.stringify({ history: ['private'], mcpServers: { a: { command: 'x' } } }),
    '.codex/config.toml': '# mine\nmodel = "m"\n[mcp_servers.b]\ncommand = "y"\n',
    '.cursor/mcp.json': '{"mcpServers":{}}',
    '.config/opencode/opencode.json': '{"mcp":',
  })
  const { folder } = await temporaryProject({ '.codex/config.toml': '[mcp_servers.c]\nurl = "http://localhost:1"\n' })
  const host = await openTestHost({ homeFolder })
  const project = await ask(host, 'project-open', { folder })
  const found = await ask(host, 'mcp-found', { projectId: project.id })
  expect(found.map(({ tool, file, names }) => [tool, file.replaceAll('\\', '/'), names])).toEqual([
    ['Codex', '.codex/config.toml', ['c']],
    ['Claude Code', '~/.claude.json', ['a']],
    ['Codex', '~/.codex/config.toml', ['b']],
  ])
  expect(JSON.stringify(found)).not.toContain('private')
  for (const { text } of found) await ask(host, 'mcp-import', { text })
  expect((await ask(host, 'mcp-list', { projectId: null })).map(({ server }) => server.name)).toEqual(['c', 'a', 'b'])
  expect(await ask(host, 'mcp-found', { projectId: null })).toHaveLength(2)
})

test('Codex’s file is imported as it is; its server runs in its folder with the tools it turns on', async () => {
  const { folder } = await temporaryProject({ 'tools/readme': '' })
  const use = { tool: 'mcp__fake__environment', arguments: {} }
  const server = await hostModelServer((_, turn) => (turn === 0 ? { calls: [use] } : { text: 'Done.' }))
  const host = await openTestHost()
  const talk = await newTestConversation(host, folder, testProfile(server.url))
  const text = [
    'approval_policy = "never"',
    '[mcp_servers.fake]',
    `command = ${JSON.stringify(process.execPath)}`,
    `args = [${JSON.stringify(script)}, "good"]`,
    'cwd = "tools"',
    'enabled_tools = ["environment", "add"]',
    'tool_timeout_sec = 30',
    '[mcp_servers.fake.env]',
    'KIND = "it’s"',
  ].join('\n')
  expect(await ask(host, 'mcp-import', { text })).toEqual({ added: ['fake'], problems: [] })
  const [listed] = await ask(host, 'mcp-list', { projectId: talk.project.id })
  if (listed === undefined) throw new Error('no server')
  await ask(host, 'mcp-test', { server: listed.server, projectId: talk.project.id })
  const run = await runToEnd(host, talk.message('Look.'))
  const offered = server.requests[0]?.tools?.map((each) => each.function.name) ?? []
  expect(offered.filter((name) => name.startsWith('mcp__')).sort()).toEqual([
    'mcp__fake__add',
    'mcp__fake__environment',
  ])
  const [call] = eventsOf(host, run.id).filter(ofType('tool-end'))
  const told = call?.outcome.ok === true && call.outcome.value.ok ? call.outcome.value.text : ''
  expect(JSON.parse(told)).toMatchObject({ cwd: await realpath(join(folder, 'tools')), env: { KIND: 'it’s' } })
})

test('text that can’t be read says why, with the line', async () => {
  const host = await openTestHost()
  const refused = (text: string) => expect(ask(host, 'mcp-import', { text })).rejects
  await refused('[mcp_servers.a]\ncommand = "x').toThrow('line 2')
  await refused('model = "m"').toThrow('mcp_servers')
  await refused('{"mcpServers":').toThrow('JSON')
  expect(await readToml('a = 2024-01-01\nb = [1, 2.5]')).toMatchObject({ ok: true, value: { b: [1, 2.5] } })
})

test('each system’s folders and the tools’ own variables are respected', () => {
  const fileOf = (tool: string, platform: NodeJS.Platform, environment: Record<string, string> = {}) =>
    userPlaces({ home: join('/home/u'), platform, environment }).find((each) => each.tool === tool)?.path
  expect(fileOf('Codex', 'linux')).toBe(join('/home/u/.codex/config.toml'))
  expect(fileOf('Codex', 'linux', { CODEX_HOME: '/elsewhere' })).toBe(join('/elsewhere/config.toml'))
  expect(fileOf('Codex', 'linux', { CODEX_HOME: 'relative' })).toBe(join('/home/u/.codex/config.toml'))
  expect(fileOf('Claude Code', 'linux', { CLAUDE_CONFIG_DIR: '/c' })).toBe(join('/c/.claude.json'))
  expect(fileOf('VS Code', 'darwin')).toBe(join('/home/u/Library/Application Support/Code/User/mcp.json'))
  expect(fileOf('VS Code', 'win32', { APPDATA: '/roaming' })).toBe(join('/roaming/Code/User/mcp.json'))
  expect(fileOf('VS Code', 'linux')).toBe(join('/home/u/.config/Code/User/mcp.json'))
})
