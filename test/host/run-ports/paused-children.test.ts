import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { showCommand } from '../../../src-main/shell-command/commands/show-command.ts'
import { hostModelServer, type ScriptedAnswer } from '../../kit/host/host-model-server.ts'
import {
  eventsOf,
  newTestConversation,
  ofType,
  openTestHost,
  temporaryFolder,
  testProfile,
} from '../../kit/host/host-open.ts'
import { spawnHost } from '../../kit/host/host-spawn.ts'
import { answerPause, byHand, lastSeq, otherArguments, setBreakpoints, untilPaused } from '../../kit/host/pauses.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

vi.setConfig({ testTimeout: 30_000 })

const write = { tool: 'write_file', arguments: { path: 'note.txt', content: 'of the model' } }

/** Hands the work to a helper, which writes a file. */
const delegating = () =>
  hostModelServer(({ messages }): ScriptedAnswer => {
    const isChild = messages.some(({ role, content }) => role === 'user' && String(content).includes('Write the note.'))
    const hasResult = messages.some(({ role }) => role === 'tool')
    if (hasResult) return { text: isChild ? 'Written.' : 'All done.' }
    return { calls: [isChild ? write : { tool: 'delegate', arguments: { goal: 'Write the note.' } }] }
  })

test('a child run that is paused survives kill -9, and what is edited in it is what a replay sees', async () => {
  const dataFolder = await temporaryFolder()
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const { url } = await delegating()
  const first = await openTestHost({ dataFolder })
  const opened = await ask(first, 'project-open', { folder: project.folder })
  await setBreakpoints(first, opened.id, 'path:*.txt')
  await first.close()
  const killed = await spawnHost(dataFolder, project.folder, url, 'Do it.')
  await killed.until('"pause-ask"')
  await killed.kill()

  const host = await openTestHost({ dataFolder })
  await setBreakpoints(host, opened.id)
  const runId = killed.ids.run
  const before = lastSeq(host, runId)
  await ask(host, 'run-resume', { runId })
  const { path, reason } = await untilPaused(host, runId, before)
  expect([reason.kind, path.includes('.')]).toEqual(['breakpoint', true])
  await answerPause(host, runId, path, otherArguments({ path: 'mine.txt', content: 'mine' }))
  expect(await host.runs.untilEnded(runId)).toMatchObject({ status: 'completed', text: 'All done.' })
  expect(await project.read('mine.txt')).toBe('mine')
  expect(await ask(host, 'run-replay', { runId, verify: false })).toMatchObject({ divergence: null })

  // A branch from after it has the pause and its edit in its log, and replays with them.
  const model = eventsOf(host, runId).findLast(ofType('model-end'))
  const fork = { strategy: null, roles: {}, approval: null, message: null, answer: null }
  const branch = await ask(host, 'run-fork', { ...fork, runId, path: model?.path ?? '' })
  await host.runs.untilEnded(branch.id)
  const edits = eventsOf(host, branch.id).flatMap((event) => (event.type === 'pause-answer' ? [event.edit?.kind] : []))
  expect(edits).toEqual(['call'])
  expect(await ask(host, 'run-replay', { runId: branch.id, verify: false })).toMatchObject({ divergence: null })
})

test('candidates of best-of-n pause one after the other, each in its copy, and one is answered by hand with a call', async () => {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const { url } = await hostModelServer(({ messages, tools }) => {
    if (tools?.some((tool) => tool.function.name === 'submit_preference'))
      return { calls: [{ tool: 'submit_preference', arguments: { better: 'A', reasoning: 'It is shorter.' } }] }
    return messages.some(({ role }) => role === 'tool') ? { text: 'Done.' } : { calls: [write] }
  })
  const host = await openTestHost()
  const talk = await newTestConversation(host, project.folder, testProfile(url))
  await setBreakpoints(host, talk.project.id, 'step:call-model')
  const strategy = { name: 'best-of-n', options: { candidates: 2, check: 'node -e 0' } }
  const { id: runId } = await ask(host, 'run-start', talk.message('Write it.', { strategy }))
  const paused = await untilPaused(host, runId)
  const noSuch = byHand('', { tool: 'fly', arguments: '{}' })
  await expect(answerPause(host, runId, paused.path, noSuch)).rejects.toThrow(/"fly" is not offered/)
  const wrong = byHand('', { tool: 'write_file', arguments: '{"path":1}' })
  await expect(answerPause(host, runId, paused.path, wrong)).rejects.toThrow(/arguments of write_file.*path/)
  const mine = { tool: 'write_file', arguments: '{"path":"mine.txt","content":"mine"}' }
  await answerPause(host, runId, paused.path, byHand('By hand.', mine))
  const second = await untilPaused(host, runId, paused.seq)
  expect(second.path).not.toBe(paused.path)
  await setBreakpoints(host, talk.project.id)
  await answerPause(host, runId, second.path)
  expect(await host.runs.untilEnded(runId)).toMatchObject({ status: 'completed' })
  const written = eventsOf(host, runId)
    .filter(ofType('tool-start'))
    .flatMap(({ call }) => (call.tool === 'write_file' ? [call.arguments] : []))
  expect(written.toSorted()).toEqual([JSON.stringify(write.arguments), mine.arguments].toSorted())
  expect(await ask(host, 'run-replay', { runId, verify: false })).toMatchObject({ divergence: null })
})

test('hooks before a call, after an edit and at the end pause the run, and can be answered by hand', async () => {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const { url } = await hostModelServer((_request, turn) => (turn === 0 ? { calls: [write] } : { text: 'Done.' }))
  const host = await openTestHost()
  const talk = await newTestConversation(host, project.folder, testProfile(url))
  for (const event of ['before-tool', 'after-edit', 'run-end'] as const) {
    const hook = { event, command: 'exit 3', seconds: 10, onFailure: 'refuse', sendBacks: 0 } as const
    await ask(host, 'hook-save', { hook: { id: `hook_${event}`, enabled: true, hook } })
  }
  await setBreakpoints(host, talk.project.id, 'step:hook')
  const { id: runId } = await ask(host, 'run-start', talk.message('Write it.'))
  let after = -1
  const events: string[] = []
  for (let count = 0; count < 3; count++) {
    const { path, seq, step } = await untilPaused(host, runId, after)
    if (step.type === 'step-start') events.push(JSON.stringify(step.ask))
    after = seq
    const text = '{"decision":"continue","output":"By hand."}'
    await expect(answerPause(host, runId, path, byHand('yes'))).rejects.toThrow(/answer of a hook is JSON/)
    await answerPause(host, runId, path, byHand(text))
  }
  expect(await host.runs.untilEnded(runId)).toMatchObject({ status: 'completed' })
  expect(events.map((ask) => /"(before-tool|after-edit|run-end)"/.exec(ask)?.[1])).toEqual([
    'before-tool',
    'after-edit',
    'run-end',
  ])
  expect(await project.read('note.txt')).toBe('of the model')
  expect(await ask(host, 'run-replay', { runId, verify: false })).toMatchObject({ divergence: null })
})

/** Catches what it can, has branches, and its name is not its file's. */
const strategy = `import { all, callModel, defineStrategy, outcomeOf, runTool, toolLoop } from 'stratagem'
const read = (id: string) => ({ id, tool: 'read_file', arguments: '{"path":"a.txt"}', complete: true })

export default defineStrategy({
  name: 'careful',
  title: 'Careful',
  summary: 'Catches everything.',
  roles: [{ name: 'engineer', purpose: 'Answers' }],
  phases: [],
  options: {},
  build: () =>
    function* (task) {
      try {
        yield* callModel({ role: 'engineer', messages: task.messages })
      } catch {
        // It goes on without.
      }
      yield* all([
        runTool(read('one')),
        runTool(read('two')),
      ])
      const end = yield* toolLoop(task, { role: 'engineer' })
      return outcomeOf(task, end, null)
    },
})
`

test('the line of a strategy is found though it catches errors, has branches, runs the app’s loop and is named otherwise', async () => {
  const dataFolder = await temporaryFolder()
  await mkdir(join(dataFolder, 'strategies'), { recursive: true })
  await writeFile(join(dataFolder, 'strategies', 'my own (2).ts'), strategy)
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const { url, sent } = await hostModelServer(({ messages }) =>
    messages.some(({ role }) => role === 'tool') ? { text: 'Done.' } : { text: 'So.', calls: [write] },
  )
  const mine = { tool: 'read_file', arguments: '{"path":"a.txt"}' }
  const host = await openTestHost({ dataFolder })
  const talk = await newTestConversation(host, project.folder, testProfile(url))
  await setBreakpoints(host, talk.project.id, 'step:call-model', 'step:run-tool')
  const { id: runId } = await ask(
    host,
    'run-start',
    talk.message('Go.', { strategy: { name: 'careful', options: {} } }),
  )
  const [lines, paths]: [string[], string[]] = [[], []]
  let after = -1
  for (let count = 0; count < 6; count++) {
    const { path, seq, source } = await untilPaused(host, runId, after)
    after = seq
    paths.push(path)
    lines.push(source?.text.trim() ?? '')
    const content = await ask(host, 'pause-read', { runId, path })
    const isRequest = content.kind === 'request'
    const messages = [{ role: 'user' as const, text: 'Something else.' }]
    if (count === 0 && isRequest)
      await answerPause(host, runId, path, { kind: 'request', request: { ...content.request, messages } })
    else if (count === 1) await answerPause(host, runId, path, otherArguments({ path: 'b.txt' }))
    else await answerPause(host, runId, path, count === 3 ? byHand('By hand.', mine) : null)
  }
  expect(lines).toEqual([
    "yield* callModel({ role: 'engineer', messages: task.messages })",
    'yield* all([',
    'yield* all([',
    ...Array.from({ length: 3 }, () => "const end = yield* toolLoop(task, { role: 'engineer' })"),
  ])
  await host.runs.untilEnded(runId)
  expect(sent.map((text) => text.includes('Something else.'))).toContain(true)
  expect(await ask(host, 'run-replay', { runId, verify: false })).toMatchObject({ divergence: null })
  const texts = await ask(host, 'pause-edited', { runId, path: paths[0] ?? '' })
  expect([texts?.before?.includes('"text": "Go."'), texts?.after.includes('"text": "Something else."')]).toEqual([
    true,
    true,
  ])
  const printed: string[] = []
  const out = (text: string) => void printed.push(text)
  const quiet = { data: out, error: () => {}, progress: () => {}, stream: null, width: null, ask: null }
  await showCommand(host, { run: runId, json: false }, { ...quiet, out, unread: new AbortController().signal })
  expect(printed.join('')).toMatch(
    /Edited by you: request.*-.*"text": "Go\."\n.*\+.*"text": "Something else\."\n.*Edited by you: arguments or limits.*-.*a\.txt.*\+.*b\.txt.*Answered by you.*\+By hand\./s,
  )
})
