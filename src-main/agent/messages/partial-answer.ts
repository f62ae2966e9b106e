import { estimatedUsage } from '../../../src-shared/model/estimated-usage.ts'
import type { Usage } from '../../../src-shared/model/message.ts'
import type { EventOf } from '../../../src-shared/run/event.ts'

/** What has come so far of an answer that a model is writing. */
export interface PartialAnswer {
  readonly text: string
  readonly reasoning: string
  /** Characters of tool calls, which are dropped: a call that is cut off never runs. */
  readonly calls: number
  /** ms from the request to the first part. */
  readonly firstTokenMs: number | null
}

export const noAnswer: PartialAnswer = { text: '', reasoning: '', calls: 0, firstTokenMs: null }

/** What the log keeps of an answer that was cut off. */
export function keptOf({ text, reasoning }: PartialAnswer): Pick<EventOf<'model-end'>, 'said' | 'thought'> {
  return {
    ...(text.trim() !== '' && { said: text }),
    ...(reasoning.trim() !== '' && { thought: reasoning }),
  }
}

/** What it used at least, where nobody else can say. @param sent characters of the request */
export const usedBy = ({ text, reasoning, calls }: PartialAnswer, sent: number): Usage =>
  estimatedUsage(sent, text.length + reasoning.length + calls)
