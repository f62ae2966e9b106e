import { expect, test, vi } from 'vitest'
import { command } from '../kit/host/host-command.ts'
import { hostModelServer } from '../kit/host/host-model-server.ts'
import { temporaryFolder } from '../kit/host/host-open.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'

vi.setConfig({ testTimeout: 180_000 })

test('what a project’s settings for Claude Code deny holds in a run, without trust, and what can’t be held to is said', async () => {
  const project = await temporaryProject({
    'a.txt': 'a\n',
    '.env': 'TOKEN=hidden\n',
    'link.txt': 'b\n',
    '.claude/settings.json': JSON.stringify({
      permissions: {
        allow: ['Bash(ls:*)'],
        deny: ['Bash(rm:*)', 'Read(./.env)', 'Edit(./locked/**)', 'Agent(Explore)'],
      },
    }),
  })
  const calls = [
    { tool: 'shell', arguments: { command: 'echo here; rm a.txt' } },
    { tool: 'read_file', arguments: { path: './deep/../.env' } },
    { tool: 'write_file', arguments: { path: 'locked/b.txt', content: 'b' } },
    { tool: 'read_file', arguments: { path: 'a.txt' } },
    { tool: 'shell', arguments: { command: 'echo done' } },
  ]
  const server = await hostModelServer((_asked, turn) => (turn === 0 ? { calls } : { text: 'Done.' }))
  const args = ['run', '--project', project.folder, '--base-url', server.url, '--model', 'm', '--approve', 'everything']
  const { code, error } = await command(await temporaryFolder(), [...args, 'Go.'], { OPENAI_API_KEY: 'k' })
  const results = (server.requests[1]?.messages ?? []).flatMap(({ role, content }) =>
    role === 'tool' ? [String(content)] : [],
  )
  expect(results).toEqual([
    expect.stringContaining('denies this'),
    expect.stringContaining('denies this'),
    expect.stringContaining('denies this'),
    'a',
    expect.stringContaining('done'),
  ])
  expect(JSON.stringify(server.requests)).not.toContain('TOKEN=hidden')
  expect(error).toContain('.claude/settings.json denies Agent(Explore): there is no such tool here.')
  expect(error).toContain('.claude/settings.json denies Read(./.env): that holds for read_file')
  expect(code).toBe(0)
})
