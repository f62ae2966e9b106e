/**
 * The types that authors see against the app's own: this file is here to be compiled. A step, an answer or a part
 * of the task that changes in the source and not in `stratagem.d.ts` (or the other way) is an error of types here.
 */
/// <reference path="../../resources/strategies/stratagem.d.ts" />
import type * as author from 'stratagem'
import type * as machine from '../../src-main/strategy/from-machine.ts'
import type * as messages from '../../src-main/strategy/messages.ts'
import type * as outcomes from '../../src-main/strategy/outcome.ts'
import type * as steps from '../../src-main/strategy/steps.ts'
import type { Failure } from '../../src-shared/base/failure.ts'
import type { Message, ModelReply, ToolCall } from '../../src-shared/model/message.ts'
import type { Question } from '../../src-shared/model/question.ts'
import type { ToolInfo, ToolLimits, ToolResult } from '../../src-shared/model/tool.ts'
import type { Outcome } from '../../src-shared/strategy/strategy-info.ts'
import type { Task } from '../../src-shared/strategy/task.ts'

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never
type Answer<F> = F extends (...words: never[]) => Generator<unknown, infer T, unknown> ? T : never
type Asked<F> = F extends (...words: infer W) => unknown ? W : never
type SameStep<A, B> = Same<Answer<A>, Answer<B>> & (Asked<A> extends Asked<B> ? true : never)

type Vocabulary = typeof steps
type Named = { readonly [K in keyof Vocabulary]: Vocabulary[K] extends AnyStep ? K : never }[keyof Vocabulary]
type AnyStep = (...words: never[]) => Generator<unknown, unknown, unknown>
/**
 * Every name of a step of ours but `think`, which no author sees, and those whose answer is what their routine returns.
 */
type StepName = Exclude<Named, 'think' | 'all' | 'phase' | 'inCopy'>

export const sameSteps: { readonly [K in StepName]: SameStep<(typeof author)[K], (typeof steps)[K]> } = {
  callModel: true,
  runTool: true,
  executeTools: true,
  recordOwnTool: true,
  askUser: true,
  snapshot: true,
  restore: true,
  changes: true,
  check: true,
  random: true,
  readClock: true,
  promptAgent: true,
  inbox: true,
  note: true,
  delegate: true,
}

export const sameData: readonly [
  Same<author.Task, Task>,
  Same<author.Outcome, Outcome>,
  Same<author.Message, Message>,
  Same<author.ModelReply, ModelReply>,
  Same<author.ToolCall, ToolCall>,
  Same<author.ToolInfo, ToolInfo>,
  Same<author.ToolResult, ToolResult>,
  Same<author.ToolLimits, ToolLimits>,
  Same<author.Failure, Failure>,
  Same<author.Question, Question>,
  Same<author.Work, outcomes.Work>,
  Same<Parameters<typeof author.resultMessage>, Parameters<typeof messages.resultMessage>>,
  Same<author.Move<number>['next'], machine.Move<number>['next']>,
] = [true, true, true, true, true, true, true, true, true, true, true, true, true]

type OwnValues = author.FieldValues<{
  readonly names: author.Field<readonly string[]>
  readonly kind: author.Field<'a' | 'b' | null>
}>
/** The value of an author's own tool has the types of its fields. */
export const sameValues: Same<OwnValues, { readonly names: readonly string[]; readonly kind: 'a' | 'b' | null }> = true
