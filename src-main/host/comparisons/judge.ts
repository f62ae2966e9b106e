import { z } from 'zod'
import { type Failure, FailureError } from '../../../src-shared/base/failure.ts'
import type { Comparison, Lane, LaneVerdict, LaneVote, Rubric } from '../../../src-shared/comparison/comparison.ts'
import { laneLabel } from '../../../src-shared/comparison/lane-label.ts'
import { isPassed } from '../../../src-shared/comparison/lane-outcome.ts'
import { unanswered } from '../../../src-shared/model/question.ts'
import { bindRoles } from '../../../src-shared/run/resolve-run.ts'
import { type Task, unattended } from '../../../src-shared/strategy/task.ts'
import type { AgentPorts } from '../../agent/ports.ts'
import { memoryLog } from '../../agent/replay/memory-log.ts'
import { type RunConfig, startRun } from '../../agent/run.ts'
import type { Solution } from '../../strategy/built-in/best-of-n/pairwise-vote.ts'
import { judgeLanes } from '../../strategy/built-in/judge-lanes.ts'
import { visibleName } from '../../tools/text/visible.ts'
import { voteVerdict } from '../../trials/lane-verdicts.ts'
import { newId } from '../base/ids.ts'
import type { HostContext } from '../host-context.ts'
import { modelPort } from '../run-ports/run-ports.ts'

type Parts = Pick<HostContext, 'clock' | 'store' | 'settings' | 'profiles' | 'demo' | 'model' | 'workspaces'>

const evaluator = 'evaluator'

/**
 * Has the evaluator judge the lanes, blind and in both orders: it sees each lane's answer and changes, under names that
 * change with the order. Its requests are not stored, only the verdict and its cost.
 * @returns null if fewer than two lanes finished
 * @throws FailureError if the evaluator is not available, or was stopped
 */
export async function judgeByRubric(
  parts: Parts,
  comparison: Comparison,
  rubric: Rubric,
  signal: AbortSignal,
): Promise<LaneVerdict | null> {
  const lanes = comparison.lanes.filter(({ state, after }) => state === 'done' && after !== null)
  if (lanes.length < 2) return null
  const solutions = await Promise.all(lanes.map((lane, at) => solutionOf(parts, comparison, lane, at + 1)))
  const config = configFor(parts, comparison, solutions, rubric)
  const end = await startRun(portsFor(parts), config, signal)
  if (end.status !== 'completed') throw new FailureError(end.failure ?? noVerdict)
  const votes = votesIn(end.meta, lanes)
  if (votes.every(({ better }) => better === 'none'))
    throw new FailureError({ ...noVerdict, detail: votes[0]?.reasoning ?? '' })
  const judged = voteVerdict(
    lanes.map(({ label }) => label),
    votes,
  )
  const model = config.roles[evaluator]?.profileName ?? ''
  const reasons = judged.reasons.slice(0, 20_000)
  return {
    by: 'evaluator',
    blind: true,
    ...judged,
    reasons,
    at: parts.clock.now(),
    votes,
    model,
    cost: end.totals.cost,
  }
}

async function solutionOf(
  parts: Pick<HostContext, 'store' | 'workspaces'>,
  { projectId, from }: Comparison,
  lane: Lane,
  number: number,
) {
  const { snapshots } = await parts.workspaces.workIn(projectId, null)
  const { files } = await snapshots.changes(lane.before ?? from, lane.after ?? from)
  const patch = files.map((file) => file.patch || `(no diff of ${visibleName(file.path)}: ${file.kind})\n`).join('')
  const { checkResult } = lane
  const check = checkResult === null ? 'none' : isPassed(checkResult) ? 'passed' : 'failed'
  const text = lane.runId === null ? '' : (parts.store.runs.get(lane.runId)?.text ?? '')
  const solution: Solution = { number, text, check, changes: { files, patch } }
  return solution
}

function configFor(
  parts: Pick<HostContext, 'settings' | 'profiles'>,
  { message }: Comparison,
  solutions: readonly Solution[],
  rubric: Rubric,
): RunConfig {
  const settings = parts.settings.read()
  const judgeRoles = rubric.profileId === null ? {} : { [evaluator]: rubric.profileId }
  const { roles, windows, textTools } = bindRoles(['default', evaluator], judgeRoles, settings, parts.profiles.get)
  const task: Task = {
    goal: message,
    system: '',
    history: [],
    messages: [{ role: 'user', text: message }],
    tools: [],
    mode: 'plan',
    windows,
    ...(textTools.length > 0 && { textTools }),
    depth: 0,
  }
  return {
    runId: newId('run'),
    choice: { name: 'judge', options: {} },
    strategy: judgeLanes(solutions, rubric.text),
    version: '1',
    task,
    roles,
    approval: 'read-only',
    budget: unattended(settings.budget),
    seed: 0,
    buildChild: () => ({ ok: false, failure: noVerdict }),
  }
}

/** An evaluator only writes text: it has no tools, no files and no user to ask. */
function portsFor(parts: Pick<HostContext, 'clock' | 'demo' | 'model'>): AgentPorts {
  const nothing = (): never => {
    throw new FailureError(noVerdict)
  }
  return {
    log: memoryLog(),
    model: modelPort(parts),
    clock: parts.clock,
    tools: { effectOf: () => 'own', run: nothing },
    workspace: {
      snapshot: nothing,
      restore: nothing,
      changes: nothing,
      check: nothing,
      copies: { open: nothing, reopen: nothing },
    },
    user: {
      approve: nothing,
      ask: async (_, question) => unanswered(question, 'nobody'),
      hasQueued: () => false,
      takeQueued: () => [],
    },
  }
}

const cast = z.object({
  shownFirst: z.number(),
  shownSecond: z.number(),
  better: z.union([z.number(), z.literal('tie'), z.literal('none')]),
  reasoning: z.string(),
})

/** The judge's numbers as the lanes' letters. */
function votesIn(meta: unknown, lanes: readonly Lane[]): LaneVote[] {
  const { votes } = z.object({ votes: z.array(cast) }).parse(meta)
  const label = (number: number) => laneLabel.parse(lanes[number - 1]?.label)
  return votes.map(({ shownFirst, shownSecond, better, reasoning }) => ({
    shownFirst: label(shownFirst),
    shownSecond: label(shownSecond),
    better: typeof better === 'number' ? label(better) : better,
    reasoning,
  }))
}

const noVerdict: Failure = {
  kind: 'strategy-gave-up',
  message: 'The evaluator gave no verdict.',
  advice: 'Choose a model that can call tools as the evaluator, or judge yourself.',
}
