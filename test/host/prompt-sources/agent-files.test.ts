import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { readAgentFile } from '../../../src-main/host/prompt-sources/agent-file.ts'
import { createAgentBook } from '../../../src-main/host/prompt-sources/agent-files.ts'
import { openTrustFile } from '../../../src-main/host/trust/project-trust.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import {
  eventsOf,
  newTestConversation,
  ofType,
  openTestHost,
  runToEnd,
  temporaryFolder,
  testProfile,
} from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

const file = (fields: string, body = 'Be strict.') => `---\n${fields}\n---\n${body}\n`

test.each([
  [
    'the app’s',
    'name: rev\ndescription: Reviews.\nrole: evaluator\nstrategy: chat\ntools: read_file, search_text',
    { role: 'evaluator', model: null, strategy: { name: 'chat', options: {} }, tools: ['read_file', 'search_text'] },
  ],
  [
    'Claude Code’s',
    'name: rev\ndescription: Reviews.\nmodel: opus\ntools: Read, Grep, Bash(git:*)',
    { role: 'rev', model: 'opus', strategy: null, tools: ['read_file', 'search_text', 'shell'] },
  ],
  [
    'opencode’s',
    'description: Reviews.\nmode: subagent\nmodel: inherit\ntools:\n  write: false\n  bash: false',
    { role: null, model: null, strategy: null, tools: expect.not.arrayContaining(['write_file', 'shell']) },
  ],
])('a file of %s form is read', async (_, fields, expected) => {
  const shared = { name: 'rev', description: 'Reviews.', instructions: 'Be strict.', from: 'user' }
  expect(await readAgentFile(file(fields), 'agents/rev.md', 'user')).toMatchObject({ ...shared, ...expected })
})

test('a primary agent and a list of the files are no sub-agents', async () => {
  const primary = file('description: Builds.\nmode: primary')
  expect(await readAgentFile(primary, 'agents/rev.md', 'project')).toBeNull()
  expect(await readAgentFile('# Our agents', 'agents/README.md', 'project')).toBeNull()
})

test.each([
  ['no description', file('name: rev'), 'rev', 'needs a description'],
  ['no front matter', 'Review it.', 'rev', 'needs a description'],
  ['a front matter without an end', '---\nname: rev\ndescription: x\n', 'rev', 'has no end'],
  ['a limit that can’t be read', file('description: a: b\ndisallowedTools: [Bash\n  Write'), 'rev', 'can’t be read'],
])('a file with %s is named with the reason', async (_, text, name, problem) => {
  const read = await readAgentFile(text, 'agents/rev.md', 'project')
  expect(read).toEqual({ name, file: 'agents/rev.md', problem: expect.stringContaining(problem) })
})

test.each([
  ['"../x"', 'x'],
  ['Code Reviewer', 'Code-Reviewer'],
  ['reviewer v1.2', 'reviewer-v1.2'],
  ['1.20', '1.20'],
  ['Prüfer', 'Prufer'],
  ['審査', 'rev'],
])('the name %s is one that a model can call', async (given, name) => {
  const read = await readAgentFile(file(`name: ${given}\ndescription: x`), 'agents/rev.md', 'project')
  expect(read).toMatchObject({ name, description: 'x' })
})

test('what is not quite YAML is read field by field, and its limits hold', async () => {
  const examples = [
    'name: rev',
    'description: Reviews it. Examples: <example>Context: a plan. user: "look" assistant: "I do"</example>',
    '',
    'Examples:',
    '<example>',
    'user: "Do it: now"',
    'assistant: "Ok"',
    'tools: Read',
    '</example>',
    'model: opus',
    'disallowedTools: Bash',
  ]
  const read = await readAgentFile(file(examples.join('\r\n')), 'agents/rev.md', 'user')
  expect(read).toMatchObject({ name: 'rev', model: 'opus', instructions: 'Be strict.', tools: ['read_file'] })
  expect(read).toMatchObject({ description: expect.stringMatching(/^Reviews it\. Examples: .*Do it: now/) })
  const nested = 'description: Use it: often\npermission:\n  edit: deny\n  bash: deny\ncolor: #fff: x'
  const limited = await readAgentFile(file(nested), 'agents/rev.md', 'user')
  expect(limited).toMatchObject({
    description: 'Use it: often',
    tools: expect.not.arrayContaining(['shell', 'edit_file']),
  })
})

test("a project's are used only while these very files are trusted, and go before the user's", async () => {
  const project = await temporaryProject({
    '.stratagem/agents/rev.md': file('description: Of the project.'),
    '.claude/agents/rev.md': file('description: The second of a name.'),
  })
  const home = await temporaryFolder()
  for (const path of ['agents/rev.md', '.claude/agents/docs.md']) {
    await mkdir(dirname(join(home, path)), { recursive: true })
    await writeFile(join(home, path), file('description: Of the user.'))
  }
  const trust = openTrustFile(home, () => undefined)
  const book = createAgentBook(home, trust, home)
  const of = { id: 'p', folder: project.folder }
  const found = async () => (await book.of(of)).map(({ name, description }) => `${name}: ${description}`)
  expect(await found()).toEqual(['rev: Of the user.', 'docs: Of the user.'])
  const { state, hash } = await book.trustOf(of)
  expect(state).toBe('undecided')
  trust.decide('p', 'agents', hash, 'trust')
  expect(await found()).toEqual(['rev: Of the project.', 'docs: Of the user.'])
  await writeFile(project.at('.stratagem/agents/rev.md'), file('description: Changed.'))
  expect(await found()).toEqual(['rev: Of the user.', 'docs: Of the user.'])
})

test('a run hands work to one, with the model that its file names', async () => {
  const server = await hostModelServer(({ model, messages }) => {
    if (model === 'strict') return { text: 'Reviewed.' }
    const last = messages.at(-1)
    if (last?.role === 'tool') return { text: 'Done.' }
    return { calls: [{ tool: 'delegate', arguments: { goal: 'Look.', agent: 'rev' } }] }
  })
  const host = await openTestHost()
  const files = { '.stratagem/agents/rev.md': file('description: Reviews.\nmodel: Strict') }
  const project = await temporaryProject(files)
  await ask(host, 'profile-save', {
    profile: testProfile(server.url, { id: 'prof_strict', name: 'Strict', model: 'strict' }),
    key: null,
  })
  const talk = await newTestConversation(host, project.folder, testProfile(server.url))
  const projectId = talk.project.id
  const trust = await ask(host, 'project-trust-read', { projectId })
  const hash = trust.find(({ part }) => part === 'agents')?.hash ?? ''
  await ask(host, 'project-trust', { projectId, part: 'agents', hash, decision: 'trust' })
  const run = await runToEnd(host, talk.message('Go.'))
  expect(run).toMatchObject({ status: 'completed', text: 'Done.' })
  const events = eventsOf(host, run.id)
  expect(events.find(ofType('child-start'))).toMatchObject({ agent: 'rev' })
  expect(events.filter(ofType('model-start')).map(({ bound }) => bound.model)).toEqual([
    'scripted',
    'strict',
    'scripted',
  ])
})
