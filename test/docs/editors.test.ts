import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { readArguments } from '../../src-main/shell-command/arguments/read-arguments.ts'
import { usage } from '../../src-main/shell-command/arguments/usage.ts'
import { temporaryFolder } from '../kit/host/host-open.ts'

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/editors.md'), 'utf8')

test('the options that the page names are those of the commands', () => {
  const named = [...page.matchAll(/`(--[\w-]+)/g)].map(([, option = '']) => option)
  expect(named).toContain('--approve')
  for (const option of named) expect(usage.acp + usage.mcp).toContain(option)
})

test('the settings start a command that there is', () => {
  const settings = [...page.matchAll(/^```json\n([\s\S]*?)^```/gm)].map(([, json = '']) => JSON.parse(json))
  expect(settings).toHaveLength(3)
  for (const { agent_servers } of settings.slice(0, 2)) {
    const args: string[] = agent_servers.Stratagem.args
    expect(args.slice(0, 6)).toEqual(['run', '-s', '--prefix', '/path/to/stratagem', 'agent', '--'])
    expect(readArguments(args.slice(6), '/')).toMatchObject({ command: 'acp', approval: 'ask', strategy: null })
  }
  expect(readArguments(settings[2].mcpServers.stratagem.args.slice(6), '/')).toMatchObject({
    command: 'mcp',
    project: '/path/to/project',
    approval: null,
  })
  const others = page.match(/agent", "--", "acp"|"agent" "--" "acp"/g)
  expect(others).toHaveLength(5)
})

test('the options of the command are understood', () => {
  const given = [
    'acp',
    '--strategy',
    'retry(tool-loop)',
    '--approve',
    'edits',
    '--model',
    'm',
    '--network',
    '--no-hooks',
  ]
  expect(readArguments(given, '/')).toMatchObject({ approval: 'edits', network: true, noHooks: true, model: 'm' })
  expect(() => readArguments(['acp', 'more'], '/')).toThrow('Unexpected argument')
})

test('the command of the settings answers an editor', async () => {
  const [json = ''] = [...page.matchAll(/^```json\n([\s\S]*?)^```/gm)].map(([, text = '']) => text)
  const { command, args } = JSON.parse(json).agent_servers.Stratagem
  const root = path.resolve(import.meta.dirname, '../..')
  const given: string[] = args.map((each: string) => each.replace('/path/to/stratagem', root))
  const home = await temporaryFolder()
  // Node starts `npm.cmd` only by a shell, unlike editors.
  const child = spawn(command, given, {
    env: { ...process.env, STRATAGEM_HOME: home },
    stdio: ['pipe', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  })
  const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: 1 } }
  child.stdin.end(`${JSON.stringify(initialize)}\n`)
  const printed = await text(child.stdout)
  expect(JSON.parse(printed)).toMatchObject({ id: 1, result: { agentInfo: { name: 'stratagem' } } })
}, 60_000)
