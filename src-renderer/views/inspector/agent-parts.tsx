import { z } from 'zod'
import { listed } from '../../../src-shared/base/format.ts'
import { type AgentUpdate, agentAnswer, agentStepOf, agentUpdateOf } from '../../../src-shared/run/agent-update.ts'
import { costText, tokenCountText } from '../../../src-shared/run/totals-text.ts'
import { spentBy } from '../../../src-shared/run/use.ts'
import { saidText } from '../../../src-shared/run/view/agent-text.ts'
import type { RunView, StepSpan } from '../../../src-shared/run/view/run-view.ts'
import { AgentMessages } from './agent-messages.tsx'
import { LongText } from './long-text.tsx'
import type { PartProps } from './part-props.ts'
import { Section } from './section.tsx'

const asked = z.object({ agent: z.string(), prompt: z.string(), before: z.string().default('') })

/** What is known of a prompt to another agent, for the list of facts; what it does not report is said so. */
export function promptFacts(view: RunView, span: StepSpan): readonly (readonly [string, string | null])[] {
  const session = sessionOf(view, span.path)
  const answer = agentAnswer.safeParse(span.answer).data
  const use = spentBy(span)
  const isOpen = span.endMs === null
  return [
    ['Program', session?.name || null],
    ['Session', session === null ? null : session.how === 'new' ? 'new' : 'continued'],
    ['Model', session?.model ?? null],
    ['Mode', session?.mode ?? null],
    ['MCP servers', session?.servers === undefined ? null : listed(session.servers)],
    // An end as usual needs no word.
    ['Ended', answer === undefined || answer.stopReason === 'end_turn' ? null : answer.stopReason.replaceAll('_', ' ')],
    ['Tokens', use === null ? null : tokenCountText(use, isOpen)],
    ['Cost', use === null ? null : costText(use, isOpen)],
    ['Undone', answer === undefined || answer.undone.length === 0 ? null : listed(answer.undone)],
  ]
}

/** The last session that the prompt was sent to: a resumed run may have opened another. */
function sessionOf({ spans }: RunView, path: string): Extract<AgentUpdate, { kind: 'session' }> | null {
  const found = spans.findLast(
    (span) => span.kind === 'step' && agentUpdateOf(span.ask)?.kind === 'session' && agentStepOf(span.path) === path,
  )
  const update = found?.kind === 'step' ? agentUpdateOf(found.ask) : null
  return update?.kind === 'session' ? update : null
}

/** A prompt to another agent: what it was told, what it said last, and the messages of the protocol. */
export function PromptSections({ view, span }: Omit<PartProps<StepSpan>, 'run'>) {
  const { data } = asked.safeParse(span.ask)
  const answer = agentAnswer.safeParse(span.answer).data
  return (
    <>
      {data !== undefined && <TextSection title="Prompt" text={data.prompt} />}
      {data !== undefined && <TextSection title="Told before" text={data.before} />}
      {answer !== undefined && <TextSection title="Last message" text={answer.text} />}
      <AgentMessages view={view} path={span.path} />
    </>
  )
}

/** What another agent said, thought or planned. */
export function UpdateSections({ span }: { readonly span: StepSpan }) {
  const update = agentUpdateOf(span.ask)
  switch (update?.kind) {
    case 'message':
      return <TextSection title="Message" text={saidText(span)} />
    case 'thought':
      return <TextSection title="Thought" text={saidText(span)} />
    case 'plan': {
      const lines = update.entries.map(({ content, status }) => `[${marks[status]}] ${content}`)
      return <TextSection title="Plan" text={lines.join('\n')} />
    }
    case 'session':
    case 'messages':
    case undefined:
      return null
  }
}

const marks = { pending: ' ', in_progress: '~', completed: 'x' } as const

function TextSection({ title, text }: { readonly title: string; readonly text: string }) {
  if (text === '') return null
  return (
    <Section title={title} copy={text}>
      <LongText text={text} />
    </Section>
  )
}
