import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ask } from '../../../../src-main/host/api/host-client.ts'
import { openLab } from '../../../../src-main/host/bundles/machines/lab-server.ts'
import { openBlobs } from '../../../../src-main/lab/blobs.ts'
import { createLabKey, type LabKey } from '../../../../src-main/lab/lab-key.ts'
import { openMachineStates } from '../../../../src-main/lab/machine-states.ts'
import { openSharedRates } from '../../../../src-main/lab/shared-rates.ts'
import { batchAtRest, batchOf, batchToEnd } from '../../../kit/agent/batch-trials.ts'
import { isFirst, writeDone } from '../../../kit/fake-host/lane-scripts.ts'
import { hostModelServer } from '../../../kit/host/host-model-server.ts'
import { openTestHost, temporaryFolder } from '../../../kit/host/host-open.ts'
import { hasNatsServer, startNatsServer } from '../../../kit/nats/nats-server.ts'
import { temporaryProject } from '../../../kit/project/temporary-project.ts'
import { compareTalk } from '../../../kit/window/compare-lanes.ts'

vi.setConfig({ testTimeout: 60_000 })

const oneRequest = [{ kind: 'requests', perMinute: 1, amount: 1 } as const]
const hasOpenssl = spawnSync('openssl', ['version']).status === 0

test.skipIf(!hasNatsServer || !hasOpenssl)(
  'with the documented configuration a machine can do its work over TLS, and nothing else',
  async () => {
    const folder = await temporaryFolder()
    const [homeKey, machineKey] = [createLabKey(), createLabKey()]
    const caFile = certificates(folder)
    const nats = await startNatsServer(documented(folder, homeKey, machineKey))
    onTestFinished(nats.stop)
    const server = `tls://localhost:${nats.port}`
    const at = (key: LabKey, ca: string | null = caFile) => {
      const keyFile = join(folder, `${key.id}.nk`)
      writeFileSync(keyFile, key.seed)
      return { server, caFile: ca, keyFile, silentMs: 2000 }
    }
    const model = await hostModelServer((request) => (isFirst(request) ? writeDone : { text: 'done' }))
    const home = await openTestHost()
    const { project } = await compareTalk(home, (await temporaryProject({ 'a.txt': 'one\n' })).folder, model.url)
    const machine = await openTestHost()
    await compareTalk(machine, (await temporaryProject({})).folder, model.url)
    const ending = new AbortController()
    const said: string[] = []
    const say = (text: string) => {
      said.push(text)
    }
    const wishes = { queue: at(machineKey), slots: 2, accepts: [homeKey.id], say }
    const serving = machine.serveTrials(wishes, ending.signal)
    const { batch } = await batchToEnd(home, batchOf(project.id, { repeats: 2, queue: at(homeKey) }))
    expect(batch.counts, said.join('\n')).toMatchObject({ done: 4, void: 0 })
    ending.abort()
    await serving

    const options = { dataFolder: folder }
    const { lab: atHome } = await openLab(options, at(homeKey))
    expect(await openMachineStates(atHome).machines(0)).toMatchObject([{ slots: 2, done: 4, failed: 0, left: true }])
    await atHome.close()
    const { lab } = await openLab(options, at(machineKey))
    const quick = { timeout: 1000 }
    const { streams, publisher, nats: connection } = lab
    const refusals = {
      'puts a job into the queue': () => publisher.publish(`lab.jobs.${batch.id}.g.9-0`, 'job', quick),
      'purges jobs': () => streams.streams.purge(lab.names.jobs),
      'deletes results': () => streams.streams.delete(lab.names.results),
      'lists streams': () => streams.streams.list().next(),
      'sends files as home': () => publisher.publish(`$O.${lab.names.files}.C.x`, 'bytes', quick),
      'deletes a consumer': () => streams.consumers.delete(lab.names.jobs, 'any'),
      'reads runs of others': () => streams.consumers.add(`OBJ_${lab.names.runs}`, { name: 'x' }),
    }
    for (const [what, act] of Object.entries(refusals)) await expect(act(), what).rejects.toThrow()
    const rates = openSharedRates(lab, async () => 0, 'here')
    expect(await rates.take('https://models.example/v1 m', oneRequest)).toBe(0)
    expect(await rates.take('https://models.example/v1 m', oneRequest)).toBe(60_000)
    const others = connection.subscribe(`_INBOX_${homeKey.id}.>`)
    await expect(others[Symbol.asyncIterator]().next()).rejects.toThrow(/ermission/)
    await lab.close()

    await expect(openLab(options, at(createLabKey()))).rejects.toThrow(/refused the key/)
    await expect(openLab(options, at(homeKey, null))).rejects.toThrow(/not secure/)
    const plain = await startNatsServer()
    onTestFinished(plain.stop)
    await expect(openLab(options, { ...at(homeKey), server: plain.url })).rejects.toThrow(/doesn’t use TLS/)
    const byNumber = { ...at(homeKey), server: `tls://127.0.0.1:${nats.port}` }
    await expect(openLab(options, byNumber), 'is not the host of the certificate').rejects.toThrow(
      /not secure.*127\.0\.0\.1/,
    )
    await expect(openLab(options, { ...at(homeKey, null), server: nats.url })).rejects.toThrow(/not secure/)
  },
)

test.skipIf(!hasNatsServer)(
  'a machine that is allowed one area does its trials, and can take, read and report nothing of another',
  async () => {
    const folder = await temporaryFolder()
    const [homeKey, machineKey] = [createLabKey(), createLabKey()]
    const config = documented(folder, homeKey, machineKey)
    const users = config.slice(config.indexOf('authorization'))
    const nats = await startNatsServer(users.replaceAll('LAB_', 'LAB-vision_').replaceAll('lab.', 'lab-vision.'))
    onTestFinished(nats.stop)
    const at = (key: LabKey, area: string) => {
      const keyFile = join(folder, `${key.id}.nk`)
      writeFileSync(keyFile, key.seed)
      return { server: `${nats.url}${area}`, caFile: null, keyFile, silentMs: 2000 }
    }
    const model = await hostModelServer(() => ({ text: 'done' }))
    const home = await openTestHost()
    const { project } = await compareTalk(home, (await temporaryProject({ 'a.txt': 'one\n' })).folder, model.url)
    const machine = await openTestHost()
    await compareTalk(machine, (await temporaryProject({})).folder, model.url)
    const ending = new AbortController()
    const said: string[] = []
    const say = (text: string) => void said.push(text)
    const wishes = { slots: 2, accepts: [homeKey.id], say }
    const serving = ['', '/vision', '/speech'].map((area) =>
      machine.serveTrials({ ...wishes, queue: at(machineKey, area) }, ending.signal),
    )
    const others = await Promise.all(
      ['', '/speech'].map((area) =>
        ask(home, 'batch-start', batchOf(project.id, { repeats: 1, queue: at(homeKey, area) })),
      ),
    )
    const { batch } = await batchToEnd(home, batchOf(project.id, { repeats: 1, queue: at(homeKey, '/vision') }))
    expect(batch.counts, said.join('\n')).toMatchObject({ done: 2, void: 0 })
    expect(model.requests).toHaveLength(2)

    const { lab } = await openLab({ dataFolder: folder }, at(machineKey, '/speech'))
    const { streams, publisher, names } = lab
    const { lab: atHome } = await openLab({ dataFolder: folder }, at(homeKey, '/speech'))
    const [consumer] = await atHome.streams.consumers.list(names.jobs).next()
    const there = consumer?.name ?? ''
    expect(there).toContain(others[1]?.id)
    const quick = { timeout: 1000 }
    const refusals = {
      'lists the jobs': () => streams.consumers.list(names.jobs).next(),
      'reads a job': () => streams.streams.getMessage(names.jobs, { last_by_subj: names.allJobs }),
      'takes a job': async () => (await publisher.consumers.get(names.jobs, there)).next({ expires: 1000 }),
      'takes a job without looking': () =>
        lab.nats.request(`$JS.API.CONSUMER.MSG.NEXT.${names.jobs}.${there}`, '{"batch":1,"expires":500000000}', quick),
      'reports a result': () => publisher.publish(names.result(others[1]?.id ?? '', '0-0'), 'result', quick),
      'reads a result': () => streams.streams.getMessage(names.results, { last_by_subj: names.allResults }),
      'shares limits': async () =>
        openSharedRates(lab, async () => 0, 'here').take('https://models.example/v1 m', oneRequest),
      'reads files': async () => (await openBlobs(lab, names.files).get('a'.repeat(64))).length,
    }
    for (const [what, act] of Object.entries(refusals)) await expect(act(), what).rejects.toThrow()
    for (const { id } of others) {
      expect((await ask(home, 'batch-open', { batchId: id })).batch.counts.done).toBe(0)
      await ask(home, 'batch-stop', { batchId: id })
      await batchAtRest(home, id)
    }
    ending.abort()
    await Promise.all(serving)
    await lab.close()
    await atHome.close()
  },
)

/** The block of `docs/machines.md`, with these keys and files. */
function documented(folder: string, home: LabKey, machine: LabKey): string {
  const text = readFileSync(join(import.meta.dirname, '../../../../docs/machines.md'), 'utf8')
  const block = text.split('```conf\n').find((part) => part.startsWith('tls {')) ?? ''
  return (block.split('```')[0] ?? '')
    .replaceAll('/etc/nats', folder)
    .replaceAll('UHOME', home.id)
    .replaceAll('UMACHINE', machine.id)
}

/** An authority, and a certificate for `localhost` that it signed. @returns the file of the authority */
function certificates(folder: string): string {
  const run = (...args: string[]) => {
    const { status, stderr } = spawnSync('openssl', args, { cwd: folder })
    if (status !== 0) throw new Error(stderr.toString())
  }
  run(...'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=lab -keyout ca-key.pem -out ca.pem'.split(' '))
  run(...'req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout server-key.pem -out server.csr'.split(' '))
  writeFileSync(join(folder, 'san.cnf'), 'subjectAltName=DNS:localhost\n')
  run(
    ...'x509 -req -in server.csr -CA ca.pem -CAkey ca-key.pem -CAcreateserial -days 2 -extfile san.cnf -out server.pem'.split(
      ' ',
    ),
  )
  return join(folder, 'ca.pem')
}
