import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { McpServer } from '../../src-shared/mcp/mcp-server.ts'
import { type CommandProcess, startCommand } from '../kit/host/host-command.ts'
import { hostModelServer } from '../kit/host/host-model-server.ts'
import { temporaryFolder } from '../kit/host/host-open.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'
import { oddArguments, oddServer, stubbornKinds } from './kit/odd-servers.ts'
import { noneLeft, processToken, withToken } from './kit/token-processes.ts'

// The command line as it is, with servers that are processes of their own: no double of ours stands between. How long the
// app itself waits for them is in `confined-servers.test.ts`.

interface Started {
  readonly token: string
  readonly run: CommandProcess
}

async function startRun(
  servers: (token: string) => readonly McpServer[],
  confined: boolean,
  { stays = false, more = [] as readonly string[], calls = '', home = '' } = {},
): Promise<Started> {
  const token = processToken()
  home ||= await temporaryFolder()
  const project = await temporaryProject({ 'a.txt': 'a\n' })
  writeFileSync(join(home, 'mcp.json'), JSON.stringify(servers(token)))
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ commands: { confined, network: 'seen', keys: false } }))
  const model = await hostModelServer((_, turn) => {
    if (calls !== '' && turn === 0) return { calls: [{ tool: calls, arguments: {} }] }
    return stays
      ? { calls: [{ tool: 'shell', arguments: { command: `echo begun; exec sleep 600` } }] }
      : { text: 'The answer.' }
  })
  const args = ['run', '--project', project.folder, '--base-url', model.url, '--model', 'm', '--approve', 'everything']
  const run = startCommand(home, [...args, '--strategy', 'tool-loop', ...more, 'Go.'], { OPENAI_API_KEY: 'x' })
  return { token, run }
}

const allStubborn = (token: string) => stubbornKinds.map((kind) => oddServer(token, kind))
const places = [
  { name: 'confined', confined: true },
  { name: 'not confined', confined: false },
]

describe.each(places)('servers that are $name', ({ confined }) => {
  test('a run with every kind of stubborn server ends after its answer, and leaves no process', async () => {
    const { token, run } = await startRun(allStubborn, confined)
    const { code, out } = await run.done
    expect({ code, out }).toEqual({ code: 0, out: 'The answer.\n' })
    expect(withToken(token)).toEqual([])
  })

  test.each([
    ['Ctrl-C', (run: CommandProcess) => run.interrupt(), 130],
    ['SIGTERM', (run: CommandProcess) => run.terminate(), 130],
    ['a closed terminal', (run: CommandProcess) => run.hangUp(), 130],
    ['kill -9', (run: CommandProcess) => run.kill(), null],
  ] as const)('none of them outlives a run that is ended by %s', async (_, end, code) => {
    const { token, run } = await startRun(allStubborn, confined, { stays: true, more: ['--json'] })
    await expect.poll(() => run.out(), { timeout: 50_000 }).toContain('"tool-begin"')
    expect(withToken(token).length).toBeGreaterThan(10)
    end(run)
    expect((await run.done).code).toBe(code)
    await noneLeft(token)
  })
})

test('servers that are missing, late, broken or that end are named on standard error and in the log', async () => {
  const servers = (token: string): readonly McpServer[] => [
    {
      ...oddServer(token, 'good'),
      name: 'missing',
      transport: { kind: 'stdio', command: 'no-such', args: [], env: {} },
    },
    oddServer(token, 'slow'),
    oddServer(token, 'exits-at-once'),
    oddServer(token, 'closes-output'),
    oddServer(token, 'floods-one-line'),
  ]
  const { run } = await startRun(servers, true, { more: ['--json'] })
  const { code, out, error } = await run.done
  const notices = out
    .trim()
    .split('\n')
    .flatMap((line) => {
      const event: unknown = JSON.parse(line)
      return typeof event === 'object' && event !== null && 'type' in event && event.type === 'notice' ? [event] : []
    })
  expect(code).toBe(0)
  for (const text of [
    'The MCP server missing could not be used: there is no program no-such on the PATH. This run continues without its tools.',
    'The MCP server slow did not answer within 5.0 s. This run continues without its tools.',
    'The MCP server exits-at-once could not be used: it ended with exit code 3 (it said: boom: no token). This run continues without its tools.',
    'The MCP server closes-output could not be used: it closed its standard output. This run continues without its tools.',
    'The MCP server floods-one-line could not be used: it sent a message of more than 10 MB. This run continues without its tools.',
  ]) {
    expect(error).toContain(text)
    expect(notices).toContainEqual(expect.objectContaining({ type: 'notice', level: 'warning', path: '', text }))
  }
})

test('a server that ends in the middle of a run is named, and so is a tool that it no longer has', async () => {
  const [home, file] = [await temporaryFolder(), join(await temporaryFolder(), 'tools')]
  writeFileSync(file, 'go,look,wait')
  const servers = (token: string) => [
    { ...oddServer(token, 'varies', { ODD_TOOLS: file }), transport: fixed(file) },
    oddServer(token, 'dies-in-call'),
  ]
  const first = await startRun(servers, false, { home, calls: 'mcp__dies-in-call__go' })
  expect(await first.run.done).toEqual({
    code: 0,
    out: 'The answer.\n',
    error: expect.stringMatching(
      /^The MCP server dies-in-call ended by itself: it ended with exit code 7\. It is started again when it is next used\.\ncompleted · .*\n$/,
    ),
  })
  writeFileSync(file, 'go')
  const second = await startRun(servers, false, { home, calls: 'mcp__varies__go' })
  expect((await second.run.done).error).toMatch(
    /^The MCP server varies no longer has look and wait, which this run still offers: calls of it fail\.\ncompleted · .*\n$/,
  )
})

/** The same in each run: its tools are known by it. */
const fixed = (file: string): McpServer['transport'] => ({
  kind: 'stdio',
  command: process.execPath,
  args: [...oddArguments('odd-fixed', 'varies')],
  env: { ODD_TOOLS: file },
})
