import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { labKeyIn, openLab } from '../../../src-main/host/bundles/machines/lab-server.ts'
import { createHost } from '../../../src-main/host/create-host.ts'
import type { Host } from '../../../src-main/host/host.ts'
import { readJobResult } from '../../../src-main/lab/job-result.ts'
import type { StartBatch } from '../../../src-shared/api/comparison-requests.ts'
import { demoProfileId } from '../../../src-shared/settings/settings.ts'
import { hasNatsServer, type NatsServer, startNatsServer } from '../../kit/nats/nats-server.ts'
import type { Bench } from '../bench.ts'

/** Trials, if LAB_TRIALS says nothing else, and files of the project. */
const trials = Number(process.env['LAB_TRIALS'] ?? 10_000)
const files = Number(process.env['LAB_FILES'] ?? 50_000)
/** Engine's share of a trial, ms, and of the last tenth of the trials compared with the first. */
const limits = { share: 20, growth: 2 }

export const labBench: Bench = {
  about: `what the queue, and storing each whole run at home, cost a trial: ${trials} of them, with 1, 2 and 4 machines whose runs take no time`,
  run: async () => {
    if (!hasNatsServer) {
      console.log('  skipped: there is no nats-server')
      return true
    }
    const folder = mkdtempSync(join(tmpdir(), 'stratagem-lab-'))
    const nats = await startNatsServer()
    try {
      return await measure(folder, nats)
    } finally {
      await nats.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function measure(folder: string, nats: NatsServer): Promise<boolean> {
  const project = join(folder, 'project')
  makeFiles(project)
  const dataFolder = join(folder, 'home')
  const home = await openHost(dataFolder)
  const queue = { server: nats.url, caFile: null, keyFile: null, silentMs: 30_000 }
  const { id: projectId } = await ask(home, 'project-open', { folder: project })
  const start = (repeats: number, tasks: number): StartBatch => ({
    projectId,
    name: 'Bench',
    lanes: [lane('A'), lane('B')],
    tasks: Array.from({ length: tasks }, (_, at) => task(`task-${at}`)),
    repeats,
    seed: 1,
    parallel: 1,
    queue,
    certainty: { alpha: 0.05, margin: 0.1, stopEarly: false },
    mode: 'act',
    approval: 'everything',
    dependencies: 'none',
    setUpCommand: null,
  })
  const bundle = await genuineRun(home, folder, dataFolder, start(1, 1))
  const sentOnce = await filesSentOnce(home, dataFolder, queue, start)
  let good = sentOnce
  for (const machines of [1, 2, 4]) good = (await many(home, dataFolder, nats, bundle, machines, start)) && good
  await home.close()
  return good
}

/** A trial as it is, on a machine in this process. @returns the name of its bundle on the server */
async function genuineRun(home: Host, folder: string, dataFolder: string, params: StartBatch): Promise<string> {
  const machine = await openHost(join(folder, 'machine'))
  const ending = new AbortController()
  const { queue } = params
  if (!queue) throw new Error('there is no queue')
  const { id } = labKeyIn(dataFolder, null)
  const serving = machine.serveTrials({ queue, slots: 1, accepts: [id], say: () => {} }, ending.signal)
  const before = performance.now()
  const batchId = await toEnd(home, params)
  console.log(`  two whole trials, with the files sent and fetched: ${seconds(performance.now() - before)}`)
  ending.abort()
  await serving
  await machine.close()
  const { lab } = await openLab({ dataFolder }, queue)
  const query = { last_by_subj: `lab.results.${batchId}.0-0` }
  const message = await lab.streams.streams.getMessage(lab.names.results, query)
  await lab.close()
  const bundle = message === null ? null : bundleIn(message.data)
  if (bundle === null) throw new Error('the genuine trial has no run')
  return bundle
}

/** The files are on the server by now: a further experiment must not send them again. */
async function filesSentOnce(
  home: Host,
  dataFolder: string,
  queue: NonNullable<StartBatch['queue']>,
  start: (repeats: number, tasks: number) => StartBatch,
): Promise<boolean> {
  const { lab } = await openLab({ dataFolder }, queue)
  const size = async () => (await lab.streams.streams.info(`OBJ_${lab.names.files}`)).state.bytes
  const before = await size()
  const { id } = await ask(home, 'batch-start', start(1, 1))
  await untilQueued(lab, 2)
  const after = await size()
  await ask(home, 'batch-stop', { batchId: id })
  await untilOver(home, id)
  await lab.close()
  const good = after === before
  console.log(
    `  ${files} files are ${(before / 1e6).toFixed(1)} MB on the server; a further experiment sent ${after - before} bytes more`,
  )
  return good
}

async function many(
  home: Host,
  dataFolder: string,
  server: NatsServer,
  bundle: string,
  machines: number,
  start: (repeats: number, tasks: number) => StartBatch,
): Promise<boolean> {
  const { seed } = labKeyIn(dataFolder, null)
  const program = join(import.meta.dirname, 'stub-machine.ts')
  const children: ChildProcess[] = Array.from({ length: machines }, () =>
    spawn(process.execPath, [program, server.url, seed, bundle], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
  )
  const ends: number[] = []
  const undo = home.follow({ kind: 'host' }, (message) => {
    if (message.topic !== 'host') return
    for (const change of message.changes) {
      if (change.kind === 'trial' && change.trial.state === 'done') ends.push(performance.now())
      if (change.kind === 'notice') console.log(`    ${change.text}`)
    }
  })
  const begin = performance.now()
  const [homeBefore, serverBefore] = [process.cpuUsage(), server.cpuMs()]
  await toEnd(home, start(trials / 20, 10))
  undo()
  const homeMs = milliseconds(process.cpuUsage(homeBefore))
  const serverMs = server.cpuMs() - serverBefore
  const machinesMs = (await Promise.all(children.map(endOf))).reduce((sum, each) => sum + each, 0)
  const first = ends[0] ?? begin
  const each = (from: number, to: number) => ((ends[to - 1] ?? 0) - (ends[from] ?? 0)) / (to - from - 1)
  const [whole, early, late] = [
    each(0, ends.length),
    each(0, 100),
    each(ends.length - Math.max(100, ends.length / 10), ends.length),
  ]
  const memory = process.memoryUsage().rss / 1e6
  console.log(
    `  ${machines} machines: ${ends.length} trials, ${whole.toFixed(1)} ms each (at most ${limits.share}), the first after ${seconds(first - begin)}; ` +
      `the first 100: ${early.toFixed(1)} ms each, the last tenth: ${late.toFixed(1)} (at most ${limits.growth} times as much); home has ${memory.toFixed(0)} MB`,
  )
  const share = (ms: number) => (ms / trials).toFixed(1)
  console.log(
    `    processor time of a trial: ${share(homeMs + machinesMs + (serverMs || 0))} ms: home ${share(homeMs)}, machines ${share(machinesMs)}, server ${Number.isNaN(serverMs) ? 'not known' : share(serverMs)}`,
  )
  return ends.length === trials && whole <= limits.share && late <= early * limits.growth
}

/** Ends a machine. @returns its processor time, ms */
function endOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('message', (usage) => {
      child.kill()
      resolve(Number(usage))
    })
    child.send('end')
  })
}

const milliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000

async function toEnd(home: Host, params: StartBatch): Promise<string> {
  const { id } = await ask(home, 'batch-start', params)
  await untilOver(home, id)
  return id
}

function untilOver(home: Host, batchId: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = (id: string, state: string) => {
      if (id !== batchId || state === 'running') return
      undo()
      resolve()
    }
    const undo = home.follow({ kind: 'host' }, (message) => {
      if (message.topic !== 'host') return
      for (const change of message.changes) if (change.kind === 'batch') look(change.batch.id, change.batch.state)
    })
    ask(home, 'batch-open', { batchId }).then(({ batch }) => look(batch.id, batch.state), reject)
  })
}

async function untilQueued(lab: Awaited<ReturnType<typeof openLab>>['lab'], count: number): Promise<void> {
  while ((await lab.streams.streams.info(lab.names.jobs)).state.messages < count)
    await new Promise((resolve) => setTimeout(resolve, 50))
}

const openHost = (dataFolder: string): Promise<Host> =>
  createHost({
    dataFolder,
    resourcesFolder: join(import.meta.dirname, '../../../resources'),
    shell: 'browser',
    version: '0.0.0',
    keys: { kind: 'session', reason: 'a bench' },
    folderDialog: null,
    openProject: () => null,
    url: null,
  })

const lane = (name: string): StartBatch['lanes'][number] => ({
  name,
  strategy: { name: 'chat', options: {} },
  roles: { default: demoProfileId },
  budget: null,
  temperature: null,
  reasoningEffort: null,
})

const task = (id: string): StartBatch['tasks'][number] => ({
  id,
  name: id,
  message: 'Say hello.',
  from: null,
  check: null,
  turnId: null,
})

function makeFiles(project: string): void {
  for (let at = 0; at < files; at++) {
    const file = join(project, `part-${at % 50}`, `module-${Math.floor(at / 50) % 100}`, `file-${at}.ts`)
    if (at < 5000) mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `export const value = ${at}\n`)
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

function bundleIn(bytes: Uint8Array): string | null {
  const result = readJobResult(bytes)
  return 'why' in result ? null : result.bundle
}
