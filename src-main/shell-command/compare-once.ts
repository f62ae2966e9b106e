import type { Comparison, LaneLabel, LaneSetUp, SharedSetUp } from '../../src-shared/comparison.ts'
import type { StartComparison } from '../../src-shared/comparison-requests.ts'
import type { Run } from '../../src-shared/conversation.ts'
import { formatFiles } from '../../src-shared/format.ts'
import type { FilesChanged } from '../../src-shared/merge.ts'
import { ask } from '../host/ask.ts'
import type { Host } from '../host/host.ts'
import { comparisonLines } from './compare-table.ts'
import type { CompareWork, Given } from './read-compare.ts'
import { runNamed } from './run-named.ts'
import { harmless, type Terminal } from './terminal.ts'
import { exitCodes, onStop } from './watch-run.ts'

export type LanesStart = SharedSetUp & { readonly projectId: string; readonly lanes: LaneSetUp[] }
type Once = Extract<CompareWork, { kind: 'once' }>

/** One message, each lane once; prints the lanes beside each other and the verdict. @returns the exit code */
export async function compareOnce(
  host: Host,
  { projectId, ...start }: LanesStart,
  { given, check, rubric, inTurn, apply }: Once,
  json: boolean,
  terminal: Terminal,
): Promise<number> {
  const origin = await originOf(host, projectId, given)
  const order = inTurn ? 'in-turn' : 'parallel'
  const begun = await ask(host, 'comparison-start', { ...start, origin, order, check, rubric }).catch((thrown) =>
    takenBack(host, origin, thrown),
  )
  const ended = await untilCompared(host, begun, terminal)
  const runs = ended.lanes.map(({ runId }) => (runId === null ? undefined : host.runs.get(runId)))
  if (json) terminal.out(`${JSON.stringify({ comparison: ended, runs: runs.filter((run) => run !== undefined) })}\n`)
  else {
    const lines = comparisonLines(ended, ({ runId }) => runs.find((run) => run?.id === runId))
    terminal.out(`${harmless(lines.join('\n'))}\n`)
  }
  if (ended.state !== 'done') return exitCodes.stopped
  const unasked = (run: Run | undefined) => run?.failure?.kind.startsWith('model-') === true
  if (ended.lanes.every(({ state }, at) => state === 'failed' || unasked(runs[at]))) return exitCodes.failed
  return apply === null ? exitCodes.completed : await applied(host, ended, apply, terminal)
}

async function originOf(host: Host, projectId: string, given: Given): Promise<StartComparison['origin']> {
  if ('run' in given) return { kind: 'turn', turnId: runNamed(host, given.run).turnId }
  const { id: conversationId } = await ask(host, 'conversation-create', { projectId })
  return { kind: 'message', conversationId, parentId: null, message: given.message, workspaceId: null }
}

/** What was refused leaves no empty conversation. */
async function takenBack(host: Host, origin: StartComparison['origin'], thrown: unknown): Promise<never> {
  if (origin.kind === 'message') await ask(host, 'conversation-delete', { conversationId: origin.conversationId })
  throw thrown
}

/** Ctrl-C stops all lanes; what they did is kept. */
export async function untilCompared(
  host: Host,
  { id: comparisonId }: Comparison,
  terminal: Terminal,
): Promise<Comparison> {
  const forget = onStop(terminal.unread, () => {
    void ask(host, 'comparison-stop', { comparisonId, lane: null }).catch(() => {})
  })
  try {
    return await new Promise<Comparison>((resolve, reject) => {
      const told = new Map<LaneLabel, string>()
      const look = (now: Comparison) => {
        if (now.id !== comparisonId) return
        for (const { label, state } of now.lanes) {
          if (told.get(label) !== state) terminal.progress(`${label}: ${state}`)
          told.set(label, state)
        }
        if (now.state === 'running' || now.state === 'judging') return
        undo()
        resolve(now)
      }
      const undo = host.follow({ kind: 'host' }, (heard) => {
        if (heard.topic !== 'host') return
        for (const change of heard.changes) {
          if (change.kind === 'comparison') look(change.comparison)
          if (change.kind === 'notice') terminal.error(harmless(change.text))
        }
      })
      ask(host, 'comparison-open', { comparisonId }).then(look, reject)
    })
  } finally {
    forget()
  }
}

async function applied(
  host: Host,
  comparison: Comparison,
  wished: LaneLabel | 'best',
  terminal: Terminal,
): Promise<number> {
  const best = comparison.verdicts.at(-1)?.choice ?? 'tie'
  const lane = wished === 'best' ? best : wished
  if (lane === 'tie') {
    terminal.error('No lane is better, so nothing was applied. Name the lane: --apply A.')
    return exitCodes.failed
  }
  const asked = { comparisonId: comparison.id, lane, ours: null, choices: null }
  const { changed } = await ask(host, 'comparison-apply', asked)
  const run = comparison.lanes.find((each) => each.label === lane)?.runId ?? ''
  for (const line of changedLines(lane, changed)) terminal.error(harmless(line))
  if (changed.written.length + changed.removed.length > 0)
    terminal.error(`To undo this: agent merge ${run} --undo ${changed.undo}`)
  return changed.kept.length === 0 ? exitCodes.completed : exitCodes.failed
}

function changedLines(lane: LaneLabel, { written, removed, kept, nothing }: FilesChanged): string[] {
  const files = written.length + removed.length
  return [
    files === 0
      ? `Nothing of lane ${lane} was written. ${nothing ?? ''}`.trim()
      : `Applied lane ${lane}: ${formatFiles(files)} changed in the project.`,
    ...kept.map(({ path, why }) => `Left as it was: ${path}. ${why}`),
  ]
}
