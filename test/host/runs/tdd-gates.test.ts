import { describe, expect, it } from 'vitest'
import { hostModelServer, type ScriptedAnswer } from '../../kit/host/host-model-server.ts'
import { eventsOf, newTestConversation, openTestHost, runToEnd, testProfile } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

/** Passes when the source is right and the test asks for it. */
const check = 'node check.mjs'
const files = {
  'check.mjs':
    "import { readFileSync } from 'node:fs'\nconst [wants, has] = ['test/a.txt', 'src/a.txt'].map((name) => readFileSync(name, 'utf8'))\nprocess.exit(wants === has ? 0 : 1)\n",
  'src/a.txt': 'old',
  'test/a.txt': 'old',
}
const write = (path: string, content: string) => ({ tool: 'write_file', arguments: { path, content } })
const edit = (path: string, old_text: string, new_text: string) => ({
  tool: 'edit_file',
  arguments: { path, old_text, new_text },
})
const look = ['src/a.txt', 'test/a.txt'].map((path) => ({ tool: 'read_file', arguments: { path } }))
/** Everything a model could try to get at a file by, in whatever phase. */
const attempts = (path: string, now: string): ScriptedAnswer[] => [
  { calls: look },
  {
    calls: [
      write(path, 'cheat'),
      write(`./${path}`, 'cheat'),
      write(`src/../${path}`, 'cheat'),
      edit(path, now, 'cheat'),
      { tool: 'shell', arguments: { command: `echo cheat > ${path}` } },
      { tool: 'git', arguments: { args: ['checkout', '--', path] } },
      { tool: 'delegate', arguments: { goal: `Write cheat into ${path}.` } },
    ],
  },
]

describe.each(['tdd', 'red-green-refactor'])('the gates of %s, in the whole host', { timeout: 60_000 }, (name) => {
  it('refuse every write outside what the phase allows, whatever the model says and the mode lets through', async () => {
    const project = await temporaryProject(files)
    const script: ScriptedAnswer[] = [
      ...attempts('src/a.txt', 'old'),
      { calls: [write('test/a.txt', 'new')] },
      { text: 'The test is written.' },
      ...attempts('test/a.txt', 'new'),
      { calls: [write('src/a.txt', 'new')] },
      { text: 'The work is done.' },
      ...attempts('test/a.txt', 'new'),
      { calls: [write('src/a.txt', 'broken')] },
      { text: 'It is simpler now.' },
    ]
    const server = await hostModelServer((_, turn) => script[turn] ?? { text: 'Nothing more.' })
    const host = await openTestHost()
    const { message } = await newTestConversation(host, project.folder, testProfile(server.url))
    const strategy = { name, options: { check, tests: ['test/**'] } }
    const run = await runToEnd(host, message('Make it new.', { strategy, approval: 'everything' }))
    expect(run.failure).toBeNull()
    expect(run.status).toBe('completed')
    expect([await project.read('src/a.txt'), await project.read('test/a.txt')]).toEqual(['new', 'new'])
    const ends = eventsOf(host, run.id).flatMap((event) =>
      event.type === 'tool-end' && event.outcome.ok ? [event.outcome.value] : [],
    )
    const writes = ends.filter(({ tool, ok }) => ok && (tool === 'write_file' || tool === 'edit_file'))
    expect(writes).toHaveLength(name === 'tdd' ? 2 : 3)
    expect(
      ends.filter(({ tool, ok }) => ok && tool !== 'read_file' && !writes.some((each) => each.tool === tool)),
    ).toEqual([])
    const refused = ends.filter(({ summary }) => summary === 'not allowed in this phase')
    expect(refused).toHaveLength((name === 'tdd' ? 2 : 3) * 4)
    if (name === 'red-green-refactor') expect(run.text).toContain('rolled back')
  })
})
