import { writeFileSync } from 'node:fs'
import type { Batch, BatchTask } from '../../src-shared/comparison-batch.ts'
import { FailureError } from '../../src-shared/failure.ts'
import { ask } from '../host/ask.ts'
import type { Host } from '../host/host.ts'
import { found } from '../host/not-found.ts'
import type { LanesStart } from './compare-once.ts'
import { batchLines } from './compare-table.ts'
import type { CompareWork } from './read-compare.ts'
import { harmless, type Terminal } from './terminal.ts'
import { exitCodes, onStop } from './watch-run.ts'

type Trials = Extract<CompareWork, { kind: 'trials' }>

/** Many trials; prints what they come to. @returns the exit code */
export async function compareTrials(
  host: Host,
  start: LanesStart,
  { tasks: named, given, check, repeats, parallel, seed, stopEarly, report }: Trials,
  json: boolean,
  terminal: Terminal,
): Promise<number> {
  const tasks = 'run' in given ? [await taskOfRun(host, given.run, check)] : named
  const [first] = tasks
  const name = tasks.length === 1 ? (first?.name ?? '') : `${tasks.length} tasks`
  const certainty = { alpha: 0.05, margin: 0.1, stopEarly }
  const asked = { ...start, name, tasks: [...tasks], repeats, parallel, seed, certainty }
  const batch = await ask(host, 'batch-start', asked)
  return await conclude(host, batch, report, json, terminal)
}

async function taskOfRun(host: Host, runId: string, check: Trials['check']): Promise<BatchTask> {
  const run = found(host.runs.get(runId), 'run')
  const { turns } = await ask(host, 'conversation-open', { conversationId: run.conversationId })
  const turn = found(
    turns.find(({ id }) => id === run.turnId),
    'message',
  )
  if (run.before === null) throw notKept()
  const { message } = turn
  return { id: 'task-1', name: message.slice(0, 60), message, from: run.before, check, turnId: turn.id }
}

const notKept = () =>
  new FailureError({
    kind: 'not-found',
    message: 'The files as they were before this run were not kept.',
    advice: 'Name the message itself, to begin with the files as they are now.',
  })

/** Goes on with trials that were cut off, or adds repeats to those that are done. @returns the exit code */
export async function goOnWithTrials(
  host: Host,
  { batch: batchId, more, report }: Extract<CompareWork, { kind: 'go-on' }>,
  json: boolean,
  terminal: Terminal,
): Promise<number> {
  const batch =
    more === null
      ? await ask(host, 'batch-resume', { batchId })
      : await ask(host, 'batch-extend', { batchId, repeats: more })
  return await conclude(host, batch, report, json, terminal)
}

async function conclude(
  host: Host,
  { id: batchId }: Batch,
  report: string | null,
  json: boolean,
  terminal: Terminal,
): Promise<number> {
  await untilAtRest(host, batchId, terminal)
  const { batch, results } = await ask(host, 'batch-open', { batchId })
  const made = async (format: 'json' | 'html') => (await ask(host, 'batch-report', { batchId, format })).text
  if (report !== null) write(report, await made('html'))
  terminal.out(json ? await made('json') : `${harmless(batchLines(results).join('\n'))}\n`)
  if (batch.state === 'done' || batch.state === 'decided') return exitCodes.completed
  terminal.error(`The trials are not all done. Go on with them: agent compare --resume ${batchId}`)
  return batch.counts.void > 0 && batch.counts.done === 0 ? exitCodes.failed : exitCodes.stopped
}

/** Ctrl-C stops the trials; those that have ended are kept, and `--resume` goes on. */
async function untilAtRest(host: Host, batchId: string, terminal: Terminal): Promise<void> {
  const forget = onStop(terminal.unread, () => void ask(host, 'batch-stop', { batchId }).catch(() => {}))
  try {
    await new Promise<void>((resolve, reject) => {
      let told = -1
      const look = ({ id, state, counts }: Batch) => {
        if (id !== batchId) return
        const ended = counts.done + counts.void
        if (ended !== told) terminal.progress(`${ended} of ${counts.planned} trials`)
        told = ended
        if (state === 'running') return
        undo()
        resolve()
      }
      const undo = host.follow({ kind: 'host' }, (heard) => {
        if (heard.topic !== 'host') return
        for (const change of heard.changes) {
          if (change.kind === 'batch') look(change.batch)
          if (change.kind === 'notice') terminal.error(harmless(change.text))
        }
      })
      ask(host, 'batch-open', { batchId }).then(({ batch }) => look(batch), reject)
    })
  } finally {
    forget()
  }
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (thrown) {
    throw new FailureError({
      kind: 'invalid-request',
      message: `The report ${file} can't be written.`,
      advice: 'Name a file in a folder that is there and may be written; the trials are kept.',
      detail: String(thrown),
    })
  }
}
