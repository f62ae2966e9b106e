import { FailureError } from '../../../src-shared/base/failure.ts'
import { counted } from '../../../src-shared/base/format.ts'
import type { Tuning } from '../../../src-shared/tuning/tuning.ts'
import { ask } from '../../host/api/host-client.ts'
import type { Host } from '../../host/host.ts'
import { asUsageError } from '../arguments/as-usage-error.ts'
import type { CommandModels } from '../arguments/command-profiles.ts'
import { printNotices } from '../print-notices.ts'
import { projectIn } from '../project-in.ts'
import type { Terminal } from '../terminal.ts'
import { exitCodes, onStop } from '../watch-run.ts'
import type { TuneArguments } from './read-tune.ts'
import { saveTuned } from './save-tuned.ts'
import { previewLines, tuningLines } from './tune-lines.ts'
import { tuningRequest } from './tune-request.ts'

/** `agent tune`: searches for better options and prompts of a strategy. @returns the exit code */
export const tuneCommand = (
  host: Host,
  args: TuneArguments,
  ids: CommandModels['roles'],
  terminal: Terminal,
): Promise<number> => printNotices(host, terminal, () => asUsageError(() => tuned(host, args, ids, terminal)))

async function tuned(
  host: Host,
  args: TuneArguments,
  ids: CommandModels['roles'],
  terminal: Terminal,
): Promise<number> {
  const { work } = args
  if (work.kind === 'resume') {
    const { limits } = args
    const changed = Object.values(limits).some((limit) => limit !== null)
    const { state } = await openSearch(host, work.id)
    if (state !== 'done') await ask(host, 'tuning-resume', { tuningId: work.id, limits: changed ? limits : null })
    return conclude(host, work.id, args, terminal)
  }
  const { id: projectId } = await projectIn(host, args.project)
  const request = await tuningRequest(host, args, work, ids, projectId)
  const preview = await ask(host, 'tuning-preview', request)
  if (work.dryRun) {
    if (args.json) terminal.data(`${JSON.stringify(preview, null, 2)}\n`)
    else terminal.out(`${previewLines(preview, request).join('\n')}\n`)
    return exitCodes.completed
  }
  for (const warning of preview.warnings) terminal.error(warning)
  const { id } = await ask(host, 'tuning-start', request)
  // A search takes hours, and whoever finds it killed needs its id: also in a file that standard error goes to.
  terminal.error(`The search is ${id}. If it is interrupted, continue it: agent tune --resume ${id}`)
  return conclude(host, id, args, terminal)
}

async function conclude(
  host: Host,
  tuningId: string,
  { json, save }: TuneArguments,
  terminal: Terminal,
): Promise<number> {
  await untilAtRest(host, tuningId, terminal)
  const tuning = await ask(host, 'tuning-open', { tuningId })
  if (json) terminal.data(`${JSON.stringify(tuning, null, 2)}\n`)
  else terminal.out(`${tuningLines(tuning, terminal.width).join('\n')}\n`)
  if (tuning.state !== 'done') {
    terminal.error(`${tuning.stopped ?? 'The search was interrupted.'} To continue: agent tune --resume ${tuningId}`)
    return exitCodes.stopped
  }
  if (save !== null) await saveTuned(host, tuning, save, terminal)
  return exitCodes.completed
}

/** @throws FailureError that lists the searches there are, if there is none of this id: after a kill it may be lost */
async function openSearch(host: Host, tuningId: string): Promise<Tuning> {
  try {
    return await ask(host, 'tuning-open', { tuningId })
  } catch (thrown) {
    if (!(thrown instanceof FailureError) || thrown.failure.kind !== 'not-found') throw thrown
    const projects = await ask(host, 'projects-list', {})
    const lists = await Promise.all(projects.map(({ id }) => ask(host, 'tunings-list', { projectId: id })))
    const known = lists.flat().toSorted((one, other) => other.createdAt - one.createdAt)
    const lines = known.map(
      ({ id, state, spent, name }) => `\n${id}  ${state}  ${counted(spent.trials, 'trial')}  ${name}`,
    )
    throw new FailureError({
      kind: 'not-found',
      message: `There is no search ${JSON.stringify(tuningId)}.`,
      advice: lines.length === 0 ? 'There are none yet.' : `Known:${lines.join('')}`,
    })
  }
}

/** Ctrl-C stops the search; trials that have ended are kept, and `--resume` continues. */
async function untilAtRest(host: Host, tuningId: string, terminal: Terminal): Promise<void> {
  const forget = onStop(terminal.unread, () => void ask(host, 'tuning-stop', { tuningId }).catch(() => {}))
  try {
    await new Promise<void>((resolve, reject) => {
      let reported = -1
      const look = ({ id, state, spent, rounds }: Tuning) => {
        if (id !== tuningId) return
        if (spent.trials !== reported) terminal.progress(`Round ${rounds.length}: ${spent.trials} trials so far`)
        reported = spent.trials
        if (state === 'running') return
        undo()
        resolve()
      }
      const undo = host.follow({ kind: 'host' }, (message) => {
        if (message.topic !== 'host') return
        for (const change of message.changes) if (change.kind === 'tuning') look(change.tuning)
      })
      ask(host, 'tuning-open', { tuningId }).then(look, reject)
    })
  } finally {
    forget()
  }
}
