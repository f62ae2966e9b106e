import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ask } from '../../../../src-main/host/api/host-client.ts'
import { openLab } from '../../../../src-main/host/bundles/machines/lab-server.ts'
import { openBlobs } from '../../../../src-main/lab/blobs.ts'
import { type JobResult, readJobResult } from '../../../../src-main/lab/job-result.ts'
import { contentOf, type TrialJob, trialJob } from '../../../../src-main/lab/trial-job.ts'
import { batchAtRest, batchOf, taskOf } from '../../../kit/agent/batch-trials.ts'
import { hostModelServer } from '../../../kit/host/host-model-server.ts'
import { openLaboratory } from '../../../kit/nats/machines.ts'
import { hasNatsServer } from '../../../kit/nats/nats-server.ts'

vi.setConfig({ testTimeout: 300_000 })

/** What any machine may write into the stream of results, by hand, to a real server. */
interface Forged {
  readonly name: string
  readonly body: (result: JobResult, job: TrialJob) => unknown
  /** Of both trials; `says`: of their failure. */
  readonly state: 'void' | 'done'
  readonly says?: RegExp
}

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

test.skipIf(!hasNatsServer)(
  'a forged, unreadable or newer result is a void trial with a sentence, and ends no experiment',
  async () => {
    const model = await hostModelServer(() => ({ text: 'done' }))
    const lab = await openLaboratory(model.url)
    const { lab: open } = await openLab({ dataFolder: lab.homeFolder }, lab.queue)
    onTestFinished(() => open.close())
    const blobs = openBlobs(open, open.names.runs)
    const machine = await lab.machineHere()
    const first = await ask(lab.home, 'batch-start', batchOf(lab.projectId, { repeats: 1, queue: lab.queue }))
    await batchAtRest(lab.home, first.id)
    await machine.end()
    const genuine = async (trial: number): Promise<JobResult> => {
      const subject = open.names.result(first.id, `${trial}-0`)
      const message = await open.streams.streams.getMessage(open.names.results, { last_by_subj: subject })
      const result = message === null ? null : readJobResult(message.data)
      if (result === null || 'why' in result) throw new Error('no result')
      return result
    }
    const real = await genuine(0)
    const check = real.check
    const put = (bytes: Buffer) => blobs.put(bytes)
    const junk = await put(Buffer.from('not a bundle'))
    const bomb = await put(gzipSync(Buffer.alloc(64 << 20, 32)))
    const huge = await put(Buffer.alloc(9 << 20, 97))
    const escapes = '\u001b]0;x\u0007\u202e'
    const cases: readonly Forged[] = [
      { name: 'not JSON', body: () => 'not json', state: 'void', says: /reported something that can’t be read/ },
      { name: 'a list', body: () => [], state: 'void', says: /reported something that is not a result/ },
      {
        name: 'a newer version',
        body: (r) => ({ ...r, version: 2 }),
        state: 'void',
        says: /The machine evil reported a result of a newer version/,
      },
      {
        name: 'another experiment',
        body: (r) => ({ ...r, experiment: 'batch_zzz' }),
        state: 'void',
        says: /the result of another trial/,
      },
      { name: 'another trial', body: (r) => ({ ...r, trial: 99 }), state: 'void', says: /the result of another trial/ },
      {
        name: 'other content',
        body: (r) => ({ ...r, content: 'a'.repeat(64), machine: `${escapes}evil` }),
        state: 'void',
        says: /⟨U\+001B⟩.*evil reported a result for other work/,
      },
      { name: 'no bundle', body: (r) => ({ ...r, bundle: null }), state: 'void' },
      { name: 'a bundle that is none', body: (r) => ({ ...r, bundle: junk }), state: 'void' },
      { name: 'a bundle that swells', body: (r) => ({ ...r, bundle: bomb }), state: 'void' },
      { name: 'a bundle that is not there', body: (r) => ({ ...r, bundle: 'f'.repeat(64) }), state: 'void' },
      {
        name: 'an output of nine megabytes',
        body: (r) => ({ ...r, check, output: huge }),
        state: 'void',
        says: /too large/,
      },
      {
        name: 'an output that is none',
        body: (r) => ({ ...r, check, output: junk }),
        state: 'void',
        says: /output of its check/,
      },
      {
        name: 'a failure of half a megabyte with escapes',
        body: (r) => ({
          ...r,
          state: 'failed',
          bundle: null,
          failure: { kind: 'tool-failed', message: escapes + 'y'.repeat(500_000), advice: 'x' },
        }),
        state: 'void',
        says: /^⟨U\+001B⟩\]0;x⟨U\+0007⟩⟨U\+202E⟩y{100}/,
      },
    ]
    for (const { name, body, state, says } of cases) {
      const started = await ask(
        lab.home,
        'batch-start',
        batchOf(lab.projectId, { repeats: 1, queue: { ...lab.queue, silentMs: 60_000 } }),
      )
      for (const [trial, job] of (await jobsOf(started.id)).entries()) {
        const own = await genuine(trial)
        const result: JobResult = {
          ...own,
          experiment: started.id,
          trial,
          round: 0,
          content: contentOf(job),
          machine: 'evil',
        }
        await open.publisher.publish(open.names.result(started.id, `${trial}-0`), text(body(result, job)))
      }
      const { trials } = await batchAtRest(lab.home, started.id)
      expect(
        trials.map((each) => each.state),
        name,
      ).toEqual([state, state])
      for (const { failure, runId } of trials) {
        expect(runId, name).toBeNull()
        expect(failure?.message.length, name).toBeLessThanOrEqual(2000)
        expect(failure?.message, name).toMatch(says ?? /./)
      }
    }

    // The run of lane A is none of lane B, whose model is another; that of its own is taken, with a score that could be one.
    const started = await ask(
      lab.home,
      'batch-start',
      batchOf(lab.projectId, { repeats: 1, queue: { ...lab.queue, silentMs: 60_000 } }),
    )
    const jobs = await jobsOf(started.id)
    const lanes = jobs.map(({ lane }) => lane.label)
    for (const [trial, job] of jobs.entries()) {
      const report = {
        ...(await genuine(0)),
        experiment: started.id,
        trial,
        round: 0,
        content: contentOf(job),
        machine: 'evil',
      }
      const scored = report.check === null ? null : { ...report.check, command: 'rm -rf /', score: 1e308 }
      await open.publisher.publish(open.names.result(started.id, `${trial}-0`), text({ ...report, check: scored }))
    }
    const { trials } = await batchAtRest(lab.home, started.id)
    const ofFirst = (await ask(lab.home, 'batch-open', { batchId: first.id })).trials[0]?.lane
    for (const [at, trial] of trials.entries()) {
      if (lanes[at] === ofFirst) {
        expect(trial).toMatchObject({
          state: 'done',
          result: { check: { command: jobs[at]?.task.check?.command, score: null } },
        })
      } else
        expect([trial.state, trial.failure?.message]).toEqual([
          'void',
          expect.stringMatching(/the run of another (model|strategy)/),
        ])
    }

    // The run of another message is none of these.
    const asked = await ask(lab.home, 'batch-start', {
      ...batchOf(lab.projectId, { repeats: 1, queue: { ...lab.queue, silentMs: 60_000 } }),
      tasks: [taskOf('another')],
    })
    for (const [trial, job] of (await jobsOf(asked.id)).entries()) {
      const report = {
        ...(await genuine(trial)),
        experiment: asked.id,
        trial,
        round: 0,
        content: contentOf(job),
        machine: 'evil',
      }
      await open.publisher.publish(open.names.result(asked.id, `${trial}-0`), text(report))
    }
    const others = await batchAtRest(lab.home, asked.id)
    for (const { state, failure } of others.trials)
      expect([state, failure?.message]).toEqual(['void', expect.stringContaining('another')])

    /** The two jobs of an experiment, as they are in the queue. */
    async function jobsOf(id: string): Promise<TrialJob[]> {
      return await vi.waitFor(
        async () => {
          const found: TrialJob[] = []
          for (const trial of [0, 1]) {
            const query = { last_by_subj: open.names.job(id, '*', `${trial}-0`) }
            const message = await open.streams.streams.getMessage(open.names.jobs, query)
            if (message === null) throw new Error('no job yet')
            const sealed: unknown = JSON.parse(Buffer.from(message.data).toString())
            const inner = sealed !== null && typeof sealed === 'object' && 'job' in sealed ? sealed.job : null
            found.push(trialJob.parse(JSON.parse(typeof inner === 'string' ? inner : '')))
          }
          return found
        },
        { timeout: 30_000, interval: 100 },
      )
    }
  },
)
