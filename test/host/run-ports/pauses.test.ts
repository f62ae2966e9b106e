import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import type { PauseAnswer } from '../../../src-shared/run/debug/pause-events.ts'
import type { EventOf } from '../../../src-shared/run/event.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import {
  eventsOf,
  gate,
  newTestConversation,
  ofType,
  openTestHost,
  temporaryFolder,
  testProfile,
  untilEvent,
} from '../../kit/host/host-open.ts'
import { goOn, otherArguments, savedBreakpoint } from '../../kit/host/pauses.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

const write = { tool: 'write_file', arguments: { path: 'note.txt', content: 'two\n' } }
const server = () =>
  hostModelServer((_asked, turn) => (turn === 0 ? { text: 'I write.', calls: [write] } : { text: 'Done so.' }))
const call = (args: unknown): PauseAnswer => ({ action: goOn, edit: otherArguments(args) })

test('a breakpoint of the project outlives the app, and the paused run resumes paused; the edited call asks the gate', async () => {
  const dataFolder = await temporaryFolder()
  const files = await temporaryProject({ 'readme.md': 'hello\n' })
  const { url } = await server()
  const first = await openTestHost({ dataFolder })
  const talk = await newTestConversation(first, files.folder, testProfile(url))
  const projectId = talk.project.id
  await ask(first, 'breakpoints-save', { projectId, breakpoints: [savedBreakpoint('path:*.txt')] })
  const { id: runId } = await ask(first, 'run-start', { ...talk.message('Write a note'), approval: 'ask' })
  const { path } = await untilEvent(first, runId, ofType('pause-ask'))
  await expect.poll(() => first.runs.get(runId)?.status).toBe('waiting')
  await first.close()

  const second = await openTestHost({ dataFolder })
  expect(await ask(second, 'breakpoints-list', { projectId })).toEqual([savedBreakpoint('path:*.txt')])
  await ask(second, 'breakpoints-save', { projectId, breakpoints: [] })
  await ask(second, 'run-resume', { runId })
  const before = eventsOf(second, runId).length
  await untilEvent(
    second,
    runId,
    (event): event is typeof event => event.type === 'pause-ask' && event.seq >= before - 1,
  )
  await expect.poll(() => second.runs.get(runId)?.status).toBe('waiting')
  const content = await ask(second, 'pause-read', { runId, path })
  expect(content).toMatchObject({ kind: 'call', tool: 'write_file', arguments: JSON.stringify(write.arguments) })
  await expect(ask(second, 'pause-answer', { runId, path, answer: call({ path: 1 }) })).rejects.toThrow(
    /write_file.*path/s,
  )
  await ask(second, 'pause-answer', { runId, path, answer: call({ path: 'other.txt', content: 'mine\n' }) })
  const asked = await untilEvent(second, runId, ofType('approval-ask'))
  expect(asked.ask.subject).toBe('other.txt')
  await ask(second, 'run-approve', { runId, path, decision: 'allow', note: '' })
  expect(await second.runs.untilEnded(runId)).toMatchObject({ status: 'completed', text: 'Done so.' })
  expect(await files.read('other.txt')).toBe('mine\n')
  expect(await ask(second, 'run-replay', { runId, verify: false })).toMatchObject({ divergence: null })
  await expect(ask(second, 'pause-read', { runId, path })).rejects.toThrow('not paused')
})

test('Pause stops a run without breakpoints before its next step, and it can be stopped there', async () => {
  const files = await temporaryProject({ 'readme.md': 'hello\n' })
  const answer = gate()
  const { url } = await hostModelServer(() => ({ text: 'I write.', calls: [write], until: answer.passed }))
  const host = await openTestHost()
  const talk = await newTestConversation(host, files.folder, testProfile(url))
  const { id: runId } = await ask(host, 'run-start', talk.message('Write a note'))
  await untilEvent(host, runId, ofType('model-start'))
  await ask(host, 'run-pause', { runId })
  answer.open()
  const { reason, step } = await untilEvent(host, runId, ofType('pause-ask'))
  expect([reason.kind, step.type]).toEqual(['user', 'tool-start'])
  await ask(host, 'run-stop', { runId })
  expect(await host.runs.untilEnded(runId)).toMatchObject({ status: 'aborted' })
})

test('without anybody to ask, the run is left paused, to be resumed', async () => {
  const files = await temporaryProject({ 'readme.md': 'hello\n' })
  const { url } = await server()
  const host = await openTestHost({
    breakpoints: [savedBreakpoint('tool:write_file').at],
    answerer: { approve: () => Promise.reject(), ask: () => Promise.reject(), pause: async () => 'leave' },
  })
  const talk = await newTestConversation(host, files.folder, testProfile(url))
  const { id: runId } = await ask(host, 'run-start', talk.message('Write a note'))
  const run = await host.runs.untilEnded(runId)
  expect(run).toMatchObject({ status: 'interrupted' })
  expect(run.failure?.message).toContain('paused')
})

test('a pause in a strategy that a user wrote shows the line that asked for the step', async () => {
  const dataFolder = await temporaryFolder()
  await mkdir(join(dataFolder, 'strategies'), { recursive: true })
  const text = `import { callModel, defineStrategy, outcomeOf, phase, runTool } from 'stratagem'

function* write() {
  return yield* runTool({ id: 'c', tool: 'write_file', arguments: '{"path":"a.txt","content":"a"}', complete: true })
}
export default defineStrategy({
  name: 'mine',
  title: 'Mine',
  summary: 'Asks, then writes.',
  roles: [{ name: 'engineer', purpose: 'Answers' }],
  phases: [{ name: 'write', to: [] }],
  options: {},
  build: () =>
    function* (task) {
      const { message } = yield* callModel({ role: 'engineer', messages: task.messages })
      yield* phase('write', write())
      return outcomeOf(task, { text: message.text, added: [message], calls: [], meta: {} }, null)
    },
})
`
  await writeFile(join(dataFolder, 'strategies', 'mine.ts'), text)
  const files = await temporaryProject({ 'readme.md': 'hello\n' })
  const { url } = await hostModelServer(() => ({ text: 'Said.' }))
  const host = await openTestHost({ dataFolder })
  const talk = await newTestConversation(host, files.folder, testProfile(url))
  const breakpoints = [savedBreakpoint('step:call-model'), savedBreakpoint('step:run-tool')]
  await ask(host, 'breakpoints-save', { projectId: talk.project.id, breakpoints })
  const { id: runId } = await ask(host, 'run-start', {
    ...talk.message('Write'),
    strategy: { name: 'mine', options: {} },
  })
  const first = await untilEvent(host, runId, ofType('pause-ask'))
  expect(first.source).toMatchObject({ line: 15, text: expect.stringContaining('yield* callModel') })
  await ask(host, 'pause-answer', { runId, path: first.path, answer: { action: { kind: 'continue' }, edit: null } })
  const second = await untilEvent(
    host,
    runId,
    (event): event is EventOf<'pause-ask'> => event.type === 'pause-ask' && event.path !== first.path,
  )
  expect(second.source).toMatchObject({ line: 4, text: expect.stringContaining('yield* runTool') })
  await ask(host, 'run-stop', { runId })
  await host.runs.untilEnded(runId)
})
