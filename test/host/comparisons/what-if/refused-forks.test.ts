import { expect, test, vi } from 'vitest'
import { ask } from '../../../../src-main/host/api/host-client.ts'
import { startScan, startWhatIf } from '../../../../src-shared/api/what-if-requests.ts'
import { FailureError } from '../../../../src-shared/base/failure.ts'
import { stepChange } from '../../../../src-shared/comparison/what-if/step-change.ts'
import { forkableSteps } from '../../../../src-shared/run/forkable-steps.ts'
import { type HostModelServer, hostModelServer } from '../../../kit/host/host-model-server.ts'
import { eventsOf, openTestHost, runToEnd } from '../../../kit/host/host-open.ts'
import { temporaryProject } from '../../../kit/project/temporary-project.ts'
import { compareTalk } from '../../../kit/window/compare-lanes.ts'
import { bundleOf, importInto } from '../../bundles/bundle-kit.ts'

// A run of several candidates has a copy for each of them: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

const changes = [stepChange.parse({ roles: { default: 'prof_b' } })]

async function opened(script: Parameters<typeof hostModelServer>[0]) {
  const server: HostModelServer = await hostModelServer(script)
  const host = await openTestHost()
  const talk = await compareTalk(host, (await temporaryProject({ 'a.txt': 'one\n' })).folder, server.url)
  return { host, talk }
}

/** What is said instead of starting; nothing may have been started. */
async function refusal(work: Promise<unknown>): Promise<string> {
  const thrown = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(thrown instanceof FailureError)) throw new Error(`not refused: ${String(thrown)}`)
  return `${thrown.failure.message} ${thrown.failure.advice}`
}

test('a step in a copy of a strategy’s own is refused with what to do, and is not offered', async () => {
  const { host, talk } = await opened(({ messages }) =>
    messages.at(-1)?.role === 'tool'
      ? { text: 'done' }
      : { calls: [{ tool: 'write_file', arguments: { path: 'done.txt', content: 'yes' } }] },
  )
  const strategy = {
    name: 'best-of-n',
    options: { candidates: 2, check: `node -e "process.exit(require('fs').existsSync('done.txt') ? 0 : 1)"` },
    inner: { name: 'tool-loop', options: {} },
  }
  const run = await runToEnd(host, talk.message('Do it.', { roles: { default: 'prof_a' }, strategy }))
  const inside = eventsOf(host, run.id).find((event) => event.type === 'tool-start')
  const path = inside?.type === 'tool-start' ? inside.path : ''
  expect(forkableSteps(eventsOf(host, run.id)).map((step) => step.path)).not.toContain(path)
  const said = await refusal(ask(host, 'what-if-start', startWhatIf.parse({ runId: run.id, path, changes })))
  expect(said).toBe(
    'This step worked in a copy of the files that is gone. Choose a step from before these copies were made, or from after them.',
  )
  expect(await ask(host, 'what-ifs-list', { runId: run.id })).toEqual([])
})

test('a run from another computer is refused before a fork starts, since its files stayed there', async () => {
  const there = await opened(({ messages }) =>
    messages.at(-1)?.role === 'tool'
      ? { text: 'done' }
      : { calls: [{ tool: 'write_file', arguments: { path: 'done.txt', content: 'yes' } }] },
  )
  const run = await runToEnd(there.host, there.talk.message('Do it.', { roles: { default: 'prof_a' } }))
  const { bytes } = await bundleOf(there.host, { kind: 'run', id: run.id })
  const here = await opened(() => ({ text: 'never asked' }))
  await importInto(here.host, bytes, here.talk.project.id)
  const [conversation] = (await ask(here.host, 'conversations-list', { projectId: here.talk.project.id })).filter(
    ({ id }) => id !== here.talk.conversation.id,
  )
  const { turns } = await ask(here.host, 'conversation-open', { conversationId: conversation?.id ?? '' })
  const runId = turns[0]?.runs[0]?.id ?? ''
  const { steps } = await ask(here.host, 'what-if-steps', { runId })
  const path = steps.at(-1)?.path ?? ''
  const elsewhere =
    'The files at that step are not on this computer: the run was made on another one, or they were removed. Choose a run that was made here, or run the task again on this computer.'
  expect(await refusal(ask(here.host, 'what-if-start', startWhatIf.parse({ runId, path, changes })))).toBe(elsewhere)
  expect(await refusal(ask(here.host, 'what-if-scan', startScan.parse({ runId })))).toBe(elsewhere)
  expect(await ask(here.host, 'batches-list', { projectId: here.talk.project.id })).toEqual([])
})
