import { execFileSync } from 'node:child_process'
import { expect, test, vi } from 'vitest'
import { command } from '../kit/host/host-command.ts'
import { hostModelServer } from '../kit/host/host-model-server.ts'
import { temporaryFolder } from '../kit/host/host-open.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'

// Every command is a process of its own: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 180_000 })

const reviewer = (fields: string) =>
  `---\nname: reviewer\ndescription: Reviews.\n${fields}\n---\nYou are the reviewer.\n`
const shell = (line: string) => ({ tool: 'shell', arguments: { command: line } })

test('a helper of Claude Code’s form may run only the commands that its file names, whatever the mode', async () => {
  const home = await temporaryFolder()
  const project = await temporaryProject({
    'a.txt': 'a\n',
    '.claude/agents/reviewer.md': reviewer(
      'tools: Read, Bash(git status:*)\ndisallowedTools: Bash(git status --ignored:*)',
    ),
  })
  execFileSync('git', ['init', '-q'], { cwd: project.folder })
  await command(home, ['trust', '--project', project.folder, '--yes'])
  const lines = [
    'git status --short',
    'git status > made.txt',
    'git status && touch made.txt',
    'touch made.txt',
    'git status --ignored',
  ]
  const server = await hostModelServer(({ messages }) => {
    const isHelper = JSON.stringify(messages[0]).includes('You are the reviewer.')
    const hasResults = messages.some(({ role }) => role === 'tool')
    if (hasResults) return { text: 'Done.' }
    return {
      calls: isHelper ? lines.map(shell) : [{ tool: 'delegate', arguments: { goal: 'Review.', agent: 'reviewer' } }],
    }
  })
  const args = [
    'run',
    '--project',
    project.folder,
    '--base-url',
    server.url,
    '--model',
    'm',
    '--approve',
    'everything',
    'Go.',
  ]
  expect(await command(home, args, { OPENAI_API_KEY: 'k' })).toMatchObject({ code: 0 })
  const last = server.requests.find(
    ({ messages }) => messages.filter(({ role }) => role === 'tool').length === lines.length,
  )
  const results = (last?.messages ?? []).filter(({ role }) => role === 'tool').map(({ content }) => String(content))
  expect(results.map((each) => /may run only git status \*|denies this/.test(each))).toEqual([
    false,
    true,
    true,
    true,
    true,
  ])
  expect(results[0]).toContain('.claude')
  const offered = last?.tools?.map(({ function: { name } }) => name) ?? []
  expect(offered).toEqual(expect.arrayContaining(['read_file', 'shell']))
  expect(offered).not.toContain('write_file')
})

test('a helper whose limits can’t be held to is refused by name, where trust is asked and when a run starts', async () => {
  const home = await temporaryFolder()
  const project = await temporaryProject({ '.claude/agents/reviewer.md': reviewer('tools: Read(src/**)') })
  const trusted = await command(home, ['trust', '--project', project.folder, '--yes'])
  const reason = 'It is not used, since Read is limited to src/**, which can’t be held to here.'
  expect(trusted.out).toContain(`.claude/agents/reviewer.md, 6 lines\n    ${reason}`)
  const server = await hostModelServer(() => ({ text: 'Done.' }))
  const args = ['run', '--project', project.folder, '--base-url', server.url, '--model', 'm', 'Go.']
  const run = await command(home, args, { OPENAI_API_KEY: 'k' })
  expect(run).toMatchObject({ code: 0, out: 'Done.\n' })
  expect(run.error).toContain(reason)
  expect(JSON.stringify(server.requests[0])).not.toContain('Reviews.')
})

test('a helper and a skill that can’t be used are named in the terminal when a run starts', async () => {
  const home = await temporaryFolder()
  const project = await temporaryProject({
    '.claude/agents/reviewer.md': '---\nname: reviewer\n---\nReview.',
    '.claude/skills/notes/SKILL.md': '---\nname: notes\nhooks: {}\ndescription: x\n---\nWrite.',
  })
  await command(home, ['trust', '--project', project.folder, '--yes'])
  const server = await hostModelServer(() => ({ text: 'Done.' }))
  const args = ['run', '--project', project.folder, '--base-url', server.url, '--model', 'm', 'Go.']
  const run = await command(home, args, { OPENAI_API_KEY: 'k' })
  expect(run).toMatchObject({ code: 0, out: 'Done.\n' })
  expect(run.error).toContain('The sub-agent in .claude/agents/reviewer.md is left out. Its front matter needs a')
  expect(run.error).toContain('The skill in .claude/skills/notes/SKILL.md is left out. Its field hooks limits')
})

test('a server of the project that can’t be used is named where trust is asked and when a run starts', async () => {
  const home = await temporaryFolder()
  const servers = {
    old: { type: 'sse', url: 'https://example.com/sse' },
    some: { command: 'x', includeTools: ['get_*'] },
  }
  const project = await temporaryProject({ '.mcp.json': JSON.stringify(servers) })
  const trusted = await command(home, ['trust', '--project', project.folder, '--yes'])
  const server = await hostModelServer(() => ({ text: 'Done.' }))
  const args = ['run', '--project', project.folder, '--base-url', server.url, '--model', 'm', 'Go.']
  const run = await command(home, args, { OPENAI_API_KEY: 'k' })
  expect(run).toMatchObject({ code: 0, out: 'Done.\n' })
  for (const said of [trusted.out, run.error]) {
    expect(said).toContain('A server in .mcp.json is left out: old: the SSE transport is outdated')
    expect(said).toContain('A server in .mcp.json is left out: some: its lists of tools have a pattern, get_*')
  }
})
