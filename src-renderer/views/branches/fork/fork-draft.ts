import type { ApprovalMode } from '../../../../src-shared/model/tool.ts'
import type { EditedAnswer, ForkRequest } from '../../../../src-shared/run/fork.ts'
import type { ModelSpan, ToolSpan } from '../../../../src-shared/run/view/run-view.ts'
import type { StrategyPick } from '../../../../src-shared/strategy/strategy-pick.ts'
import { callProblem, type DraftCall } from '../../../run/draft-call.ts'

export type ForkSpan = ModelSpan | ToolSpan
export type FilesChoice = 'keep' | 'restore' | 'copy'

/** The content of the dialog. */
export interface ForkDraft {
  /** The step is performed again, or the run continues with the answer in the dialog. */
  readonly step: 'anew' | 'answered'
  readonly text: string
  readonly calls: readonly DraftCall[]
  /** Null if unchanged. */
  readonly strategy: StrategyPick | null
  readonly roles: { readonly [role: string]: string } | null
  readonly approval: ApprovalMode | null
  readonly message: string
  readonly files: FilesChoice
}

export function forkDraft(span: ForkSpan): ForkDraft {
  const answer = answerOf(span)
  return {
    step: 'anew',
    text: answer.text,
    calls: answer.calls.map((call, key) => ({ key, ...call, arguments: indented(call.arguments) })),
    strategy: null,
    roles: null,
    approval: null,
    message: '',
    files: 'keep',
  }
}

/** The result of the step in an editable form. */
function answerOf(span: ForkSpan): EditedAnswer {
  if (span.kind === 'tool') return { text: span.result?.text ?? span.failure?.message ?? '', calls: [] }
  const calls = span.reply?.message.toolCalls ?? []
  return {
    text: span.reply?.message.text ?? span.text,
    calls: calls.map((call) => ({ tool: call.tool, arguments: call.arguments })),
  }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Whether the draft is valid. */
export function isSendable(draft: ForkDraft): boolean {
  return draft.step === 'anew' || draft.calls.every((call) => callProblem(call) === null)
}

/** Describes in one sentence how the run will continue: what is answered from the log, and what is not. */
export function forkText({ strategy, message, step }: ForkDraft): string {
  const fresh = strategy !== null || message.trim() !== ''
  const done = step === 'anew' ? 'repeats this step' : 'continues with the result below'
  if (fresh) return `The branch starts from the messages up to here and ${done}.`
  return `The branch reuses the earlier steps from the recording and ${done}.`
}

/** The request for the dialog's content. */
export function forkRequest(
  runId: string,
  span: ForkSpan,
  draft: ForkDraft,
  workspaceId: string | null | undefined,
): ForkRequest {
  const { text, calls, strategy, roles, approval, message } = draft
  const answer = {
    text,
    calls: span.kind === 'tool' ? [] : calls.map((call) => ({ tool: call.tool.trim(), arguments: call.arguments })),
  }
  return {
    runId,
    path: span.path,
    strategy,
    roles: roles === null ? {} : { ...roles },
    approval,
    message: message.trim() === '' ? null : message.trim(),
    answer: draft.step === 'answered' ? answer : null,
    ...(workspaceId === undefined ? {} : { workspaceId }),
  }
}
