import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ask } from '../../../../src-main/host/api/host-client.ts'
import { findSandbox } from '../../../../src-main/sandbox/find-sandbox.ts'
import { batchOf, batchToEnd } from '../../../kit/agent/batch-trials.ts'
import { sealedTaskSet, visibleFolder } from '../../../kit/agent/sealed-task-set.ts'
import { turnOf } from '../../../kit/fake-host/lane-scripts.ts'
import { startCommand } from '../../../kit/host/host-command.ts'
import { hostModelServer } from '../../../kit/host/host-model-server.ts'
import { openLaboratory } from '../../../kit/nats/machines.ts'
import { hasNatsServer } from '../../../kit/nats/nats-server.ts'

// Workers are processes of their own, and make and remove copies.
vi.setConfig({ testTimeout: 180_000 })

const { sandbox } = await findSandbox()
const testHere = test.skipIf(sandbox === null || process.platform !== 'linux' || !hasNatsServer)

testHere.each(['data', 'other'])(
  'on the computer of home, with the data folder "%s", agents find no tests, no answers and nothing of the app',
  async (name) => {
    const base = visibleFolder()
    const { path, clones } = sealedTaskSet(base)
    const folder = join(base, name)
    mkdirSync(join(base, 'data'), { recursive: true })
    mkdirSync(join(folder, 'worker/content'), { recursive: true })
    for (const at of [join(base, 'data'), folder, join(folder, 'worker/content')])
      writeFileSync(join(at, 'note.txt'), 'SEALED-5')
    const seen: string[] = []
    const commands = [
      `grep -rlE 'SEALED-[0-9]' '${base}' 2>&1 | sed 's/^/found /'`,
      `find '${base}' -type f -size +0 -name '*.*' | grep -v '^'"$PWD" | sed 's/^/found /'`,
      `for g in $(find '${base}' -type d -name objects 2>/dev/null); do git --git-dir "$(dirname "$g")" log -p --all; echo found $g; done; true`,
      "pwd; echo 'it looked'",
    ]
    const model = await hostModelServer((request) => {
      seen.push(JSON.stringify(request.messages))
      const command = commands[turnOf(request)]
      return command === undefined ? { text: 'done' } : { calls: [{ tool: 'shell', arguments: { command } }] }
    })
    const lab = await openLaboratory(model.url, '', join(base, 'data'))
    const request = { projectId: lab.projectId, path, set: null, testCommand: null, repositories: clones }
    const { tasks, refused } = await ask(lab.home, 'tasks-import', request)
    expect(refused).toEqual([])
    if (name !== 'data') cpSync(join(lab.homeFolder, 'profiles.json'), join(folder, 'profiles.json'))
    const args = ['worker', '--queue', lab.nats.url, '--slots', '2', '--accept', lab.key]
    const worker = startCommand(folder, args, { STRATAGEM_OLD_NATS: 'allow' })
    const chosen = tasks.map(({ id }) => ({ keptTask: id }))
    const { trials } = await batchToEnd(
      lab.home,
      batchOf(lab.projectId, { tasks: chosen, repeats: 1, queue: lab.queue }),
    )
    expect(trials.map(({ failure }) => failure)).toEqual(trials.map(() => null))
    expect(trials.map(({ result }) => [result?.totals.toolCalls, result?.success])).toEqual(
      trials.map(() => [commands.length, false]),
    )
    const talk = seen.join('\n')
    expect(talk).toContain('it looked')
    expect(talk.match(/SEALED-\d|found \/\w[^\\]*/g) ?? []).toEqual([])
    worker.interrupt()
    expect((await worker.done).code).toBe(0)
  },
)
