import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ask } from '../../../../src-main/host/api/host-client.ts'
import { labKeyIn } from '../../../../src-main/host/bundles/machines/lab-server.ts'
import { batchOf, batchToEnd, taskOf } from '../../../kit/agent/batch-trials.ts'
import { command } from '../../../kit/host/host-command.ts'
import { hostModelServer } from '../../../kit/host/host-model-server.ts'
import { collectChanges, openTestHost, runToEnd, temporaryFolder } from '../../../kit/host/host-open.ts'
import { hasNatsServer, startNatsServer } from '../../../kit/nats/nats-server.ts'
import { temporaryProject } from '../../../kit/project/temporary-project.ts'
import { checkOf, compareTalk } from '../../../kit/window/compare-lanes.ts'

vi.setConfig({ testTimeout: 120_000 })

const blobId = (text: string) =>
  createHash('sha1')
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest('hex')

/** Whether any store of snapshots in a data folder has the content of a file. */
const holds = (dataFolder: string, text: string): boolean => {
  const folder = join(dataFolder, 'snapshots')
  const stores = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
  return stores.some((store) => spawnSync('git', ['--git-dir', store, 'cat-file', '-e', blobId(text)]).status === 0)
}

test.skipIf(!hasNatsServer)(
  'an ignored file that a run edited is not sent to machines, which is said; one that the user names is',
  async () => {
    const nats = await startNatsServer()
    onTestFinished(nats.stop)
    const project = await temporaryProject({
      'a.txt': 'one\n',
      '.gitignore': '.env\nlocal.cfg\n',
      '.env': 'TOKEN=first\n',
      'local.cfg': 'size=1\n',
    })
    execFileSync('git', ['init', '-q'], { cwd: project.folder })
    const edits = [
      { tool: 'edit_file', arguments: { path: '.env', old_text: 'first', new_text: 'second' } },
      { tool: 'edit_file', arguments: { path: 'local.cfg', old_text: '1', new_text: '2' } },
    ]
    const server = await hostModelServer(({ messages }) =>
      JSON.stringify(messages).includes('Edit them.') && !messages.some(({ role }) => role === 'tool')
        ? { calls: edits }
        : { text: 'done' },
    )
    const [homeFolder, machineFolder] = [await temporaryFolder(), await temporaryFolder()]
    const home = await openTestHost({ dataFolder: homeFolder })
    const { project: opened, message } = await compareTalk(home, project.folder, server.url)
    await runToEnd(home, message('Edit them.', { roles: { default: 'prof_a' } }))
    expect([holds(homeFolder, 'TOKEN=first\n'), holds(homeFolder, 'TOKEN=second\n')]).toEqual([true, true])

    const machine = await openTestHost({ dataFolder: machineFolder })
    await compareTalk(machine, (await temporaryProject({})).folder, server.url)
    const queue = { server: nats.url, caFile: null, keyFile: null, silentMs: 3000 }
    const ending = new AbortController()
    const { id: key } = labKeyIn(homeFolder, null)
    const serving = machine.serveTrials({ queue, slots: 2, accepts: [key], say: () => undefined }, ending.signal)
    const changes = collectChanges(home)
    const check = checkOf('grep -q size=2 local.cfg && test ! -e .env')
    const { batch, trials } = await batchToEnd(
      home,
      batchOf(opened.id, { tasks: [taskOf('one', { check })], repeats: 1, queue, sends: ['local.cfg'] }),
    )
    const args = ['compare', '--project', project.folder, '--model', 'Model a', '--approve', 'everything']
    const lanes = ['--lane', 'A=tool-loop', '--lane', 'B=tool-loop', '--repeat', '2', '--check', 'test ! -e .env']
    const said = await command(homeFolder, [...args, ...lanes, '--queue', nats.url, 'Do it.'])
    ending.abort()
    await serving
    expect(said).toMatchObject({
      code: 0,
      error: expect.stringContaining('Not sent to the machines: .env and local.cfg.'),
    })

    expect(batch).toMatchObject({ state: 'done', counts: { done: 2, void: 0 }, unsent: ['.env'] })
    expect(trials.map(({ result }) => result?.success)).toEqual([true, true])
    expect([holds(machineFolder, 'one\n'), holds(machineFolder, 'size=2\n')]).toEqual([true, true])
    for (const secret of ['TOKEN=first\n', 'TOKEN=second\n']) expect(holds(machineFolder, secret)).toBe(false)
    const notices = changes.flatMap((change) => (change.kind === 'notice' ? [change.text] : []))
    expect(notices).toEqual([
      expect.stringMatching(/^Not sent to the machines: \.env\. It is an ignored file, .*--send-ignored \.env$/),
    ])
    expect((await ask(home, 'batch-open', { batchId: batch.id })).batch.unsent).toEqual(['.env'])
    // The project itself is as it was.
    expect(await project.read('.env')).toBe('TOKEN=second\n')
  },
)
