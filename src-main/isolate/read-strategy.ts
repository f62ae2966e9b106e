import { createHash } from 'node:crypto'
import { type Failure, FailureError } from '../../src-shared/base/failure.ts'
import { type JsonObject, json } from '../../src-shared/base/json.ts'
import { defaultTexts, type PromptBook, type PromptTexts } from '../../src-shared/strategy/prompts.ts'
import type { Outcome, StrategyInfo } from '../../src-shared/strategy/strategy-info.ts'
import { loopPromptsIn } from '../strategy/prompt-book.ts'
import { type Registered, registered } from '../strategy/registered.ts'
import { type Routine, type Strategy, think } from '../strategy/steps.ts'
import { type Definition, definition, optionsSchema, vocabularyOf } from './definition.ts'
import { openIsolate } from './isolate.ts'
import { defaultLimits, type Limits } from './limits.ts'
import type { Begin, IsolateTexts } from './protocol.ts'
import { openEngine } from './run-engines.ts'
import { strategyBroke, strategyThrew } from './strategy-error.ts'
import { rootRoutine } from './user-routine.ts'
import { statedVersion, vocabularyProblem } from './vocabulary-version.ts'

export type ReadStrategy =
  | { readonly ok: true; readonly strategy: Registered }
  | { readonly ok: false; readonly failure: Failure }

export interface SourceFile {
  /** The file name without a folder, used in errors. */
  readonly file: string
  readonly text: string
}

/**
 * Compiles a user's file, reads its definition, and makes it a strategy like any other. Never rejects.
 * @param kind whether it is the user's own, part of a project or imported
 */
export async function readStrategy(
  { file, text }: SourceFile,
  texts: IsolateTexts,
  limits: Limits = defaultLimits,
  kind: NonNullable<StrategyInfo['source']>['kind'] = 'user',
): Promise<ReadStrategy> {
  const isolate = openIsolate(texts, limits, 'read')
  try {
    const reply = await isolate.ask({ kind: 'read', file, text })
    if (reply.kind !== 'read')
      return unread(file, vocabularyProblem(text, statedVersion(text)) ?? (reply.kind === 'broken' ? reply : nonsense))
    const defined: unknown = JSON.parse(reply.definition)
    const problem = vocabularyProblem(text, vocabularyOf(defined))
    if (problem !== null) return unread(file, problem)
    const parsed = definition.safeParse(defined)
    if (!parsed.success) {
      const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'the definition'}: ${issue.message}`)
      return unread(file, { message: `its definition does not fit: ${wrong.join('; ')}`, line: 0 })
    }
    const made = { definition: parsed.data, version: versionOf(text), source: { kind, file } }
    return { ok: true, strategy: { ...fromIsolate(made, reply.code, texts, limits), text } }
  } finally {
    isolate.close()
  }
}

const nonsense = { message: 'its engine returned an invalid message', line: 0 }

interface Unread {
  readonly message: string
  readonly line: number
  readonly advice?: string
}

function unread(file: string, { message, line, advice }: Unread): ReadStrategy {
  const where = line > 0 ? `${file}, line ${line}` : file
  const failure: Failure = {
    kind: 'strategy-broke',
    message: `The strategy in ${where} can’t be used: ${message.replace(/^Error: /, '').replace(/\.$/, '')}.`,
    advice: advice ?? 'Fix the file and save it. It is reloaded automatically.',
  }
  return { ok: false, failure }
}

/** The first 48 bits of the source's SHA-256: for a resumed run, a changed source is a different strategy. */
export const versionOf = (text: string): number =>
  Number.parseInt(createHash('sha256').update(text).digest('hex').slice(0, 12), 16)

interface Made {
  readonly definition: Definition
  readonly version: number
  readonly source: NonNullable<StrategyInfo['source']>
}

function fromIsolate({ definition: parsed, version, source }: Made, code: string, texts: IsolateTexts, limits: Limits) {
  const { file } = source
  const build = (options: JsonObject, inner: Strategy | null, changed: PromptTexts = {}, book?: PromptBook): Strategy =>
    function* (task): Routine<Outcome> {
      const prompts = { ...defaultTexts(parsed.prompts), ...changed }
      const begin: Begin = { options, prompts, task: json.parse(task), wraps: inner !== null }
      // A thread is started where the run may have effects: in a thought, not in the strategy's own code.
      const { engine, reply } = yield* think(async (stop) => {
        const opened = openEngine(stop, texts, limits)
        return { engine: opened, reply: await opened.begin(file, code, JSON.stringify(begin)) }
      })
      try {
        if (reply.kind === 'threw') throw strategyThrew(reply, { file, step: '' })
        if (reply.kind !== 'begun') throw new FailureError(brokenAtStart(file, reply))
        return yield* rootRoutine(
          { name: parsed.name, file, engine, inner, prompts: loopPromptsIn(book) },
          reply.routine,
        )
      } finally {
        engine.close()
      }
    }
  const options = optionsSchema(parsed.options)
  return registered({ ...parsed, options, version, build }, source)
}

function brokenAtStart(
  file: string,
  reply: { readonly kind: string; readonly message?: string; readonly line?: number },
) {
  return strategyBroke({ file, step: '' }, reply.line ?? 0, reply.message ?? nonsense.message)
}
