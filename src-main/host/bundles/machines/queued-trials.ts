import { setMaxListeners } from 'node:events'
import type { Failure } from '../../../../src-shared/base/failure.ts'
import { revealHidden } from '../../../../src-shared/base/hidden-characters.ts'
import type { TrialProgress } from '../../../../src-shared/comparison/machines/machine-state.ts'
import { howToSend, unsentText } from '../../../../src-shared/comparison/machines/unsent-text.ts'
import type { QueueAddress } from '../../../../src-shared/settings/queue-address.ts'
import type { Blobs } from '../../../lab/blobs.ts'
import type { HomeQueue } from '../../../lab/home-queue.ts'
import type { UnreadableResult } from '../../../lab/job-result.ts'
import type { BatchRecord } from '../../comparisons/batches/batch-record.ts'
import type { TrialRunner } from '../../comparisons/batches/run-trial.ts'
import type { HostContext } from '../../host-context.ts'
import type { MakeJob } from './job-of-trial.ts'

type Parts = Pick<HostContext, 'id' | 'options' | 'clock' | 'store' | 'bus' | 'profiles' | 'strategies' | 'workspaces'>

/** Jobs in the queue at the same time, if the batch says nothing else: so many slots can work. */
const usuallyQueued = 256

interface Opened {
  readonly queue: HomeQueue
  readonly makeJob: MakeJob
  readonly runs: Blobs
  unfollow(): void
  close(): Promise<void>
}

/**
 * Executes the trials of a batch on other machines. Each is a job of a queue, by the same code as in this process; what
 * it results in is stored here, with its whole run.
 */
export function queuedTrials(parts: Parts, record: BatchRecord, address: QueueAddress): TrialRunner {
  let opened: Promise<Opened> | null = null
  const claimed = new Set<number>()
  const note = (progress: TrialProgress) => {
    claimed.add(progress.trial)
    record.showProgress(progress)
  }
  const open = () => {
    opened ??= openQueue(parts, record, address, note)
    return opened
  }
  const { parallel } = record.current()
  return {
    parallel: parallel > 1 ? parallel : usuallyQueued,
    run: async (trial, { signal }) => {
      const { number } = trial
      claimed.delete(number)
      record.changeTrial(number, { state: 'running', runId: null, failure: null })
      try {
        const { queue, makeJob, runs } = await open()
        const { takeResult, voided } = await import('./take-result.ts')
        setMaxListeners(0, signal)
        const result = await queue.result(number, (round) => makeJob(trial, round), signal)
        if (result === 'lost') return voided(record, number, machinesLost)
        if (result === 'too-large') return voided(record, number, jobTooLarge)
        if ('unable' in result) return voided(record, number, noMachine(result.unable))
        if ('why' in result) return voided(record, number, unreadable(result))
        return await takeResult(parts, record, number, result, makeJob(trial, result.round), runs, signal)
      } catch (thrown) {
        record.changeTrial(number, { state: 'waiting', runId: null, result: null, failure: null, asks: false })
        if (signal.aborted) return 'waiting'
        throw thrown
      }
    },
    isUnclaimed: (number) => !claimed.has(number),
    close: async (over) => {
      const left = await opened?.catch(() => null)
      left?.unfollow()
      await left?.queue.close(over).catch(() => undefined)
      await left?.close().catch(() => undefined)
    },
  }
}

async function openQueue(
  parts: Parts,
  record: BatchRecord,
  address: QueueAddress,
  note: (progress: TrialProgress) => void,
): Promise<Opened> {
  const [
    { openLab },
    { ensureLabStreams },
    { openBlobs },
    { openHomeQueue },
    { prepareJobs },
    { followProgress },
    { watchAway },
  ] = await Promise.all([
    import('./lab-server.ts'),
    import('../../../lab/lab-streams.ts'),
    import('../../../lab/blobs.ts'),
    import('../../../lab/home-queue.ts'),
    import('./job-of-trial.ts'),
    import('../../../lab/trial-progress.ts'),
    import('../../../lab/watch-away.ts'),
  ])
  const { lab, key } = await openLab(parts.options, address)
  try {
    await ensureLabStreams(lab)
    const batch = record.current()
    const { makeJob, unsent } = await prepareJobs(parts, batch, openBlobs(lab, lab.names.files), address.server)
    tellUnsent(parts, record, unsent)
    const queue = await openHomeQueue(lab, batch.id, key, address.silentMs, parts.clock.now)
    watchAway(lab, (isAway) => parts.bus.publish(isAway ? serverAway(address.server) : serverBack(address.server)))
    const unfollow = followProgress(lab, batch.id, note)
    return { queue, makeJob, runs: openBlobs(lab, lab.names.runs), unfollow, close: lab.close }
  } catch (thrown) {
    await lab.close()
    throw thrown
  }
}

/** Kept with the batch, so that its page says it later, too. */
function tellUnsent({ bus }: Pick<Parts, 'bus'>, record: BatchRecord, unsent: readonly string[]): void {
  if (unsent.length === 0) return
  record.change({ unsent: [...unsent] })
  bus.publish({ kind: 'notice', level: 'warning', text: `${unsentText(unsent)} ${howToSend(unsent)}` })
}

const serverAway = (server: string) =>
  ({
    kind: 'notice',
    level: 'warning',
    text: `The queue server ${server} can’t be reached. The trials continue when it is back.`,
  }) as const

const serverBack = (server: string) =>
  ({ kind: 'notice', level: 'info', text: `The queue server ${server} is back. The trials continue.` }) as const

const machinesLost: Failure = {
  kind: 'interrupted',
  message: 'Several machines in a row were lost during this trial, or could not do it.',
  advice: 'Look at Settings → Machines, then continue the trials to repeat it.',
}

const unreadable = ({ why, machine }: UnreadableResult): Failure => ({
  kind: 'invalid-request',
  message: `${machine === null ? 'A machine' : `The machine ${revealHidden(machine)}`} reported ${why} in place of the result of this trial.`,
  advice: 'Check which version of Stratagem the machines run, then continue the trials to repeat this one.',
})

const jobTooLarge: Failure = {
  kind: 'invalid-request',
  message: 'The message of this task is too large for the queue.',
  advice:
    'Put the long part into a file of the task, run the trials without a queue, or raise max_payload of the server.',
}

const noMachine = (reasons: readonly string[]): Failure => ({
  kind: 'not-found',
  message: `No machine on the queue can run this trial. ${reasons.join(' ')}`.slice(0, 2000),
  advice:
    'Start a machine that can (Settings → Machines shows what each lacks), then continue the trials to repeat it.',
})
