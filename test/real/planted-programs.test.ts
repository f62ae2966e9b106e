import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import type { McpServer } from '../../src-shared/mcp/mcp-server.ts'
import { startCommand } from '../kit/host/host-command.ts'
import { hostModelServer, type ScriptedAnswer } from '../kit/host/host-model-server.ts'
import { temporaryFolder } from '../kit/host/host-open.ts'
import { oddArguments } from './kit/odd-servers.ts'
import { processToken } from './kit/token-processes.ts'

const onPosix = test.skipIf(process.platform === 'win32')

/** Programs that the app, the user’s servers and a model’s command start, by name. */
const names = [
  ...['git', 'rg', 'node', 'npx', 'npm', 'opencode', 'sh', 'bash', 'env', 'find', 'grep', 'sleep', 'ps', 'cat', 'ls'],
  ...['unshare', 'nsenter', 'mount', 'bwrap', 'docker', 'podman', 'server', 'xdg-open', 'taskkill.exe', 'git.exe'],
  ...['chcp.com', 'cmd.exe', 'python3', 'uname', 'mkdir'],
]

/** An opened project that holds programs of the usual names, which leave a mark if they run. */
async function plantedProject() {
  const project = await temporaryFolder()
  mkdirSync(join(project, 'bin'))
  for (const folder of ['.', 'bin'])
    for (const name of names) {
      const file = join(project, folder, name)
      writeFileSync(file, `#!/bin/sh\n: >'${join(project, `ran-${name}`)}'\n`)
      chmodSync(file, 0o755)
    }
  return { project, ran: () => readdirSync(project).filter((name) => name.startsWith('ran-')) }
}

/** A folder with the user’s own programs: Node, and one that is a script for whatever `node` is found. */
async function usersPrograms() {
  const folder = await temporaryFolder()
  symlinkSync(process.execPath, join(folder, 'node'))
  writeFileSync(join(folder, 'server'), `#!/usr/bin/env node\nprocess.argv.splice(1, 1)\nimport(process.argv[1])\n`)
  chmodSync(join(folder, 'server'), 0o755)
  return folder
}

const calls: readonly ScriptedAnswer[] = [
  { calls: [{ tool: 'shell', arguments: { command: 'echo hi; git --version; ls; cat a.txt; node --version' } }] },
  { calls: [{ tool: 'git', arguments: { args: ['status'] } }] },
  { calls: [{ tool: 'search_text', arguments: { pattern: 'needle' } }] },
  { calls: [{ tool: 'mcp__named__go', arguments: {} }] },
  { calls: [{ tool: 'mcp__script__go', arguments: {} }] },
  { text: 'Done.' },
]

onPosix.each([
  ['with the working folder first', (path: string) => `.${delimiter}${path}`],
  [
    'with empty and relative parts',
    (path: string) => `${delimiter}bin${delimiter}./bin${delimiter}${path}${delimiter}`,
  ],
  ['as it is', (path: string) => path],
])('nothing of the opened project runs in place of the user’s programs, with a PATH %s', async (_, pathOf) => {
  const { project, ran } = await plantedProject()
  writeFileSync(join(project, 'a.txt'), 'needle\n')
  const token = processToken()
  const home = await temporaryFolder()
  const server = (name: string, command: string): McpServer => ({
    name,
    transport: { kind: 'stdio', command, args: [...oddArguments(token, 'good')], env: {} },
    enabled: true,
    off: [],
    reads: [],
  })
  writeFileSync(join(home, 'mcp.json'), JSON.stringify([server('named', 'node'), server('script', 'server')]))
  const model = await hostModelServer((_request, turn) => calls[turn] ?? { text: 'Done.' })
  const args = ['run', '--project', project, '--base-url', model.url, '--model', 'm', '--approve', 'everything']
  const path = pathOf([await usersPrograms(), process.env['PATH'] ?? ''].join(delimiter))
  const environment = { OPENAI_API_KEY: 'x', PATH: path }
  const run = startCommand(home, [...args, '--strategy', 'tool-loop', 'Go.'], environment, null, project)
  const { code, out, error } = await run.done
  expect(ran()).toEqual([])
  expect({ code, out, error }).toEqual({ code: 0, out: 'Done.\n', error: expect.stringMatching(/^completed · .*\n$/) })
  const results = model.requests
    .at(-1)
    ?.messages.flatMap(({ role, content }) => (role === 'tool' ? [String(content)] : []))
  expect(results).toEqual([
    expect.stringMatching(/^hi\ngit version .*\nneedle\nv\d+.*exit code 0\]$/s),
    expect.anything(),
    expect.stringContaining('needle'),
    'done',
    'done',
  ])
})

onPosix('an agent that is only in the project is not installed', async () => {
  const { project, ran } = await plantedProject()
  const home = await temporaryFolder()
  const bin = await usersPrograms()
  // Where the programs are that every system has.
  const path = ['.', '', bin, '/usr/bin', '/bin'].filter((each) => !existsSync(join(each, 'opencode'))).join(delimiter)
  const args = ['run', '--project', project, '--strategy', 'agent:opencode', '--approve', 'everything', 'Go.']
  const { code, error } = await startCommand(home, args, { PATH: path }, null, project).done
  expect(ran()).toEqual([])
  expect(code).toBe(1)
  expect(error).toContain('not installed here: there is no program opencode on the PATH')
})
