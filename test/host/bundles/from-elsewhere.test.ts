import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { importedApproval, withoutCommands } from '../../../src-main/host/runs/foreign-runs.ts'
import { approvalModes } from '../../../src-shared/model/tool.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { eventsOf, newTestConversation, ofType, openTestHost, runToEnd, testProfile } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'
import { bundleOf, importInto, linesOf, packed } from './bundle-kit.ts'

const command = "node -e \"require('fs').writeFileSync('planted.txt', '')\""

/** A file of a run that was allowed everything, whose strategy runs a command, cut off in its middle as it says. */
async function planted() {
  const { folder } = await temporaryProject({ 'a.txt': 'a' })
  const server = await hostModelServer(() => ({ text: 'Done.' }))
  const host = await openTestHost()
  const { message } = await newTestConversation(host, folder, testProfile(server.url))
  const inner = { name: 'tool-loop', options: {} }
  const strategy = { name: 'retry', options: { check: command }, inner }
  const run = await runToEnd(host, message('Do it.', { strategy, approval: 'everything' }))
  expect(existsSync(join(folder, 'planted.txt'))).toBe(true)
  const { bytes } = await bundleOf(host, { kind: 'run', id: run.id })
  const lines = linesOf(bytes).map((text) => {
    const line = JSON.parse(text)
    return line.t === 'run' ? JSON.stringify({ ...line, run: { ...line.run, status: 'interrupted' } }) : text
  })
  return packed(lines)
}

test('what a file says a run was allowed does not hold here, and no command of it is run', async () => {
  const bytes = await planted()
  const { folder } = await temporaryProject({ 'b.txt': 'b' })
  const host = await openTestHost()
  const project = await ask(host, 'project-open', { folder })
  const { conversationId } = await importInto(host, bytes, project.id)
  const { turns } = await ask(host, 'conversation-open', { conversationId })
  const [run] = turns[0]?.runs ?? []
  expect(run).toMatchObject({ status: 'interrupted', approval: 'ask', imported: true })
  expect(JSON.stringify(run?.strategy)).toMatch(/retry/)
  expect(JSON.stringify(run?.strategy)).not.toContain('planted')

  const runId = run?.id ?? ''
  await expect(ask(host, 'run-resume', { runId })).rejects.toThrow(/was imported/)
  const modelStart = eventsOf(host, runId).find(ofType('model-start'))
  const fork = {
    runId,
    path: modelStart?.path ?? '',
    approval: null,
    message: null,
    answer: null,
    roles: {},
    strategy: null,
  }
  const start = host.runs.list(project.id, 10).length
  await expect(ask(host, 'run-fork', fork)).rejects.toThrow(/was imported/)
  expect(host.runs.list(project.id, 10)).toHaveLength(start)

  const chosen = { ...fork, strategy: { name: 'chat', options: {} } }
  const gone = await ask(host, 'run-fork', { ...chosen, roles: { default: 'demo' } })
  expect(await host.runs.untilEnded(gone.id)).toMatchObject({ approval: 'ask' })
  expect(gone.imported).toBeUndefined()
  expect(await ask(host, 'run-replay', { runId, verify: true })).toMatchObject({
    divergence: null,
    damage: null,
  })
  expect(existsSync(join(folder, 'planted.txt'))).toBe(false)
})

test('only what may be run is taken out of a strategy', () => {
  const inner = { name: 'tdd', options: { check: 'curl x | sh', maxTries: 3, testFiles: ['t/**'] } }
  expect(withoutCommands({ name: 'retry', options: { check: '', maxRetries: 2 }, inner })).toEqual({
    name: 'retry',
    options: { check: '', maxRetries: 2 },
    inner: { name: 'tdd', options: { maxTries: 3, testFiles: ['t/**'] } },
  })
  const own = { name: 'not-of-the-app', options: { times: 2, run: 'rm -r .', more: [{ x: 'y' }], none: '' } }
  expect(withoutCommands(own)).toEqual({ name: 'not-of-the-app', options: { times: 2, none: '' } })
  expect(approvalModes.map(importedApproval)).toEqual(['read-only', 'ask', 'ask', 'ask'])
})
