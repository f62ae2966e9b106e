import type { Run } from '../../../src-shared/run/conversation.ts'
import { ask } from '../../host/api/host-client.ts'
import type { Host } from '../../host/host.ts'
import { untilCompared } from '../compare/compare-once.ts'
import { printNotices } from '../print-notices.ts'
import type { Terminal } from '../terminal.ts'
import { watchRun } from '../watch-run.ts'
import { runNamed } from './run-named.ts'

interface ResumeArguments {
  readonly run: string
  readonly json: boolean
}

/**
 * `agent resume`: continues from the last finished step of an interrupted or stopped run, and shows what is new. A
 * lane's run continues as its lane, so its check is waited for too.
 * @returns the exit code
 */
export const resumeCommand = (host: Host, args: ResumeArguments, terminal: Terminal): Promise<number> =>
  printNotices(host, terminal, (once) => resumed(host, args, once))

async function resumed(host: Host, args: ResumeArguments, terminal: Terminal): Promise<number> {
  const { id } = runNamed(host, args.run)
  const last = lastSeq(host, id)
  const run = await ask(host, 'run-resume', { runId: id })
  // A stopped run continues as a new one, whose log begins with what was done.
  const afterSeq = run.id === id ? last : (run.forkedFrom?.copied ?? -1)
  const code = await watchRun(host, { run, afterSeq, json: args.json }, terminal)
  await untilLaneEnds(host, run, terminal)
  return code
}

async function untilLaneEnds(host: Host, { id, projectId, conversationId }: Run, terminal: Terminal): Promise<void> {
  const comparisons = await ask(host, 'comparisons-list', { projectId, conversationId })
  const comparison = comparisons.find(({ lanes }) => lanes.some(({ runId }) => runId === id))
  if (comparison === undefined) return
  const { lanes, state } = (await untilCompared(host, comparison, terminal)).comparison
  if (state !== 'interrupted') return
  for (const { label, runId, state: how } of lanes)
    if (how === 'interrupted' && runId !== null)
      terminal.error(`Lane ${label} of this comparison is interrupted. To continue it: agent resume ${runId}`)
}

function lastSeq(host: Host, runId: string): number {
  let last = -1
  const undo = host.follow({ kind: 'run', runId, afterSeq: -1 }, (message) => {
    if (message.topic !== 'run') return
    for (const item of message.items) if (item.kind === 'event') last = item.event.seq
  })
  undo()
  return last
}
