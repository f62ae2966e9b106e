import { bindPrompts, defaultTexts, type PromptBook } from '../../src-shared/strategy/prompts.ts'
import { type LoopPrompts, loopPrompts, type SubmissionPrompts, submissionPrompts } from './loop/loop-prompts.ts'
import type { Registered } from './registered.ts'

/** The name under which a book has the prompts of loops that users' strategies run. No strategy is called that. */
const loops = ' loops'
const table = { ...loopPrompts, ...submissionPrompts }

/**
 * The default prompts of the app's own strategies, for the log of a run: it is replayed with them even after a later
 * version of the app has other ones. Users' strategies are not among them: a changed file is another version.
 */
export const bookOf = (builtIn: readonly Registered[]): PromptBook => ({
  ...Object.fromEntries(
    builtIn.map(({ info }) => [
      info.name,
      Object.fromEntries((info.prompts ?? []).map(({ name, text }) => [name, text])),
    ]),
  ),
  [loops]: defaultTexts(table),
})

/** The prompts of loops that users' strategies run. */
export const loopPromptsIn = (book: PromptBook = {}): LoopPrompts & SubmissionPrompts => bindPrompts(table, book[loops])
