import { setTimeout as delay } from 'node:timers/promises'
import { AckPolicy, JetStreamApiError } from '@nats-io/jetstream'
import { parseOutside } from '../../src-shared/base/excess.ts'
import { groupOf } from './job-needs.ts'
import { type JobResult, readJobResult, type UnreadableResult } from './job-result.ts'
import type { LabConnection } from './lab-connection.ts'
import type { LabKey } from './lab-key.ts'
import { groupKey } from './lab-names.ts'
import { openMachineStates } from './machine-states.ts'
import { contentOf, expiryOf, jobName, sealJob, signedFor, type TrialJob } from './trial-job.ts'
import { watchUnable } from './unable-machines.ts'

/**
 * The jobs of one experiment, as home sees them.
 *
 * 1. A result counts if it is in the stream of results, which takes one per trial and round. Whatever is heard beside
 *    it is nothing. What stands there and can’t be read is the trial’s result all the same: nothing else will come.
 * 2. A job that is in the queue is not put there again; one that has a result is not either.
 * 3. Nothing depends on a message being heard: what is awaited is looked up again every few seconds, and jobs that
 *    the server holds but would never deliver are put there anew.
 */
export interface HomeQueue {
  /**
   * Resolves with the result of the trial’s job, or with why what stands in its place is none; `lost`: machines were lost during it so often that it was given up;
   * `too-large`: the server takes no message of that size; `unable`: no machine at work can do it, and why each can't.
   * Rejects only if the signal is aborted. With the reason `interrupted` the job stays, else it is withdrawn.
   */
  result(
    trial: number,
    job: (round: number) => TrialJob,
    signal: AbortSignal,
  ): Promise<JobResult | UnreadableResult | 'lost' | 'too-large' | NoMachine>
  /** @param over whether nothing is to be continued: then nothing is left in the queue */
  close(over: boolean): Promise<void>
}

export interface NoMachine {
  readonly unable: readonly string[]
}

/** A job is given up after this many machines were lost during it, or gave it back. */
const maxDeliveries = 5
/** ms between two looks for what was not heard. */
const lookEvery = 5_000
const nanos = 1e6

interface Awaited {
  readonly name: string
  readonly group: string
  readonly subject: string
  readonly content: string
  readonly job: TrialJob
  /** When the signature of what is in the queue ends, ms since 1970. */
  expires: number
  settle(result: JobResult | UnreadableResult | 'lost' | NoMachine): void
}

/** A job that no machine can do is given up after this many times the silence after which a machine is lost. */
const patience = 4

/** @param now ms since 1970 */
export async function openHomeQueue(
  lab: LabConnection,
  experiment: string,
  key: LabKey,
  silentMs: number,
  now: () => number,
): Promise<HomeQueue> {
  const { nats, streams, publisher, names } = lab
  const rounds = await roundsOf(lab, experiment)
  const groups = new Map<string, Promise<void>>()
  const awaited = new Map<string, Awaited>()
  const unable = watchUnable(openMachineStates(lab), patience * silentMs, now)
  const heard = nats.subscribe(names.result(experiment, '*'), {
    callback: (_, message) => {
      const one = awaited.get(message.subject.split('.').at(-1) ?? '')
      // Only what the stream has taken counts; it answers the machine before or after this was heard.
      if (one !== undefined) void look(one).catch(() => undefined)
    },
  })
  const given = nats.subscribe(`$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.${names.jobs}.*`, {
    callback: (_, message) => void giveUp(message.string()).catch(() => undefined),
  })
  let looking = Promise.resolve()
  const timer = setInterval(() => {
    looking = looking.then(lookAll).catch(() => undefined)
  }, lookEvery)

  async function look(one: Awaited): Promise<boolean> {
    const result = await storedResult(lab, experiment, one.name)
    if (result === null || awaited.get(one.name) !== one) return false
    awaited.delete(one.name)
    one.settle(result)
    return true
  }

  async function lookAll(): Promise<void> {
    for (const one of [...awaited.values()]) if (!(await look(one)) && one.expires < now()) await replace(one)
    for (const group of groups.keys()) await freeStuck(group)
  }

  /** Jobs that no machine has and that none will be given: a killed server may forget to remove or to deliver them. */
  async function freeStuck(group: string): Promise<void> {
    const stuck = [...awaited.values()].filter((each) => each.group === group)
    if (stuck.length === 0) return
    const info = await streams.consumers.info(names.jobs, nameOf(experiment, group))
    if (info.num_pending > 0 && info.num_ack_pending === 0) await giveUpUnable(group, stuck)
    if (info.num_pending > 0 || info.num_ack_pending > 0) return
    await streams.streams.purge(names.jobs, { filter: names.job(experiment, group, '>') })
    for (const each of stuck) if (awaited.get(each.name) === each) await publish(each)
  }

  /** No machine takes it anymore. */
  async function replace(one: Awaited): Promise<void> {
    await streams.streams.purge(names.jobs, { filter: one.subject })
    await publish(one)
  }

  async function giveUpUnable(group: string, stuck: readonly Awaited[]): Promise<void> {
    const reasons = await unable.look(groupKey(experiment, group))
    if (reasons === null) return
    await streams.streams.purge(names.jobs, { filter: names.job(experiment, group, '>') })
    for (const each of stuck) {
      if (awaited.get(each.name) !== each || (await look(each))) continue
      awaited.delete(each.name)
      each.settle({ unable: reasons })
    }
  }

  async function giveUp(text: string): Promise<void> {
    const told: unknown = parseOutside(text)
    const seq = typeof told === 'object' && told !== null && 'stream_seq' in told ? told.stream_seq : null
    if (typeof seq !== 'number') return
    const message = await streams.streams.getMessage(names.jobs, { seq })
    const one = [...awaited.values()].find(({ subject }) => subject === message?.subject)
    if (one === undefined || (await look(one))) return
    await streams.streams.deleteMessage(names.jobs, seq)
    awaited.delete(one.name)
    one.settle('lost')
  }

  /** A server that is away comes back: until then it is tried again. */
  async function publish(one: Awaited, signal?: AbortSignal): Promise<void> {
    for (;;) {
      if (signal?.aborted || awaited.get(one.name) !== one) return
      try {
        await ensureGroup(one.group)
        one.expires = now() + signedFor
        await publisher.publish(one.subject, sealJob(one.job, key, now()))
        return
      } catch (thrown) {
        if (nats.isClosed()) return
        if (isThereAlready(thrown)) {
          const there = await streams.streams.getMessage(names.jobs, { last_by_subj: one.subject }).catch(() => null)
          one.expires = there === null ? 0 : expiryOf(there.data)
          return
        }
        await delay(1000, undefined, signal && { signal }).catch(() => undefined)
      }
    }
  }

  function ensureGroup(group: string): Promise<void> {
    const before = groups.get(group)
    if (before !== undefined) return before
    const made = streams.consumers
      .add(names.jobs, {
        durable_name: nameOf(experiment, group),
        filter_subject: names.job(experiment, group, '>'),
        ack_policy: AckPolicy.Explicit,
        ack_wait: silentMs * nanos,
        max_deliver: maxDeliveries,
        max_ack_pending: 10_000,
      })
      .then(() => undefined)
    groups.set(group, made)
    made.catch(() => groups.delete(group))
    return made
  }

  return {
    result: async (trial, make, signal) => {
      const last = rounds.get(trial)
      const before = last === undefined ? null : await storedResult(lab, experiment, jobName({ trial, round: last }))
      if (
        before !== null &&
        'state' in before &&
        before.state === 'done' &&
        before.content === contentOf(make(before.round))
      )
        return before
      const job = make(last === undefined ? 0 : last + 1)
      const name = jobName(job)
      const group = groupOf(job)
      if (sealJob(job, key, now()).length > (nats.info?.max_payload ?? Number.POSITIVE_INFINITY)) return 'too-large'
      signal.throwIfAborted()
      return new Promise((resolve, reject) => {
        const one: Awaited = {
          name,
          group,
          subject: names.job(experiment, group, name),
          content: contentOf(job),
          job,
          expires: Number.POSITIVE_INFINITY,
          settle: (result) => {
            signal.removeEventListener('abort', leave)
            rounds.set(trial, job.round)
            resolve(result)
          },
        }
        const leave = () => {
          awaited.delete(name)
          const withdrawn =
            signal.reason !== 'interrupted' && streams.streams.purge(names.jobs, { filter: one.subject })
          void Promise.resolve(withdrawn).catch(() => undefined)
          reject(signal.reason)
        }
        signal.addEventListener('abort', leave, { once: true })
        awaited.set(name, one)
        // Another home of the same experiment, before it was restarted, may have put it there.
        void publish(one, signal)
          .then(() => look(one))
          .catch(() => undefined)
      })
    },
    close: async (over) => {
      clearInterval(timer)
      heard.unsubscribe()
      given.unsubscribe()
      if (!over) return
      await streams.streams.purge(names.jobs, { filter: names.job(experiment, '*', '*') }).catch(() => undefined)
      for (const group of groups.keys())
        await streams.consumers.delete(names.jobs, nameOf(experiment, group)).catch(() => undefined)
    },
  }
}

const nameOf = (experiment: string, group: string) => `${experiment}-${group}`

const isThereAlready = (thrown: unknown) => thrown instanceof JetStreamApiError && thrown.code === 10077

/** The highest round of each trial that has a result. */
async function roundsOf({ streams, names }: LabConnection, experiment: string): Promise<Map<number, number>> {
  const filter = names.result(experiment, '>')
  const { state } = await streams.streams.info(names.results, { subjects_filter: filter })
  const rounds = new Map<number, number>()
  for (const subject of Object.keys(state.subjects ?? {})) {
    const [trial, round] = (subject.split('.').at(-1) ?? '').split('-').map(Number)
    if (trial !== undefined && round !== undefined) rounds.set(trial, Math.max(round, rounds.get(trial) ?? 0))
  }
  return rounds
}

async function storedResult(
  { streams, names }: LabConnection,
  experiment: string,
  name: string,
): Promise<JobResult | UnreadableResult | null> {
  const query = { last_by_subj: names.result(experiment, name) }
  const message = await streams.streams.getMessage(names.results, query)
  if (message === null) return null
  const result = readJobResult(message.data)
  // Machines may write to any subject of results.
  return 'why' in result || (result.experiment === experiment && jobName(result) === name)
    ? result
    : { why: 'the result of another trial', machine: result.machine }
}
