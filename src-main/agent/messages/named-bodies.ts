import { assertNever } from '../../../src-shared/base/assert-never.ts'
import { imageRefs } from '../../../src-shared/mentions/image-marks.ts'
import { agentUpdateEnd } from '../../../src-shared/run/agent-update.ts'
import type { EventOf, StoredEvent } from '../../../src-shared/run/event.ts'
import type { MessageList } from '../../../src-shared/run/request-messages.ts'
import { listName, readLink } from './message-list.ts'

/** The bodies that events refer to, with the links of the lists that they refer to and the messages of these. */
export interface NamedBodies {
  /** Each link and what it refers to comes only with the first event that needs it, and a message before its link. */
  of(event: StoredEvent): readonly string[]
  /** Links that were come by. */
  readonly links: ReadonlySet<string>
}

/** The messages that another agent and the app sent each other. */
function agentMessagesIn({ step, outcome }: EventOf<'step-end'>): readonly string[] {
  const end = step === 'agent-update' && outcome.ok ? agentUpdateEnd.safeParse(outcome.value) : null
  return end?.success && end.data !== null && 'messages' in end.data ? [end.data.messages] : []
}

/** @param readBody null for a lost body: what it refers to is then unknown */
export function namedBodies(readBody: (ref: string) => string | null): NamedBodies {
  const links = new Set<string>()
  const inList = (list: MessageList): readonly string[] => {
    if (!('list' in list)) return list
    const found: (readonly string[])[] = []
    for (let at = listName(list); at !== null && !links.has(at); ) {
      const text = readBody(at)
      if (text === null) {
        found.push([at])
        break
      }
      const { before, added } = readLink(text)
      links.add(at)
      found.push([...added, at])
      at = before
    }
    return found.reverse().flat()
  }
  /** Of the run's own message, and of those of earlier turns, which come before it. */
  const imagesIn = ({ task, forkedFrom }: EventOf<'run-start'>, history: readonly string[]): readonly string[] => {
    const own = task.attached?.flatMap(({ ref }) => ref ?? []) ?? []
    const refs = [...history, ...(forkedFrom?.messages ?? [])]
    const marked = refs.flatMap((ref) => imageRefs(readBody(ref) ?? '')).filter((ref) => readBody(ref) !== null)
    return [...own, ...marked]
  }
  const resultImages = ({ outcome }: EventOf<'tool-end'>): readonly string[] =>
    outcome.ok ? marksIn(outcome.value.text) : []
  const marksIn = (text: string): readonly string[] => imageRefs(text).filter((ref) => readBody(ref) !== null)
  return {
    links,
    of: (event) => {
      switch (event.type) {
        case 'run-start': {
          const history = inList(event.history)
          return [
            ...imagesIn(event, history),
            ...history,
            ...('setup' in event.task ? [event.task.setup] : []),
            ...(event.prompts === undefined ? [] : [event.prompts]),
            ...(event.forkedFrom?.messages ?? []),
          ]
        }
        case 'step-end':
          return event.step === 'inbox' ? marksIn(JSON.stringify(event.outcome)) : agentMessagesIn(event)
        case 'model-start':
          return [...event.messages.refs, event.tools]
        case 'pause-ask':
          return event.step.type === 'model-start' ? [...event.step.messages.refs, event.step.tools] : []
        case 'pause-answer':
          return event.edit?.kind !== 'request'
            ? []
            : [event.edit.ref, ...(event.edit.was === undefined ? [] : [event.edit.was])]
        case 'tool-end':
          return [...(event.body.kind === 'stored' ? [event.body.ref] : []), ...resultImages(event)]
        case 'run-end':
          return [...event.messages, ...(event.summary === undefined ? [] : [event.summary.text])]
        case 'approval-answer':
        case 'approval-ask':
        case 'branches-end':
        case 'branches-start':
        case 'child-end':
        case 'child-start':
        case 'files':
        case 'files-step':
        case 'model-end':
        case 'model-retry':
        case 'model-try-now':
        case 'notice':
        case 'phase-end':
        case 'phase-start':
        case 'run-resume':
        case 'step-start':
        case 'tool-begin':
        case 'tool-start':
        case 'unknown':
          return []
        default:
          return assertNever(event)
      }
    },
  }
}
