import { resolve } from 'node:path'
import type { StartBatch } from '../../../src-shared/api/comparison-requests.ts'
import type { Check, Rubric, SharedSetUp } from '../../../src-shared/comparison/comparison.ts'
import type { BatchTask } from '../../../src-shared/comparison/comparison-batch.ts'
import { type LaneLabel, laneLabelAt, maxComparedLanes } from '../../../src-shared/comparison/lane-label.ts'
import type { Breakpoint } from '../../../src-shared/run/debug/breakpoint.ts'
import type { QueueAddress } from '../../../src-shared/settings/queue-address.ts'
import { dependencyWays } from '../../../src-shared/workspace/workspace.ts'
import type { LaneArgument } from '../compare/compare-lane.ts'
import { readTasks } from '../compare/compare-tasks.ts'
import { laneOptions, readLaneArguments } from '../compare/read-lane-arguments.ts'
import type { SweepArgument } from '../compare/read-sweep.ts'
import {
  flag,
  type ModelArguments,
  modelOptions,
  type ProcessArguments,
  parse,
  processOptions,
  readApproval,
  readModels,
  readProcess,
  text,
} from './argument-parts.ts'
import {
  messageIn,
  oneOf,
  type ResultArguments,
  readCheck,
  readResult,
  resultOptions,
  whole,
} from './compare-values.ts'
import { type BatchLimitArguments, batchLimitOptions, readBatchLimits, readFair } from './read-batch-limits.ts'
import { breakOption, readBreakpoints } from './read-breakpoints.ts'
import { queueOptions, readQueue, sendOptions } from './read-queue.ts'
import { refuseOtherWishes } from './refuse-with-resume.ts'
import { UsageError } from './usage.ts'

export interface CompareArguments extends ModelArguments, ProcessArguments {
  readonly command: 'compare'
  readonly project: string
  /** Of a sweep, what it starts from. */
  readonly lanes: readonly LaneArgument[]
  /** Null: the lanes are as they are. */
  readonly sweep: SweepArgument | null
  readonly setUp: SharedSetUp
  /** The models get their tools described in text. */
  readonly toolsInText: boolean
  /** Plans that would be shown for approval are carried out. */
  readonly approvesPlans: boolean
  /** Where lanes pause. */
  readonly breakpoints: readonly Breakpoint[]
  readonly work: CompareWork
  readonly json: boolean
}

/** What the lanes are given: a message, or what an earlier run was given. */
export type CompareInput = { readonly message: string } | { readonly run: string }

/** One comparison of a message, or many trials. */
export type CompareWork =
  | {
      readonly kind: 'once'
      readonly input: CompareInput
      readonly check: Check | null
      readonly rubric: Rubric | null
      readonly inTurn: boolean
      readonly apply: Apply | null
    }
  | {
      readonly kind: 'trials'
      /** Without a task: the run that `input` names is the task, or the set. */
      readonly tasks: readonly BatchTask[]
      /** Tasks that are kept in the project. */
      readonly set: TaskSetArgument | null
      readonly input: CompareInput
      readonly check: Check | null
      readonly repeats: number
      readonly parallel: number
      readonly seed: number | null
      readonly stopEarly: boolean
      readonly racing: boolean
      /** Of the whole. */
      readonly limits: BatchLimitArguments
      readonly fair: StartBatch['fair']
      /** Only say what would be run. */
      readonly dryRun: boolean
      /** Null: the trials run in this process; undefined: as the settings say. */
      readonly queue: QueueAddress | null | undefined
      /** Ignored files that may be sent to its machines, project-relative. */
      readonly sends: readonly string[]
      readonly result: ResultArguments
    }
  | {
      readonly kind: 'go-on'
      /** Of a comparison or of trials. */
      readonly id: string
      /** Repeats to add to trials that are done; null continues those that were cut off. */
      readonly more: number | null
      /** Of the whole, in place of those that it has. */
      readonly limits: BatchLimitArguments
      /** Whether lanes are to pause. */
      readonly breaks: boolean
      readonly result: ResultArguments
      readonly apply: Apply | null
    }

export interface TaskSetArgument {
  readonly name: string
  /** Only those with it; null: all. */
  readonly tag: string | null
}

/** `best`: the lane that the check or the evaluator chose. */
export type Apply = LaneLabel | 'best'

const options = {
  project: text,
  ...laneOptions,
  'dry-run': flag,
  ...modelOptions,
  approve: text,
  'tools-in-text': flag,
  ...processOptions,
  'approve-plan': flag,
  break: breakOption,
  check: text,
  score: text,
  lower: flag,
  rubric: text,
  'set-up': text,
  dependencies: text,
  'in-turn': flag,
  repeat: text,
  tasks: text,
  'task-set': text,
  tag: text,
  parallel: text,
  seed: text,
  'stop-early': flag,
  ...batchLimitOptions,
  extend: text,
  ...resultOptions,
  apply: text,
  resume: text,
  ...queueOptions,
  ...sendOptions,
  from: text,
  json: flag,
} as const

type Values = ReturnType<typeof parse<typeof options>>['values']

/** @throws UsageError if it can't be understood */
export function readCompare(args: string[], workingFolder: string): CompareArguments {
  const { values, positionals } = parse('compare', args, options)
  const goesOn = values.resume !== undefined
  if (goesOn) refuseOtherWishes(values, positionals)
  return {
    command: 'compare',
    project: resolve(workingFolder, values.project ?? '.'),
    ...(goesOn ? { lanes: [], sweep: null } : readLaneArguments(values, workingFolder)),
    ...readModels(values, 'compare'),
    setUp: {
      mode: 'act',
      approval: readApproval(values.approve),
      dependencies: oneOf('dependencies', values.dependencies ?? 'clone', dependencyWays),
      setUpCommand: values['set-up'] ?? null,
    },
    toolsInText: values['tools-in-text'] ?? false,
    ...readProcess(values, 'compare'),
    approvesPlans: values['approve-plan'] ?? false,
    breakpoints: readBreakpoints(values.break, 'compare'),
    work: readWork(values, positionals, workingFolder),
    json: values.json ?? false,
  }
}

function readWork(values: Values, positionals: readonly string[], workingFolder: string): CompareWork {
  const result = readResult(values, workingFolder)
  if (values.extend !== undefined && (values.resume === undefined || values.repeat !== undefined))
    throw new UsageError(extendAlone, 'compare')
  const more = whole('extend', values.extend, 1, 1000) ?? whole('repeat', values.repeat, 1, 1000)
  if (values.resume !== undefined)
    return {
      kind: 'go-on',
      id: values.resume,
      more,
      limits: readBatchLimits(values),
      result,
      apply: applyIn(values, labelsTo(maxComparedLanes)),
      breaks: values.break !== undefined,
    }
  if (values.tag !== undefined && values['task-set'] === undefined)
    throw new UsageError('--tag requires --task-set.', 'compare')
  const repeats = more ?? 1
  const usual = readCheck(values)
  const asMany = ['tasks', 'task-set', 'report', 'sweep', 'lanes', 'dry-run']
  const many = repeats > 1 || asMany.some((each) => Object.hasOwn(values, each))
  if (!many) return readOnce(values, positionals, usual)
  const single = [values.apply, values.rubric, values['in-turn'], values.break]
  if (single.some((each) => each !== undefined))
    throw new UsageError('--apply, --rubric, --in-turn and --break work only for a single comparison.', 'compare')
  return {
    kind: 'trials',
    ...tasksOf(values, positionals, usual, workingFolder),
    check: usual,
    repeats,
    parallel: whole('parallel', values.parallel, 1, 16) ?? 1,
    seed: whole('seed', values.seed, 0, 2 ** 31 - 1),
    stopEarly: values['stop-early'] ?? false,
    racing: values.race ?? false,
    limits: readBatchLimits(values),
    fair: readFair(values),
    dryRun: values['dry-run'] ?? false,
    queue: readQueue(values, workingFolder, 'compare'),
    sends: values['send-ignored'] ?? [],
    result,
  }
}

const extendAlone = '--extend N adds N repeats to trials: give it with --resume ID, and without --repeat.'

function readOnce(values: Values, positionals: readonly string[], usual: Check | null): CompareWork {
  const ofMany = { ...batchLimitOptions, ...sendOptions }
  const unfit = ['parallel', 'seed', 'stop-early', 'queue', 'all', ...Object.keys(ofMany)].find((each) =>
    Object.hasOwn(values, each),
  )
  if (unfit !== undefined) throw new UsageError(`--${unfit} requires --repeat, --tasks or --task-set.`, 'compare')
  if ((values.lane?.length ?? 0) > maxComparedLanes) throw new UsageError(tooManyAtOnce, 'compare')
  const named = labelsTo(values.lane?.length ?? 0)
  return {
    kind: 'once',
    input: givenIn(values, positionals),
    check: usual,
    rubric: values.rubric === undefined ? null : { text: values.rubric, profileId: null },
    inTurn: values['in-turn'] ?? false,
    apply: applyIn(values, named),
  }
}

const labelsTo = (count: number): LaneLabel[] => Array.from({ length: count }, (_, at) => laneLabelAt(at))

const tooManyAtOnce = `A single comparison takes up to ${maxComparedLanes} lanes. Use --repeat, --tasks or --task-set to run more of them in trials.`

const applyIn = ({ apply }: Values, lanes: readonly LaneLabel[]): Apply | null =>
  apply === undefined ? null : oneOf('apply', apply, [...lanes, 'best'] as const)

function tasksOf(
  values: Values,
  positionals: readonly string[],
  usual: Check | null,
  workingFolder: string,
): { readonly tasks: BatchTask[]; readonly set: TaskSetArgument | null; readonly input: CompareInput } {
  const { tasks: file, 'task-set': set, tag = null } = values
  if (file === undefined && set === undefined) {
    const input = givenIn(values, positionals)
    if ('run' in input) return { tasks: [], set: null, input }
    const { message } = input
    const task = { id: 'task-1', name: message.slice(0, 60), message, from: null, check: usual, turnId: null }
    return { tasks: [task], set: null, input }
  }
  if (file !== undefined && set !== undefined) throw new UsageError('Give --tasks or --task-set, not both.', 'compare')
  if (positionals.length > 0 || values.from !== undefined)
    throw new UsageError(
      `With --${file === undefined ? 'task-set' : 'tasks'}, the tasks bring the messages.`,
      'compare',
    )
  const input = { message: '' }
  if (set !== undefined) return { tasks: [], set: { name: set, tag }, input }
  return { tasks: readTasks(resolve(workingFolder, file ?? ''), usual), set: null, input }
}

function givenIn({ from }: Values, positionals: readonly string[]): CompareInput {
  if (from !== undefined && positionals.length > 0)
    throw new UsageError('--from uses the message of that run. Give no other message.', 'compare')
  return from === undefined ? { message: messageIn(positionals) } : { run: from }
}
