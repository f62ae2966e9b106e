import { z } from 'zod'
import { agentUpdateEnd, agentUpdateOf } from '../agent-update.ts'
import type { StepSpan } from './run-view.ts'

const asked = z.object({ agent: z.string(), prompt: z.string() })

/** Who was prompted, and with what; null for another step. */
export const agentPrompt = ({ step, ask }: StepSpan) =>
  step === 'prompt-agent' ? (asked.safeParse(ask).data ?? null) : null

/** What an agent says, as far as it is there. */
export function saidText(span: StepSpan): string {
  const known = saidTexts.get(span)
  if (known !== undefined) return known
  const text = readSaid(span)
  saidTexts.set(span, text)
  return text
}
/** A span is replaced when it changes. */
const saidTexts = new WeakMap<StepSpan, string>()

function readSaid({ answer, said }: StepSpan): string {
  const end = agentUpdateEnd.safeParse(answer)
  return end.success && end.data !== null && 'text' in end.data ? end.data.text : (said ?? '')
}

/** What another agent does, or is asked, in one line; null for a step of the run itself. */
export function agentText(span: StepSpan): string | null {
  const prompt = agentPrompt(span)
  if (prompt !== null) return prompt.agent
  if (span.step !== 'agent-update') return null
  const update = agentUpdateOf(span.ask)
  switch (update?.kind) {
    case 'message':
    case 'thought':
      return saidText(span).replace(/\s+/g, ' ').trim().slice(0, 200)
    case 'plan':
      return `plan of ${update.entries.length}`
    case 'session':
      return update.how === 'new' ? 'new session' : 'session continued'
    case 'messages':
      return 'messages of the protocol'
    case undefined:
      return ''
  }
}
