import type { PermissionOption, RequestPermissionRequest } from '@agentclientprotocol/sdk'
import { z } from 'zod'
import { type Question, question, unanswered } from '../../src-shared/model/question.ts'
import type { ApprovalAsk } from '../../src-shared/model/tool.ts'
import type { RunItem } from '../../src-shared/run/event.ts'
import { stopAnswer, wrapUpAnswer } from '../../src-shared/run/limit-question.ts'
import { callIdOf } from './run-updates.ts'
import { askContent, inCopy, type ShownFiles, textContent } from './tool-content.ts'

/** What a run waits for, and how its answers are put to an editor. */
export type Asked =
  | { readonly kind: 'approval'; readonly path: string; readonly ask: ApprovalAsk }
  | { readonly kind: 'question'; readonly path: string; readonly question: Question }

const stepAsk = z.object({ question })

/** The question that an item of a run's log asks; null if it asks none. */
export function askedBy(item: RunItem): Asked | null {
  if (item.kind !== 'event') return null
  const { event } = item
  if (event.type === 'approval-ask') return { kind: 'approval', path: event.path, ask: event.ask }
  if (event.type !== 'step-start' || event.step !== 'ask-user') return null
  const read = stepAsk.safeParse(event.ask)
  return read.success ? { kind: 'question', path: event.path, question: read.data.question } : null
}

/** The path of a question that was answered, or that nobody waits for any more; null for other items. */
export function settledBy(item: RunItem): string | null {
  if (item.kind !== 'event') return null
  const { event } = item
  return event.type === 'approval-answer' || event.type === 'tool-end' || event.type === 'step-end' ? event.path : null
}

export function permissionRequest(
  sessionId: string,
  runId: string,
  asked: Asked,
  files: ShownFiles,
): RequestPermissionRequest {
  const toolCallId = callIdOf(runId, asked.path)
  if (asked.kind === 'approval') {
    const { ask } = asked
    const toolCall = {
      toolCallId,
      title: inCopy(askTitle(ask), files),
      status: 'pending' as const,
      content: askContent(ask, files),
    }
    return { sessionId, toolCall, options: approvalOptions(ask) }
  }
  const content = [textContent(questionText(asked.question))]
  const title = firstLine(asked.question.question)
  return {
    sessionId,
    toolCall: { toolCallId, title, kind: 'other', status: 'pending', content },
    options: questionOptions(asked.question),
  }
}

/** A question with the plan that it is about. */
export function questionText({ question: text, plan = [] }: Question): string {
  const steps = plan.map(({ goal, done }, index) => `${index + 1}. ${goal}\n   Done when: ${done}`).join('\n')
  return steps === '' ? text : `${steps}\n\n${text}`
}

/** The beginning of a text, for a title. */
export const firstLine = (text: string): string => text.trim().split('\n')[0] ?? ''

/** Editors put it in place of the call's own title, so it must be one: the command, or `Edit src/total.js`. */
const askTitle = ({ effect, title, subject }: ApprovalAsk): string =>
  effect === 'command' ? `\`${subject}\`` : title.replace(/\?$/, '')

function approvalOptions({ rule }: ApprovalAsk): PermissionOption[] {
  const always: PermissionOption[] =
    rule === null ? [] : [{ optionId: 'always', name: `Always allow ${rule.pattern}`, kind: 'allow_always' }]
  return [
    { optionId: 'allow', name: 'Allow', kind: 'allow_once' },
    ...always,
    { optionId: 'deny', name: 'Reject', kind: 'reject_once' },
  ]
}

/** Answers that go on are allowed, those that end or refuse something are rejected: editors color them so. */
function questionOptions(asked: Question): PermissionOption[] {
  const all = asked.options.map((name, index) => ({
    optionId: `answer-${index}`,
    name,
    kind: refuses(asked, name, index) ? ('reject_once' as const) : ('allow_once' as const),
  }))
  return asked.openEnded ? [...all, { optionId: 'none', name: 'No answer', kind: 'reject_once' }] : all
}

function refuses({ plan, limit, form }: Question, option: string, index: number): boolean {
  if (limit !== undefined) return option === wrapUpAnswer || option === stopAnswer
  return (plan !== undefined || form !== undefined) && index === 0
}

const selected = z.object({ outcome: z.object({ outcome: z.literal('selected'), optionId: z.string() }) })

/** The id of the option that a response to a permission request chooses; null if it chooses none, or is malformed. */
export const chosenOption = (response: unknown): string | null =>
  selected.safeParse(response).data?.outcome.optionId ?? null

/** The answer to an approval; everything that is not clearly allowed is refused. */
export const approvalDecision = (optionId: string | null): 'allow' | 'always' | 'deny' =>
  optionId === 'allow' || optionId === 'always' ? optionId : 'deny'

/** The answer to a question. @param couldAsk whether the editor has put it to its user */
export function questionAnswer(asked: Question, optionId: string | null, couldAsk: boolean): string {
  const at = /^answer-(\d+)$/.exec(optionId ?? '')?.[1]
  return asked.options[Number(at ?? -1)] ?? unanswered(asked, couldAsk ? 'dismissed' : 'nobody')
}
