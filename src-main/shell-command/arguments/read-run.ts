import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ApprovalMode } from '../../../src-shared/model/tool.ts'
import type { Breakpoint } from '../../../src-shared/run/debug/breakpoint.ts'
import { type AtLimit, atLimits, type Budget, type WorkMode, workModes } from '../../../src-shared/strategy/task.ts'
import {
  agentModel,
  flag,
  hasAgent,
  type ModelArguments,
  modelOptions,
  onlyOne,
  type ProcessArguments,
  parse,
  processOptions,
  readApproval,
  readModels,
  readOptions,
  readProcess,
  readStrategy,
  type StrategyArgument,
  text,
} from './argument-parts.ts'
import { type FilesWay, readFilesWay } from './files-way.ts'
import { breakOption, readBreakpoints } from './read-breakpoints.ts'
import { readLimits } from './read-limits.ts'
import { readSets, type SetOption } from './set-options.ts'
import { UsageError } from './usage.ts'

export interface RunArguments extends ModelArguments, ProcessArguments {
  readonly command: 'run'
  readonly project: string
  /**
   * What the message answers: the newest conversation of the project, one by its id or a run's, or nothing (a new one).
   * `again`: the run whose message is asked again, in a branch beside it.
   */
  readonly answers: { readonly newest: true } | { readonly id: string } | { readonly again: string } | null
  /** What becomes of the files first; null: as the conversation and the person say. */
  readonly files: FilesWay | null
  readonly strategy: StrategyArgument
  /** Options of the strategies in it, and their prompts. */
  readonly sets: readonly SetOption[]
  readonly mode: WorkMode
  /** The limits that are set for this run alone. */
  readonly limits: Partial<Budget>
  /** Null: asks if there is a terminal to ask in. */
  readonly atLimit: AtLimit | null
  readonly approval: ApprovalMode
  /** The models get their tools described in text. */
  readonly toolsInText: boolean
  /** Plans that would be shown for approval are carried out. */
  readonly approvesPlans: boolean
  /** Where the run pauses. */
  readonly breakpoints: readonly Breakpoint[]
  readonly json: boolean
  /** Null: the one that is asked again. */
  readonly message: string | null
  /** Files of images that the message sends, absolute. */
  readonly images: readonly string[]
}

/** A run without its message, which is typed. */
export interface SessionArguments extends Omit<RunArguments, 'command'> {
  readonly command: 'session'
}

const options = {
  project: text,
  continue: flag,
  conversation: text,
  again: text,
  files: text,
  file: text,
  strategy: text,
  options: text,
  set: { type: 'string', multiple: true },
  prompt: { type: 'string', multiple: true },
  mode: text,
  budget: text,
  'at-limit': text,
  ...modelOptions,
  approve: text,
  'tools-in-text': flag,
  ...processOptions,
  'approve-plan': flag,
  break: breakOption,
  json: flag,
  image: { type: 'string', multiple: true },
} as const

/** @throws UsageError if it can't be understood */
export function readRun(args: string[], workingFolder: string): RunArguments {
  const { values, positionals } = parse('run', args, options)
  const answers = readAnswers(values)
  const files = readFilesWay(values.files, 'run')
  if (files !== null && answers === null)
    throw new UsageError('--files requires --again, --continue or --conversation.', 'run')
  const isSame = values.again !== undefined && positionals.length === 0 && values.file === undefined
  const message = isSame ? null : readMessage(positionals, values.file, workingFolder)
  const chosen = readChosen(values, workingFolder)
  const { model } = values
  const isAgents = hasAgent(chosen.strategy) && values['base-url'] === undefined
  return {
    command: 'run',
    project: resolve(workingFolder, values.project ?? '.'),
    answers,
    files,
    ...chosen,
    sets: isAgents && model !== undefined ? [...chosen.sets, [agentModel, model]] : chosen.sets,
    mode: readMode(values.mode),
    limits: readLimits(values.budget),
    atLimit: readAtLimit(values['at-limit']),
    ...readModels(isAgents ? { ...values, model: undefined } : values, 'run'),
    approval: readApproval(values.approve),
    toolsInText: values['tools-in-text'] ?? false,
    ...readProcess(values, 'run'),
    approvesPlans: values['approve-plan'] ?? false,
    breakpoints: readBreakpoints(values.break, 'run'),
    json: values.json ?? false,
    message,
    images: (values.image ?? []).map((file) => resolve(workingFolder, file)),
  }
}

/** `agent session`, which asks for its messages. @throws UsageError if it can't be understood */
export function readSession(args: string[], workingFolder: string): SessionArguments {
  const { again: _, files: __, file: ___, image: ____, json: _____, ...known } = options
  const { positionals } = parse('session', args, known)
  if (positionals.length > 0) throw new UsageError(`Unexpected argument: ${positionals.join(' ')}`, 'session')
  // The message stands for those that are typed: what is wrong with the rest is said before the first.
  return { ...readRun([...args, '--', 'typed'], workingFolder), command: 'session', message: null }
}

interface AnswersValues {
  readonly continue?: boolean | undefined
  readonly conversation?: string | undefined
  readonly again?: string | undefined
}

function readAnswers({ continue: newest, conversation, again }: AnswersValues): RunArguments['answers'] {
  const given = [newest === true, conversation !== undefined, again !== undefined].filter(Boolean).length
  if (given > 1) throw new UsageError('Use only one of --continue, --conversation and --again.', 'run')
  if (conversation !== undefined) return { id: conversation }
  if (again !== undefined) return { again }
  return newest === true ? { newest } : null
}

interface ChosenValues {
  readonly strategy?: string | undefined
  readonly options?: string | undefined
  readonly set?: string[] | undefined
  readonly prompt?: string[] | undefined
}

function readChosen(values: ChosenValues, workingFolder: string): Pick<RunArguments, 'strategy' | 'sets'> {
  const sets = readSets(values, workingFolder)
  const strategy = readStrategy(values.strategy, readOptions(values.options))
  if (sets.length === 0) return { strategy, sets }
  if (strategy !== null && 'auto' in strategy)
    throw new UsageError('--set and --prompt require a strategy; auto has no options.', 'run')
  return { strategy: strategy ?? { name: 'tool-loop', options: {} }, sets }
}

/** Bytes. */
const largestMessage = 1_000_000

/** The words of the command line; `-` reads standard input, `--file` a file. */
function readMessage(positionals: readonly string[], file: string | undefined, workingFolder: string): string {
  if (file !== undefined && positionals.length > 0)
    throw new UsageError('Give the message as an argument or with --file, not both.', 'run')
  const words = file === undefined ? onlyOne(positionals, 'run', '"MESSAGE"') : null
  if (words !== null && words !== '-') return notEmpty(words)
  const from = words === '-' ? 0 : resolve(workingFolder, file ?? '')
  const bytes = readBytes(from)
  if (bytes.length > largestMessage) throw new UsageError('The message is longer than 1 MB.', 'run')
  return notEmpty(bytes.toString('utf8').replace(/\r?\n$/, ''))
}

function readBytes(from: string | 0): Buffer {
  try {
    return readFileSync(from)
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown)
    throw new UsageError(
      `The message can't be read ${from === 0 ? 'from standard input' : `from ${from}`}: ${why}`,
      'run',
    )
  }
}

function notEmpty(message: string): string {
  if (message.trim() === '') throw new UsageError('The message is empty.', 'run')
  return message
}

function readMode(value: string | undefined): WorkMode {
  const mode = workModes.find((each) => each === (value ?? 'act'))
  if (mode === undefined) throw new UsageError(`--mode must be one of ${workModes.join(', ')}.`, 'run')
  return mode
}

function readAtLimit(given: string | undefined): AtLimit | null {
  if (given === undefined) return null
  const found = atLimits.find((each) => each === given)
  if (found === undefined) throw new UsageError(`--at-limit must be one of ${atLimits.join(', ')}.`, 'run')
  return found
}
