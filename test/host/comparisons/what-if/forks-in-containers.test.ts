import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ask } from '../../../../src-main/host/api/host-client.ts'
import { startWhatIf } from '../../../../src-shared/api/what-if-requests.ts'
import { stepChange } from '../../../../src-shared/comparison/what-if/step-change.ts'
import { forkableSteps } from '../../../../src-shared/run/forkable-steps.ts'
import { batchAtRest, batchOf, batchToEnd } from '../../../kit/agent/batch-trials.ts'
import { containersLeft } from '../../../kit/containers/containers-left.ts'
import { realEngine } from '../../../kit/containers/small-image.ts'
import { type LaneModelRequest, turnOf } from '../../../kit/fake-host/lane-scripts.ts'
import { hostModelServer, type ScriptedAnswer } from '../../../kit/host/host-model-server.ts'
import { eventsOf, openTestHost, temporaryFolder } from '../../../kit/host/host-open.ts'
import { severalSteps, writeTexts } from '../../../kit/project/harbor-tasks.ts'
import { temporaryProject } from '../../../kit/project/temporary-project.ts'
import { compareTalk } from '../../../kit/window/compare-lanes.ts'

// Containers are started, built and removed.
vi.setConfig({ testTimeout: 300_000 })

const image = 'localhost/stratagem-test:1'
const real = await realEngine(image)
const whyNot = 'why' in real ? ` (skipped: ${real.why.trim()})` : ''

/** The image has `seed.txt` and `built.txt` in its workspace. */
const task = {
  'instruction.md': 'Write yes into /app/done.txt.\n',
  'task.toml': '[environment]\nallow_internet = false\nmemory_mb = 256\n',
  'environment/Dockerfile': `FROM ${image}\nRUN echo built > /app/built.txt && echo more > /outside.txt\nWORKDIR /app\n`,
  'tests/test.sh':
    '#!/bin/sh\nif test "$(cat /app/done.txt)" = yes && test -f /app/note.txt && ! test -e /app/seed.txt; then echo 1; else echo 0; fi > /logs/verifier/reward.txt\n',
}

const shell = (command: string): ScriptedAnswer => ({ calls: [{ tool: 'shell', arguments: { command } }] })

/** Changes the workspace, lists it, and then the model b does the task, the model a does not. */
const script = (request: LaneModelRequest): ScriptedAnswer => {
  const last = request.model.endsWith('b') ? 'echo yes > done.txt' : 'echo no'
  const steps = [
    shell('rm seed.txt; echo one > note.txt; mkdir -p deep && echo two > deep/er.txt; echo changed > built.txt'),
    shell(`ls /app; cat built.txt deep/er.txt /outside.txt; ${last}`),
  ]
  return steps[turnOf(request)] ?? { text: 'done' }
}

async function opened(texts: Readonly<Record<string, string>>) {
  const model = await hostModelServer(script)
  const folder = join(await temporaryFolder(), 'task')
  writeTexts(folder, texts)
  const dataFolder = await temporaryFolder()
  const host = await openTestHost({ dataFolder })
  const { project } = await compareTalk(host, (await temporaryProject({ 'a.txt': 'one\n' })).folder, model.url)
  const wish = { projectId: project.id, path: folder, set: null, testCommand: null, repositories: null }
  const { tasks } = await ask(host, 'tasks-import', wish)
  const chosen = tasks.map(({ id }) => ({ keptTask: id }))
  const { trials } = await batchToEnd(host, batchOf(project.id, { tasks: chosen, repeats: 1 }))
  const first = trials.find(({ lane }) => lane === 'A')
  expect(first?.result, first?.failure?.message).toMatchObject({ success: false })
  return { host, dataFolder, runId: first?.runId ?? '', earlier: first?.earlierRunIds ?? [] }
}

test.skipIf('why' in real)(
  `a run in a container is continued in containers that have the files of the step over those of the image${whyNot}`,
  async () => {
    const { host, dataFolder, runId } = await opened(task)
    const calls = forkableSteps(eventsOf(host, runId)).filter(({ kind }) => kind === 'model')
    const forked = async (path: string) => {
      const changes = [stepChange.parse({ roles: { default: 'prof_b' } })]
      const { id } = await ask(host, 'what-if-start', startWhatIf.parse({ runId, path, changes, repeats: 2, seed: 1 }))
      const { batch, trials } = await batchAtRest(host, id)
      expect(batch.counts, JSON.stringify(trials.map(({ failure }) => failure))).toMatchObject({ done: 4, void: 0 })
      const lane = (label: string) => trials.filter((trial) => trial.lane === label)
      expect(lane('A').map(({ result }) => result?.success)).toEqual([false, false])
      expect(lane('B').map(({ result }) => result?.success)).toEqual([true, true])
      return lane('B').map((trial) => JSON.stringify(eventsOf(host, trial.runId ?? '').slice(1)))
    }
    // Before anything was done, the files are those of the image; after the first command, those that it left.
    for (const [at, runs] of [await forked(calls[0]?.path ?? ''), await forked(calls[1]?.path ?? '')].entries())
      for (const log of runs) {
        expect(log, `from call ${at}`).toContain('built.txt\\ndeep\\n')
        expect(log).toContain('note.txt\\n')
        expect(log).toContain('changed\\ntwo\\nmore\\n')
      }
    expect(await containersLeft(real, dataFolder)).toEqual([])
    const [latest] = await ask(host, 'what-ifs-list', { runId })
    expect(latest).toMatchObject({ state: 'done', kind: 'change', done: 4 })
  },
)

test.skipIf('why' in real)(
  `a run that answered one of several messages is refused, also if it was not the last${whyNot}`,
  async () => {
    const several = {
      ...severalSteps,
      'environment/Dockerfile': `FROM ${image}\nWORKDIR /app\n`,
      // The first message succeeds, so that there is a second one.
      'steps/first/tests/test.sh': '#!/bin/sh\necho 1 > /logs/verifier/reward.txt\n',
      'steps/second/tests/test.sh': '#!/bin/sh\necho 0 > /logs/verifier/reward.txt\n',
    }
    const { host, runId, earlier } = await opened(several)
    expect(earlier.length).toBeGreaterThan(0)
    const changes = [stepChange.parse({ roles: { default: 'prof_b' } })]
    for (const id of [runId, ...earlier]) {
      const { steps, inContainer } = await ask(host, 'what-if-steps', { runId: id })
      expect(inContainer).toBe(true)
      const wish = startWhatIf.parse({ runId: id, path: steps[0]?.path ?? '', changes })
      await expect(ask(host, 'what-if-start', wish)).rejects.toThrow(/one of several messages of its task/)
    }
  },
)
