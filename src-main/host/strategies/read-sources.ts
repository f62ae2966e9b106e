import { posix } from 'node:path'
import type { Failure } from '../../../src-shared/base/failure.ts'
import type { StrategyInfo } from '../../../src-shared/strategy/strategy-info.ts'
import type { IsolateTexts } from '../../isolate/protocol.ts'
import { readStrategy, type SourceFile, versionOf } from '../../isolate/read-strategy.ts'
import type { Registered } from '../../strategy/registered.ts'

/** A file with its result: a strategy, or a placeholder that says what is wrong. */
export interface ReadSource {
  readonly file: string
  readonly version: number
  readonly strategy: Registered
  readonly problem: Failure | null
}

export type SourceKind = NonNullable<StrategyInfo['source']>['kind']

/** Maximum characters of a strategy file. */
export const maxSource = 1_000_000

/**
 * Compiles files to strategies. One that is broken, or whose name is taken, does not affect others.
 * @param known earlier results: unchanged files are reused
 * @param others strategies whose names are already taken
 */
export async function readSources(
  sources: readonly SourceFile[],
  kind: SourceKind,
  known: readonly ReadSource[],
  others: readonly StrategyInfo[],
  texts: () => IsolateTexts,
): Promise<ReadSource[]> {
  const read: ReadSource[] = []
  for (const source of sources) {
    const before = known.find((each) => each.file === source.file)
    const taken = [...others, ...read.map((each) => each.strategy.info)]
    read.push(await readOne(source, kind, before, taken, texts))
  }
  return read
}

async function readOne(
  { file, text }: SourceFile,
  kind: SourceKind,
  before: ReadSource | undefined,
  taken: readonly StrategyInfo[],
  texts: () => IsolateTexts,
): Promise<ReadSource> {
  const version = versionOf(text)
  const holder = (name: string) => taken.find((info) => info.name === name)
  const clashes = before !== undefined && holder(before.strategy.info.name) !== undefined
  if (before?.version === version && !clashes && before.problem?.kind !== 'options-invalid') return before
  const found = text.length > maxSource ? tooLarge(file) : await readStrategy({ file, text }, texts(), undefined, kind)
  const name = found.ok ? found.strategy.info.name : (before?.strategy.info.name ?? posix.basename(file, '.ts'))
  const other = holder(name)
  if (found.ok && other === undefined) return { file, version, strategy: found.strategy, problem: null }
  const problem = found.ok ? nameTaken(file, name, other) : found.failure
  const same = before?.version === version && before.problem?.message === problem.message
  if (same) return before
  return {
    file,
    version,
    strategy: unusableStrategy(other === undefined ? name : file, { kind, file }, problem),
    problem,
  }
}

const tooLarge = (file: string) => ({
  ok: false as const,
  failure: {
    kind: 'strategy-broke' as const,
    message: `The strategy in ${file} can’t be used: the file is larger than 1 MB.`,
    advice: 'Make it smaller.',
  },
})

function nameTaken(file: string, name: string, other: StrategyInfo | undefined): Failure {
  return {
    kind: 'options-invalid',
    message: `The strategy in ${file} can’t be used: ${whose(name, other?.source)}.`,
    advice: 'Rename it in the file and save.',
  }
}

function whose(name: string, source: StrategyInfo['source']): string {
  if (source === undefined) return `there is a built-in strategy named ${name}`
  if (source.kind === 'imported') return `an imported run has one named ${name}`
  if (source.kind === 'user') return `you already have one named ${name}, in ${source.file}`
  return `this project has another one named ${name}, in ${source.file}`
}

/** A list entry for a file that can't be used; choosing it fails with the reason. */
export const unusableStrategy = (
  name: string,
  source: NonNullable<StrategyInfo['source']>,
  problem: Failure,
): Registered => ({
  info: {
    name,
    title: posix.basename(source.file),
    summary: problem.message,
    version: 0,
    wrapper: false,
    optionsSchema: {},
    roles: [],
    phases: [],
    source,
    problem,
  },
  build: () => ({ ok: false, failure: problem }),
})
