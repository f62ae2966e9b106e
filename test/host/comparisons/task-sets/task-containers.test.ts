import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ask } from '../../../../src-main/host/api/host-client.ts'
import type { HostOptions } from '../../../../src-main/host/host-options.ts'
import { startScan, startWhatIf } from '../../../../src-shared/api/what-if-requests.ts'
import { stepChange } from '../../../../src-shared/comparison/what-if/step-change.ts'
import { batchAtRest, batchOf, batchToEnd } from '../../../kit/agent/batch-trials.ts'
import { fakeDocker } from '../../../kit/containers/fake-docker.ts'
import { turnOf } from '../../../kit/fake-host/lane-scripts.ts'
import { hostModelServer } from '../../../kit/host/host-model-server.ts'
import { openTestHost, temporaryFolder } from '../../../kit/host/host-open.ts'
import { fullTask, helloWorld, olderTask, writeTexts } from '../../../kit/project/harbor-tasks.ts'
import { temporaryProject } from '../../../kit/project/temporary-project.ts'
import { compareTalk } from '../../../kit/window/compare-lanes.ts'

// Copies are made and removed, and each call of the engine starts a process.
vi.setConfig({ testTimeout: 120_000 })

const onPosix = test.skipIf(process.platform === 'win32')

async function opened(texts: Readonly<Record<string, string>>, url: string, options: Partial<HostOptions> = {}) {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const docker = await fakeDocker()
  const host = await openTestHost({ findContainers: docker.find, ...options })
  const { project: at } = await compareTalk(host, project.folder, url)
  const folder = join(await temporaryFolder(), 'task')
  writeTexts(folder, texts)
  const request = { projectId: at.id, path: folder, set: null, testCommand: null, repositories: null }
  const { tasks } = await ask(host, 'tasks-import', { ...request, variables: ['API_TOKEN'] })
  const taskId = tasks[0]?.id ?? ''
  const started = batchOf(at.id, { tasks: [{ keptTask: taskId }], repeats: 1 })
  return { host, docker, taskId, started, projectId: at.id }
}

const state = (folder: string, name: string) => readFileSync(join(folder, 'state', name), 'utf8')
const nowhere = 'http://127.0.0.1:1'

onPosix('a trial runs in a container with the task’s limits, and its tests come when the run has ended', async () => {
  const server = await hostModelServer((request) => {
    const shell = (command: string) => ({ calls: [{ tool: 'shell', arguments: { command } }] })
    const steps = [shell('ls'), shell(request.model.endsWith('a') ? 'echo yes > done.txt' : 'echo no')]
    return steps[turnOf(request)] ?? { text: 'done' }
  })
  const { host, docker, started } = await opened(helloWorld, server.url)
  const { trials } = await batchToEnd(host, started)
  const by = (lane: string) => trials.find((trial) => trial.lane === lane)?.result
  expect(by('A')).toMatchObject({ success: true, check: { score: 1, exitCode: 3, passed: true } })
  expect(by('B')).toMatchObject({ success: false, check: { score: 0, passed: false } })
  const calls = docker.calls()
  const runs = calls.filter(([word]) => word === 'run')
  expect(runs).toHaveLength(2)
  expect(runs[0]?.join(' ')).toMatch(
    /--name stratagem-work_\S+ --label stratagem\.data=\w+ --label stratagem\.host=\S+ .*target=\/srv\/app .*--network none --cpus 1 --memory 2048m --pids-limit 4096/,
  )
  // Built once, from the environment alone.
  expect(calls.filter(([word]) => word === 'build')).toHaveLength(1)
  expect(state(docker.folder, 'context')).toBe('Dockerfile')
  expect(state(docker.folder, 'tests')).toBe('test.sh')
  const at = (test: (call: readonly string[]) => boolean) => calls.findIndex(test)
  const name = runs[0]?.[runs[0].indexOf('--name') + 1] ?? ''
  const of = (call: readonly string[]) => call.join(' ').includes(name)
  expect(at((call) => of(call) && call.at(-1)?.includes('ls') === true)).toBeLessThan(
    at((call) => of(call) && call.at(-1)?.endsWith(':/tests') === true),
  )
  expect(at((call) => of(call) && call[0] === 'rm' && call.at(-1) === name)).toBeGreaterThan(
    at((call) => of(call) && call.at(-1) === '/tests/test.sh'),
  )
  // The agent's run began with the files of the image.
  expect(host.runs.get(trials[0]?.runId ?? '')?.changes?.files).toBeLessThan(2)
})

onPosix('a task is proved with its solution and with nothing done; without a reward, nothing is known', async () => {
  const { host, docker, taskId, started } = await opened(helloWorld, nowhere)
  expect((await ask(host, 'task-prove', { taskId })).proof).toMatchObject({ solved: true, untouched: false })
  docker.setReward('1')
  expect((await ask(host, 'task-prove', { taskId })).proof).toMatchObject({ solved: true, untouched: true })
  docker.setReward(null)
  await expect(ask(host, 'task-prove', { taskId })).rejects.toThrow(/wrote no reward\. Last output: tests: test\.sh/)
  docker.setReward('many')
  await expect(ask(host, 'task-prove', { taskId })).rejects.toThrow(/not a number/)
  const run = docker.calls().filter(([word]) => word === 'run')
  const removed = docker.calls().filter(([word, , name]) => word === 'rm' && name?.endsWith('-seed') === false)
  expect(removed).toHaveLength(run.length)
  expect(started.tasks).toHaveLength(1)
})

onPosix('only variables that the user allowed are read, and their values are stored nowhere', async () => {
  const secret = 'value-of-the-token'
  vi.stubEnv('API_TOKEN', secret)
  vi.stubEnv('JUDGE_KEY', 'value-of-the-judge')
  const { host, docker, taskId, projectId } = await opened(fullTask, nowhere)
  docker.setReward('0')
  await ask(host, 'task-prove', { taskId })
  vi.unstubAllEnvs()
  expect(state(docker.folder, 'variables')).toBe(`PGHOST=localhost\nTOKEN=${secret}\n`)
  expect(JSON.stringify(docker.calls())).not.toMatch(/value-of-the|localhost/)
  expect(JSON.stringify(await ask(host, 'tasks-list', { projectId }))).not.toMatch(/value-of-the/)
})

onPosix('a task that needs the network is refused until commands that nobody looks at may use it', async () => {
  const { host, docker, taskId, started } = await opened(olderTask, nowhere)
  await expect(ask(host, 'batch-start', started)).rejects.toThrow(/needs the network/)
  // Its own tests and solution are the user's decision.
  docker.setReward('0')
  await ask(host, 'task-prove', { taskId })
  const pulled = docker.calls().find(([word]) => word === 'pull')
  expect(pulled).toEqual(['pull', 'example.org/tasks/fix-build:20251031'])
  expect(docker.calls().find(([word]) => word === 'run')).not.toContain('none')
})

onPosix('an image that can’t be had does not count as a failure', async () => {
  const server = await hostModelServer(() => ({ text: 'done' }))
  const toml = olderTask['task.toml']?.replace('fix-build', 'broken').replace('= true', '= false') ?? ''
  const { host, started } = await opened({ ...olderTask, 'task.toml': toml }, server.url)
  const { trials } = await batchToEnd(host, started)
  expect(trials.map(({ state }) => state)).toEqual(['void', 'void'])
  expect(trials[0]?.failure?.message).toMatch(/can’t be pulled\. Last output: manifest unknown/)
})

onPosix('strategies that work in copies can’t leave the container', async () => {
  const server = await hostModelServer(() => ({ text: 'done' }))
  const { host, started, docker } = await opened(helloWorld, server.url)
  const bestOf = { name: 'best-of-n', options: {} }
  const [first, second] = started.lanes
  if (first === undefined || second === undefined) throw new Error('there are two lanes')
  const lanes = [{ ...first, strategy: bestOf }, second]
  const { trials } = await batchToEnd(host, { ...started, lanes })
  const best = trials.find(({ lane }) => lane === 'A')
  expect(best?.state).toBe('void')
  expect(best?.failure?.message).toMatch(/can’t do so in the container/)
  expect(docker.calls().filter(([word]) => word === 'run')).toHaveLength(2)
})

onPosix('without docker and podman, trials and proofs say what is missing', async () => {
  const find = async () => ({ engine: null, reason: 'Docker did not answer.' }) as const
  const { host, taskId, started } = await opened(helloWorld, nowhere, { findContainers: find })
  expect(await ask(host, 'containers-support', {})).toEqual({ engine: null, reason: 'Docker did not answer.' })
  await expect(ask(host, 'batch-start', started)).rejects.toThrow(/needs a container\. Docker did not answer/)
  await expect(ask(host, 'task-prove', { taskId })).rejects.toThrow(/needs a container\. Docker did not answer/)
})

onPosix(
  'what hosts that are gone have left is removed at the start, and nothing is asked before the first use',
  async () => {
    const dataFolder = await temporaryFolder()
    const docker = await fakeDocker()
    writeFileSync(join(docker.folder, 'state', 'left'), 'one stratagem.host=gone,x=y\ntwo map[stratagem.host:gone]\n')
    await (await openTestHost({ dataFolder, findContainers: docker.find })).close()
    expect(docker.calls()).toEqual([])
    writeFileSync(join(dataFolder, 'containers-used'), '')
    await (await openTestHost({ dataFolder, findContainers: docker.find })).close()
    expect(docker.calls().filter(([word]) => word === 'rm')).toEqual([
      ['rm', '--force', 'one'],
      ['rm', '--force', 'two'],
    ])
    expect(existsSync(join(dataFolder, 'containers-used'))).toBe(false)
  },
)

onPosix('a run in a container is continued in containers; where nothing starts one, that is refused', async () => {
  const server = await hostModelServer(() => ({ text: 'done' }))
  const dataFolder = await temporaryFolder()
  const { host, docker, started } = await opened(helloWorld, server.url, { dataFolder })
  const { trials } = await batchToEnd(host, started)
  const runId = trials[0]?.runId ?? ''
  const { steps, inContainer } = await ask(host, 'what-if-steps', { runId })
  expect(inContainer).toBe(true)
  const changes = [stepChange.parse({ roles: { default: 'prof_b' } })]
  const wish = startWhatIf.parse({ runId, path: steps[0]?.path ?? '', changes, repeats: 1 })
  const containers = () => docker.calls().filter(([word]) => word === 'run').length
  const before = containers()
  const { id } = await ask(host, 'what-if-start', wish)
  expect((await batchAtRest(host, id)).batch.counts).toMatchObject({ done: 2, void: 0 })
  expect(containers()).toBe(before + 2)
  await host.close()

  const findContainers = async () => ({ engine: null, reason: 'Neither Docker nor Podman is installed.' }) as const
  const poor = await openTestHost({ dataFolder, findContainers })
  const whyNot = /This task needs a container\. Neither Docker nor Podman is installed\./
  await expect(ask(poor, 'what-if-start', wish)).rejects.toThrow(whyNot)
  await expect(ask(poor, 'what-if-scan', startScan.parse({ runId }))).rejects.toThrow()
  expect(await ask(poor, 'what-ifs-list', { runId })).toHaveLength(1)
})
