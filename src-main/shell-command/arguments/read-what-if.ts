import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Check, check } from '../../../src-shared/comparison/comparison.ts'
import type { ApprovalMode } from '../../../src-shared/model/tool.ts'
import type { EditedAnswer } from '../../../src-shared/run/fork.ts'
import {
  flag,
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
import { type BatchLimitArguments, readBatchLimits, wholeLimitOptions } from './read-batch-limits.ts'
import { readAnswer } from './read-fork.ts'
import { UsageError } from './usage.ts'

export interface WhatIfArguments extends ModelArguments, ProcessArguments {
  readonly command: 'what-if'
  readonly run: string
  /** Its number from 1 or its path; null lists the steps. */
  readonly at: { readonly step: number } | { readonly path: string } | 'all' | null
  readonly strategy: StrategyArgument
  readonly prompts: readonly (readonly [name: string, text: string])[]
  readonly message: string | null
  readonly answers: readonly EditedAnswer[]
  /** Null: as usual. */
  readonly repeats: number | null
  readonly maxTrials: number | null
  /** Null: that of the run. */
  readonly check: Check | null
  readonly parallel: number
  readonly seed: number | null
  /** Null: as it was. */
  readonly approval: ApprovalMode | null
  /** Of all forks together. */
  readonly limits: BatchLimitArguments
  /** Only says what would be started. */
  readonly dryRun: boolean
  readonly json: boolean
}

const many = { type: 'string', multiple: true } as const
const { effort: _, ...models } = modelOptions
const options = {
  step: text,
  at: text,
  'all-steps': flag,
  strategy: text,
  options: text,
  ...models,
  prompt: many,
  message: text,
  answer: many,
  n: text,
  'max-trials': text,
  check: text,
  parallel: text,
  seed: text,
  approve: text,
  ...wholeLimitOptions,
  'dry-run': flag,
  queue: text,
  ...processOptions,
  json: flag,
} as const

/** @throws UsageError if it can't be understood */
export function readWhatIf(args: string[], workingFolder: string): WhatIfArguments {
  const { values, positionals } = parse('what-if', args, options)
  const run = onlyOne(positionals, 'what-if', 'RUN')
  if (values.queue !== undefined) throw new UsageError(onlyHere, 'what-if')
  if (values.strategy === undefined && values.options !== undefined)
    throw new UsageError('--options requires --strategy.', 'what-if')
  const read = {
    command: 'what-if' as const,
    run,
    at: stepIn(values),
    strategy: readStrategy(values.strategy, readOptions(values.options)),
    ...readModels(values, 'what-if'),
    ...readProcess(values, 'what-if'),
    prompts: (values.prompt ?? []).map((each) => promptIn(each, workingFolder)),
    message: values.message ?? null,
    answers: (values.answer ?? []).map((each) => readAnswer(each, workingFolder)),
    repeats: whole('n', values.n, 1000),
    maxTrials: whole('max-trials', values['max-trials'], 10_000),
    check: values.check === undefined ? null : check.parse({ command: values.check }),
    parallel: whole('parallel', values.parallel, 16) ?? 1,
    seed: whole('seed', values.seed, 2 ** 31 - 1),
    approval: values.approve === undefined ? null : readApproval(values.approve),
    limits: readBatchLimits(values, 'what-if'),
    dryRun: values['dry-run'] ?? false,
    json: values.json ?? false,
  }
  refuseUnfit(read)
  return read
}

const onlyHere =
  'Continuations of a step run on this computer: they need the log of the run, which jobs for machines don’t carry. Leave out --queue.'

function refuseUnfit(read: WhatIfArguments): void {
  const { at, strategy, model, roles, prompts, message, answers, maxTrials } = read
  const changes = [strategy, model, message].filter((each) => each !== null).length + prompts.length + answers.length
  const isChanged = changes + Object.keys(roles).length > 0
  if (at === 'all' && isChanged) throw new UsageError('--all-steps changes nothing. Give a step instead.', 'what-if')
  if (at !== null && at !== 'all' && !isChanged)
    throw new UsageError('Nothing is changed: give --strategy, --model, --prompt, --message or --answer.', 'what-if')
  if (at === null && isChanged) throw new UsageError('--step N or --at STEP is missing.', 'what-if')
  if (at !== 'all' && maxTrials !== null) throw new UsageError('--max-trials requires --all-steps.', 'what-if')
}

function stepIn(values: {
  readonly step?: string | undefined
  readonly at?: string | undefined
  readonly 'all-steps'?: boolean | undefined
}): WhatIfArguments['at'] {
  const { step, at, 'all-steps': all } = values
  if ([step, at, all].filter((each) => each !== undefined).length > 1)
    throw new UsageError('Give only one of --step, --at and --all-steps.', 'what-if')
  if (all === true) return 'all'
  if (at !== undefined) return { path: at }
  const number = whole('step', step, 100_000)
  return number === null ? null : { step: number }
}

function promptIn(given: string, workingFolder: string): readonly [string, string] {
  const at = given.indexOf('=')
  if (at < 1) throw new UsageError(`--prompt must be NAME=TEXT, not ${JSON.stringify(given)}.`, 'what-if')
  const written = given.slice(at + 1)
  return [given.slice(0, at), written.startsWith('@') ? fileText(resolve(workingFolder, written.slice(1))) : written]
}

function fileText(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown)
    throw new UsageError(`The prompt can't be read from ${file}: ${why}`, 'what-if')
  }
}

function whole(name: string, argument: string | undefined, most: number): number | null {
  if (argument === undefined) return null
  const value = Number(argument)
  if (Number.isInteger(value) && value >= (name === 'seed' ? 0 : 1) && value <= most) return value
  throw new UsageError(`--${name} must be a whole number of at most ${most}.`, 'what-if')
}
