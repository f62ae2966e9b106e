import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ApprovalMode } from '../../../src-shared/model/tool.ts'
import type { EditedAnswer } from '../../../src-shared/run/fork.ts'
import { readRegular } from '../../host/data-folder/regular-file.ts'
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
import { type FilesWay, readFilesWay } from './files-way.ts'
import { UsageError } from './usage.ts'
import { answerForm, readWritten } from './written-answer.ts'

/** Bytes. */
const largestAnswer = 10_000_000

export interface ForkArguments extends ModelArguments, ProcessArguments {
  readonly command: 'fork'
  readonly run: string
  /** Path of the step. */
  readonly at: string
  /** Null: the same. */
  readonly strategy: StrategyArgument
  /** Null: as it was. */
  readonly approval: ApprovalMode | null
  readonly answer: EditedAnswer | null
  readonly message: string | null
  readonly json: boolean
  /** What becomes of the files first; null: those of that step, if nobody else changed them since. */
  readonly files: FilesWay | null
}

const options = {
  at: text,
  strategy: text,
  options: text,
  ...modelOptions,
  approve: text,
  ...processOptions,
  answer: text,
  files: text,
  json: flag,
} as const

/** @throws UsageError if it can't be understood */
export function readFork(args: string[], workingFolder: string): ForkArguments {
  const { values, positionals } = parse('fork', args, options)
  const [run, ...more] = positionals
  if (run === undefined) throw new UsageError('RUN is missing.', 'fork')
  if (values.at === undefined) throw new UsageError('--at STEP is missing. `agent show RUN` lists the steps.', 'fork')
  if (values.strategy === undefined && values.options !== undefined)
    throw new UsageError('--options requires --strategy.', 'fork')
  const message = more.length === 0 ? null : onlyOne(more, 'fork', '"MESSAGE"')
  if (message?.trim() === '') throw new UsageError('The message is empty.', 'fork')
  return {
    command: 'fork',
    run,
    at: values.at,
    strategy: readStrategy(values.strategy, readOptions(values.options)),
    ...readModels(values, 'fork'),
    approval: values.approve === undefined ? null : readApproval(values.approve),
    ...readProcess(values, 'fork'),
    answer: values.answer === undefined ? null : readAnswer(values.answer, workingFolder),
    message,
    json: values.json ?? false,
    files: readFilesWay(values.files, 'fork'),
  }
}

/**
 * A file's name or the text itself; JSON with `text` or `calls` is an answer that calls tools.
 * @throws UsageError if it begins as such an answer and is none
 */
export function readAnswer(value: string, workingFolder: string): EditedAnswer {
  const read = readWritten(fileText(value, workingFolder) ?? value)
  if (read === null)
    throw new UsageError(`--answer looks like an answer with tool calls, but is none. It is ${answerForm}.`, 'fork')
  return read
}

/** Null if there is no such file: then the text itself is the answer. */
function fileText(value: string, workingFolder: string): string | null {
  const path = resolve(workingFolder, value)
  return isThere(path) ? readRegular(path, largestAnswer) : null
}

/** A word may also be the name of a folder; a long answer is the name of nothing. */
function isThere(path: string): boolean {
  return existsSync(path) && !statSync(path).isDirectory()
}
