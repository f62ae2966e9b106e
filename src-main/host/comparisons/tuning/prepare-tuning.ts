import { randomInt } from 'node:crypto'
import type { StartTuning, TuningPreview } from '../../../../src-shared/api/tuning-requests.ts'
import { FailureError } from '../../../../src-shared/base/failure.ts'
import { counted } from '../../../../src-shared/base/format.ts'
import type { KeptTask } from '../../../../src-shared/comparison/comparison-batch.ts'
import { canRun, type TaskPlace } from '../../../../src-shared/comparison/task-parts.ts'
import { detectableDifference, independentLanes } from '../../../../src-shared/statistics/detectable.ts'
import { unwrapConversation } from '../../../../src-shared/strategy/resolve-choice.ts'
import type { StrategyChoice } from '../../../../src-shared/strategy/strategy-info.ts'
import { declaredOptions } from '../../../../src-shared/tuning/parameter.ts'
import type { Tuning } from '../../../../src-shared/tuning/tuning.ts'
import { finalTrials, plannedTrials, planRounds, type TuningSize } from '../../../../src-shared/tuning/tuning-plan.ts'
import { fewestTasks } from '../../../trials/statistics/sign-flip.ts'
import { drawCandidates, withDefaults } from '../../../trials/tuning/draw-candidates.ts'
import { splitTasks } from '../../../trials/tuning/split-tasks.ts'
import { found } from '../../base/not-found.ts'
import type { HostContext } from '../../host-context.ts'
import type { ResolveParts } from '../../runs/resolve-request.ts'
import { queueOf } from '../batches/queue-of.ts'
import { bindLane } from '../bind-lane.ts'
import { estimateLanes } from '../estimate-lanes.ts'
import { taskVersion } from '../task-sets/task-version.ts'

type PrepareParts = ResolveParts & Pick<HostContext, 'containers'>

/** What a search starts with. Its tasks are still those that are kept. */
export interface PreparedTuning {
  readonly draft: Pick<Tuning, 'strategy' | 'roles' | 'seed' | 'candidates' | 'plan' | 'versions'>
  readonly training: readonly KeptTask[]
  readonly heldOut: readonly KeptTask[]
  readonly preview: TuningPreview
}

/** With fewer held-out tasks only large differences can be shown. */
const advisedHeldOut = 20

/**
 * Draws the candidates, splits the tasks and plans the rounds; nothing is stored or run.
 * @throws FailureError if there is nothing to vary, or too few tasks or trials
 */
export async function prepareTuning(parts: PrepareParts, request: StartTuning): Promise<PreparedTuning> {
  if ('auto' in request.strategy) throw notAuto()
  const seed = request.seed ?? randomInt(2 ** 31 - 1)
  const { training, heldOut, leftOut } = await splitOf(parts, request, seed)
  const { choice, roles } = await incumbentOf(parts, request)
  const strategies = await parts.strategies.of(request.projectId)
  const declared = declaredOptions(choice, strategies.infos())
  if (request.parameters.length === 0 && request.proposer === null) throw nothingToVary()
  const space = { incumbent: choice, parameters: request.parameters, declared, isValid: isValidIn(strategies) }
  const candidates = drawCandidates(space, request.candidates, seed)
  if (candidates.length < 2 && request.proposer === null) throw nothingToVary()
  const size: TuningSize = {
    // With prompts alone, the model's first proposals are what the current setting is compared with.
    candidates: Math.max(2, candidates.length),
    training: training.length,
    heldOut: heldOut.length,
    finalists: request.finalists,
    finalRepeats: request.finalRepeats,
    trials: request.limits.trials,
    proposes: request.proposer !== null,
  }
  const screening = planRounds(size)
  if (screening === null) throw tooFewTrials(size)
  const lane = { name: '', strategy: choice, roles, budget: request.budget, temperature: null, reasoningEffort: null }
  const {
    lanes: [estimate = null],
  } = await estimateLanes(parts, {
    projectId: request.projectId,
    lanes: [lane],
    message: training[0]?.message ?? '',
    tasks: [],
  })
  const { finalists, finalRepeats } = request
  // So that a candidate that sets a default is not said to differ.
  const explicit = withDefaults(choice, request.parameters, declared, true)
  const plan = { screening, finalists, finalRepeats }
  const detectable = detectableDifference({
    pairs: heldOut.length,
    alpha: 2 * request.alpha,
    disagreement: independentLanes,
  })
  return {
    draft: { strategy: explicit, roles, seed, candidates, plan, versions: versionsOf([...training, ...heldOut]) },
    training,
    heldOut,
    preview: {
      candidates,
      rounds: screening,
      training: training.length,
      heldOut: heldOut.length,
      trials: plannedTrials(size, screening),
      finalTrials: finalTrials(size),
      detectable,
      estimate,
      warnings: [...leftOut, ...warningsOf(request, candidates.length, heldOut)],
    },
  }
}

/** Tasks that need what is not there are left out; over a queue, machines say what each of them can run. */
async function splitOf(parts: PrepareParts, request: StartTuning, seed: number) {
  const { store } = parts
  const all = [...new Set(request.tasks)].map((id) => found(store.tasks.get(id), 'task'))
  const place = await placeOf(parts, request, all)
  const kept = all.filter((task) => canRun(task, place))
  const leftOut = leftOutTexts(all.length - kept.length, place)
  const { heldOut: named } = request
  const split =
    named === null
      ? splitTasks(kept, request.heldOutShare, seed, (task) => taskVersion(task))
      : {
          training: kept.filter(({ id }) => !named.includes(id)),
          heldOut: kept.filter(({ id }) => named.includes(id)),
        }
  const known = new Set(split.training.map((task) => taskVersion(task)))
  const leak = split.heldOut.find((task) => known.has(taskVersion(task)))
  if (leak !== undefined) throw sameTask(leak)
  const least = fewestTasks(request.alpha)
  if (split.training.length === 0 || split.heldOut.length < least) throw tooFewTasks(least, split, leftOut)
  return { ...split, leftOut }
}

async function placeOf(
  parts: PrepareParts,
  { queue }: Pick<StartTuning, 'queue'>,
  tasks: readonly KeptTask[],
): Promise<TaskPlace> {
  if (queueOf(parts, queue) !== null) return 'machines'
  return tasks.some(({ container }) => container !== undefined) ? parts.containers.support() : null
}

function leftOutTexts(count: number, place: TaskPlace): string[] {
  const why = place !== null && place !== 'machines' && place.engine === null ? ` ${place.reason}` : ''
  return count === 0 ? [] : [`Left out, since they need a container: ${counted(count, 'task')}.${why}`]
}

/** The strategy without the wrapper that every run gets, and the models of its roles. */
async function incumbentOf(parts: ResolveParts, request: StartTuning) {
  const { projectId, strategy, roles, mode, approval } = request
  const lane = { name: '', strategy, roles, budget: null, temperature: null, reasoningEffort: null }
  const message = { conversationId: '', parentId: null, message: '', mode, approval }
  const { choice, bound } = await bindLane(parts, projectId, 'A', lane, message)
  const byRole = Object.fromEntries(Object.entries(bound).map(([role, { profileId }]) => [role, profileId]))
  return { choice: unwrapConversation(choice), roles: byRole }
}

const isValidIn =
  (strategies: { build(choice: StrategyChoice): { readonly ok: boolean } }) =>
  (choice: StrategyChoice): boolean =>
    strategies.build(choice).ok

const versionsOf = (tasks: readonly KeptTask[]): Tuning['versions'] =>
  Object.fromEntries(tasks.map((task) => [task.id, taskVersion(task)]))

function warningsOf(
  { candidates: wished, parameters }: StartTuning,
  drawn: number,
  heldOut: readonly KeptTask[],
): string[] {
  const unchecked = heldOut.filter(({ check }) => check === null).length
  return [
    ...(heldOut.length < advisedHeldOut
      ? [
          `Only ${counted(heldOut.length, 'task')} are held out, so only large differences can be shown; ${advisedHeldOut} or more are better.`,
        ]
      : []),
    ...(unchecked > 0
      ? [
          `${unchecked} of ${counted(heldOut.length, 'held-out task')} have no check: there a run that completes is a success, whatever it did.`,
        ]
      : []),
    ...(parameters.length > 0 && drawn < wished
      ? [`There are only ${counted(drawn, 'different setting')} to try.`]
      : []),
  ]
}

const refused = (message: string, advice: string) => new FailureError({ kind: 'options-invalid', message, advice })

const notAuto = () => refused('Auto has no options to search over.', 'Choose a strategy or a preset.')

const nothingToVary = () =>
  refused('There is nothing to vary.', 'Name options to vary, or a model that proposes other prompts.')

const sameTask = ({ name }: KeptTask) =>
  refused(
    `The task “${name}” is both a training task and held out, so its result would prove nothing.`,
    'Remove one of the two, or let the tasks be split at random.',
  )

const tooFewTasks = (
  least: number,
  { training, heldOut }: { readonly training: readonly unknown[]; readonly heldOut: readonly unknown[] },
  leftOut: readonly string[],
) =>
  refused(
    [
      ...leftOut,
      training.length === 0
        ? 'No tasks are left for training.'
        : `${counted(heldOut.length, 'task')} would be held out. With fewer than ${least} no result could count as an improvement.`,
    ].join(' '),
    `Add tasks to the set, or hold out at least ${least} and leave one or more for training.`,
  )

function tooFewTrials(size: TuningSize): FailureError {
  const least = planRounds({ ...size, trials: null, training: 1 })
  const needed = least === null ? '' : ` It takes at least ${plannedTrials(size, least)}.`
  return refused(
    `The search does not fit into ${counted(size.trials ?? 0, 'trial')}.${needed}`,
    'Allow more trials, or try fewer candidates, repeats or held-out tasks.',
  )
}
