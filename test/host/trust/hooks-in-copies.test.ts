import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { type Hook, hook, hookAsk, hookResult } from '../../../src-shared/hooks/hook.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { eventsOf, openTestHost, runToEnd, temporaryFolder } from '../../kit/host/host-open.ts'
import { knownSandboxes } from '../../kit/host/sandboxes.ts'
import { folderHash } from '../../kit/project/folder-hash.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'
import { checkOf, compareTalk, compareToEnd } from '../../kit/window/compare-lanes.ts'

// Copies are made and removed: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

const sandbox = knownSandboxes.find((each) => each.sandbox !== null)?.sandbox ?? null

/** What the hooks of a run said, by the file that they ran for; at the end of a run by `end`. */
const saidIn = (events: ReturnType<typeof eventsOf>) =>
  events.flatMap((event) => {
    if (event.type !== 'step-end' || event.step !== 'hook' || !event.outcome.ok) return []
    const start = events.find((each) => each.type === 'step-start' && each.path === event.path)
    const { subject = 'end' } = hookAsk.parse(start?.type === 'step-start' ? start.ask : null)
    return [`${subject}: ${hookResult.parse(event.outcome.value).output.split('\n')[0]}`]
  })

/** A model that edits one file, and changes another by a command; hooks that write wherever they can. */
async function world() {
  const project = await temporaryProject({ 'a.txt': 'one\n', 'b.txt': 'one\n', 'keep.md': 'kept\n' })
  const server = await hostModelServer(({ messages }) => {
    const results = messages.filter(({ role }) => role === 'tool').length
    const write = { tool: 'write_file', arguments: { path: 'new.txt', content: 'new\n' } }
    const calls = [write, { tool: 'shell', arguments: { command: 'echo two > b.txt' } }]
    return results === 0 ? { calls } : { text: 'Done.' }
  })
  const host = await openTestHost({
    dataFolder: await temporaryFolder(),
    findSandbox: async () => (sandbox === null ? { sandbox, reason: 'None here.' } : { sandbox }),
  })
  const command = `{ echo wild >'${project.folder}/keep.md'; } 2>/dev/null; echo hooked >> hooked.txt; basename "$PWD"; true`
  const hooks: Partial<Hook>[] = [{ event: 'after-edit', pattern: '*.txt' }, { event: 'run-end' }]
  for (const each of hooks)
    await ask(host, 'hook-save', { hook: { id: '', enabled: true, hook: hook.parse({ command, ...each }) } })
  const { message, wish } = await compareTalk(host, project.folder, server.url)
  return { project, host, message, wish }
}

describe.skipIf(sandbox === null)('hooks in copies', () => {
  test("hooks of a candidate's calls run in its copy, and reach the project by nothing but its result", async () => {
    const { project, host, message } = await world()
    const strategy = { name: 'best-of-n', options: { candidates: 2, check: 'test -s hooked.txt' } }
    const run = await runToEnd(
      host,
      message('Do it.', { strategy, approval: 'everything', roles: { default: 'prof_a' } }),
    )
    expect(run.status).toBe('completed')
    // A candidate's folder is called `files`; the hook at the end of the run works in the project.
    const said = saidIn(eventsOf(host, run.id))
    expect(said.filter((each) => each === 'new.txt: files')).toHaveLength(2)
    expect(said.filter((each) => each === 'b.txt: files')).toHaveLength(2)
    expect(await project.read('keep.md')).toBe('wild\n')
    expect(await project.read('hooked.txt')).toBe('hooked\nhooked\nhooked\n')
  })

  test("hooks of a lane's run work in its copy and nowhere else, at its end too", async () => {
    const { project, host, wish } = await world()
    const before = folderHash(project.folder)
    const check = checkOf('test "$(cat hooked.txt | wc -l)" = 3 && test "$(cat keep.md)" = kept')
    const { lanes } = await compareToEnd(host, wish('Do it.', { check }))
    expect(lanes).toMatchObject([
      { state: 'done', checkResult: { exitCode: 0 } },
      { state: 'done', checkResult: { exitCode: 0 } },
    ])
    expect(folderHash(project.folder)).toBe(before)
    expect(existsSync(join(project.folder, 'hooked.txt'))).toBe(false)
    for (const { runId } of lanes) {
      const said = saidIn(eventsOf(host, runId ?? '')).map((each) => each.split(':')[0])
      expect(said).toEqual(['new.txt', 'b.txt', 'end'])
    }
  })
})
