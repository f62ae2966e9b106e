import { useState } from 'react'
import { agentStepOf, agentUpdateEnd } from '../../../src-shared/run/agent-update.ts'
import type { RunView } from '../../../src-shared/run/view/run-view.ts'
import { useAnswer } from '../../stores/server-cache/use-answer.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { FailureAlert } from '../../widgets/feedback/alert.tsx'
import { Skeleton } from '../../widgets/feedback/skeleton.tsx'
import { LongText } from './long-text.tsx'
import { Section } from './section.tsx'

/** The messages that the app and another agent sent each other; read when they are opened. */
export function AgentMessages({ view, path }: { readonly view: RunView; readonly path: string }) {
  const ref = messagesOf(view, path)
  const [open, setOpen] = useState(false)
  const { answer: read } = useAnswer('body-read', open && ref !== null ? { ref } : null)
  if (ref === null) return null
  const text = read.state === 'ready' && read.value.kind === 'text' ? read.value.text : ''
  return (
    <Section title="Protocol messages" copy={text === '' ? undefined : text}>
      {!open && (
        <Button small onClick={() => setOpen(true)}>
          Show messages
        </Button>
      )}
      {open && read.state === 'loading' && <Skeleton lines={3} />}
      {open && read.state === 'failed' && <FailureAlert failure={read.failure} bare />}
      {text !== '' && <LongText text={text} />}
    </Section>
  )
}

function messagesOf({ spans }: RunView, path: string): string | null {
  const found = spans.flatMap((span) => {
    if (span.kind !== 'step' || span.step !== 'agent-update' || agentStepOf(span.path) !== path) return []
    const end = agentUpdateEnd.safeParse(span.answer)
    return end.success && end.data !== null && 'messages' in end.data ? [end.data.messages] : []
  })
  return found.at(-1) ?? null
}
