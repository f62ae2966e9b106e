import type { SessionUpdate, ToolCallContent, ToolCallStatus } from '@agentclientprotocol/sdk'
import { z } from 'zod'
import { formatDuration } from '../../src-shared/base/format.ts'
import type { ToolCall } from '../../src-shared/model/message.ts'
import type { ToolEffect } from '../../src-shared/model/tool.ts'
import type { EventOf, Live, RunItem, StoredEvent } from '../../src-shared/run/event.ts'
import { argumentsOf } from '../../src-shared/run/tool-subject.ts'
import { messageChunks } from './message-chunks.ts'
import { isPlanCall, planEntries } from './plan-entries.ts'
import {
  askContent,
  fenced,
  inCopy,
  kindOf,
  locationsOf,
  resultContent,
  type ShownFiles,
  textContent,
  titleOf,
} from './tool-content.ts'

export interface RunUpdatesOptions {
  readonly runId: string
  readonly files: ShownFiles
  /** Tokens that the model of a profile takes; 0 if that is not known. */
  readonly windowOf: (profileId: string) => number
  /** US dollars of the session's earlier runs; null if that is not known. */
  readonly spentBefore: number | null
}

/** What an editor is shown of a run. */
export interface RunUpdates {
  /** The files that a step works on. */
  filesAt(path: string): ShownFiles
  take(item: RunItem): SessionUpdate[]
  /** Ends what is still shown as open: the run is no longer worked on. */
  close(): SessionUpdate[]
}

/** The id that an editor knows a step by. */
export const callIdOf = (runId: string, path: string): string => `${runId}:${path}`

const check = z.object({ command: z.string() })
const checked = z.object({ exitCode: z.number().nullable(), output: z.string() })
const note = z.object({ title: z.string() })
const asked = z.object({ question: z.object({ question: z.string() }) })

/** Longest tail of a running command's output that is sent, characters. */
const maxTail = 4000

/**
 * The updates of a session that a run's log and live state stand for; the same for a run that is watched and one that is
 * loaded.
 *
 * 1. What models say on the main line of a run is its messages; what they say in branches and in sub-agents is thoughts,
 *    since an editor has one column. If the run's answer was not the last message, it follows at the end.
 * 2. A phase is a heading among the messages: editors show no other structure in every view they have.
 * 3. What is not on the main line is sent when it is whole: parallel streams would be mixed word by word. What works in
 *    a copy is named, and its edits are shown as text, not as changes of the project.
 * 4. A call's output is sent in growing steps, and only its tail: no work per character grows with the output.
 */
export function runUpdates({ runId, files, windowOf, spentBefore }: RunUpdatesOptions): RunUpdates {
  const chunks = messageChunks()
  const plan = planEntries()
  const inner = new Set<string>()
  const calls = new Map<string, { readonly call: ToolCall; readonly effect: ToolEffect }>()
  const shown = new Set<string>()
  const open = new Set<string>()
  const outputs = new Map<string, { all: string; sent: number }>()
  const phases = new Map<string, string>()
  const copies = new Map<string, string>()
  const models = new Map<string, string>()
  let spent = spentBefore
  let lastText = ''

  const idOf = (path: string) => callIdOf(runId, path)
  const isInner = (path: string) =>
    path.includes('/') || [...inner].some((child) => path === child || path.startsWith(`${child}.`))
  const channelOf = (path: string) => (isInner(path) ? 'agent_thought_chunk' : 'agent_message_chunk')
  const filesAt = (path: string): ShownFiles => {
    const copy = [...copies].find(([phase]) => path.startsWith(`${phase}.`))?.[1]
    return copy === undefined ? files : { ...files, copy }
  }
  const say = (path: string, text: string) => chunks.part(channelOf(path), idOf(path), text)
  const think = (id: string, text: string) => chunks.part('agent_thought_chunk', `${runId}:${id}`, text)

  function call(path: string, more: { title: string; content?: ToolCallContent[] } & Partial<Call>): SessionUpdate[] {
    chunks.interrupt()
    open.add(path)
    if (shown.has(path)) return update(path, { ...more, status: 'pending' })
    shown.add(path)
    return [{ sessionUpdate: 'tool_call', toolCallId: idOf(path), status: 'pending', ...more }]
  }

  function update(path: string, more: Partial<Call> & { content?: ToolCallContent[] }): SessionUpdate[] {
    if (!shown.has(path)) return []
    chunks.interrupt()
    if (more.status === 'completed' || more.status === 'failed') open.delete(path)
    return [{ sessionUpdate: 'tool_call_update', toolCallId: idOf(path), ...more }]
  }

  function toolStart({ path, call: asked, effect }: EventOf<'tool-start'>): SessionUpdate[] {
    calls.set(path, { call: asked, effect })
    if (isPlanCall(asked)) return []
    const rawInput = argumentsOf(asked) ?? { arguments: asked.arguments }
    const title = inCopy(titleOf(asked, effect), filesAt(path))
    return call(path, { title, kind: kindOf(asked, effect), locations: locationsOf(asked, filesAt(path)), rawInput })
  }

  function toolEnd({ path, outcome, body }: EventOf<'tool-end'>): SessionUpdate[] {
    const known = calls.get(path)
    outputs.delete(path)
    if (!outcome.ok) return update(path, { status: 'failed', content: [textContent(outcome.failure.message)] })
    const { value } = outcome
    const planned = known === undefined ? [] : plan.called(known.call, value)
    const status: ToolCallStatus = value.ok ? 'completed' : 'failed'
    // What a strategy's own tools return is data.
    const isData = known?.effect === 'own' && value.text.startsWith('{')
    const content = isData ? [textContent(fenced(value.text))] : resultContent(body, value.text, filesAt(path))
    return [...update(path, { status, content }), ...planned]
  }

  function modelEnd({ path, outcome, cost }: EventOf<'model-end'>): SessionUpdate[] {
    spent = spent === null || cost === null ? null : spent + cost
    if (!outcome.ok) {
      // The answer of a run that was stopped is what had been said until then.
      lastText = chunks.sent('agent_message_chunk', idOf(path)) || lastText
      return []
    }
    const { message, usage } = outcome.value
    const text = message.text.trim() === '' ? '' : inCopy(message.text, filesAt(path))
    const said = [
      ...chunks.rest('agent_thought_chunk', `${idOf(path)}:thought`, message.reasoning),
      ...chunks.rest(channelOf(path), idOf(path), text),
    ]
    if (isInner(path)) return said
    if (text !== '') lastText = text
    const size = windowOf(models.get(path) ?? '')
    return size === 0 ? said : [...said, usageUpdate(usage.input + usage.output, size, spent)]
  }

  function stepStart({ path, step, ask }: EventOf<'step-start'>): SessionUpdate[] {
    if (step === 'note') {
      const title = note.safeParse(ask).data?.title
      return title === undefined ? [] : think(path, sentenceCase(title))
    }
    if (step === 'check') {
      const command = check.safeParse(ask).data?.command ?? ''
      return call(path, { title: `\`${command}\``, kind: 'execute', rawInput: { command } })
    }
    const question = step === 'ask-user' ? asked.safeParse(ask).data?.question.question : undefined
    return question === undefined ? [] : call(path, { title: question, kind: 'other' })
  }

  function stepEnd({ path, outcome }: EventOf<'step-end'>): SessionUpdate[] {
    if (!outcome.ok) return update(path, { status: 'failed', content: [textContent(outcome.failure.message)] })
    const result = checked.safeParse(outcome.value).data
    if (result === undefined)
      return update(path, { status: 'completed', content: [textContent(`Answer: ${String(outcome.value)}`)] })
    const output = fenced(`${result.output.slice(-maxTail)}\nExit code ${result.exitCode ?? 'none'}`)
    return update(path, { status: result.exitCode === 0 ? 'completed' : 'failed', content: [textContent(output)] })
  }

  function runEnd({ text }: EventOf<'run-end'>): SessionUpdate[] {
    const isSaid = text.trim() === '' || text.trim() === lastText.trim()
    return [...close(), ...(isSaid ? [] : chunks.part('agent_message_chunk', `${runId}:answer`, text))]
  }

  function close(): SessionUpdate[] {
    return [...open].flatMap((path) => update(path, { status: 'failed' }))
  }

  function event(each: StoredEvent): SessionUpdate[] {
    // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- an editor has no place for the others
    switch (each.type) {
      case 'phase-start':
        phases.set(each.path, each.title)
        if (each.copy !== undefined) copies.set(each.path, sentenceCase(each.title))
        return [...heading(each.path, each.title), ...plan.phase(each.title, 'start')]
      case 'phase-end':
        return plan.phase(phases.get(each.path) ?? '', each.failure === null ? 'done' : 'failed')
      case 'child-start':
        inner.add(each.path)
        return think(each.path, `${each.agent ?? each.strategy.name}: ${each.goal}`)
      case 'model-start':
        models.set(each.path, each.bound.profileId)
        return []
      case 'model-retry':
        chunks.restart(idOf(each.path))
        return think(`${each.path}:retry`, `${each.failure.message} Trying again in ${formatDuration(each.waitMs)}.`)
      case 'model-end':
        return modelEnd(each)
      case 'tool-start':
        return toolStart(each)
      case 'approval-ask':
        return update(each.path, { content: askContent(each.ask, filesAt(each.path)) })
      case 'tool-begin':
        return update(each.path, { status: 'in_progress' })
      case 'tool-end':
        return toolEnd(each)
      case 'step-start':
        return stepStart(each)
      case 'step-end':
        return stepEnd(each)
      case 'notice':
        return each.level === 'warning'
          ? chunks.part('agent_message_chunk', `${runId}:notice:${each.seq}`, `> ${each.text}`)
          : think(`notice:${each.seq}`, each.text)
      case 'run-end':
        return runEnd(each)
      default:
        return []
    }
  }

  function heading(path: string, title: string): SessionUpdate[] {
    const text = sentenceCase(title)
    return isInner(path) ? think(path, text) : say(path, `### ${text}`)
  }

  function live(each: Live): SessionUpdate[] {
    if (/\.model\d*$/.test(each.path)) return []
    if (each.type !== 'tool-output' && isInner(each.path)) return []
    switch (each.type) {
      case 'model-delta':
        return each.channel === 'text'
          ? say(each.path, each.text)
          : chunks.part('agent_thought_chunk', `${idOf(each.path)}:thought`, each.text)
      case 'tool-output':
        return output(each.path, each.text)
      case 'draft':
        return chunks.rest(channelOf(each.path), idOf(each.path), each.text)
      case 'model-call-delta':
        return []
    }
  }

  function output(path: string, text: string): SessionUpdate[] {
    const known = outputs.get(path) ?? { all: '', sent: 0 }
    outputs.set(path, known)
    known.sent -= Math.max(0, known.all.length + text.length - maxTail)
    known.all = (known.all + text).slice(-maxTail)
    if (known.all.length - known.sent < Math.max(1, known.sent / 2)) return []
    known.sent = known.all.length
    return update(path, { content: [textContent(fenced(known.all))] })
  }

  return { filesAt, take: (item) => (item.kind === 'event' ? event(item.event) : live(item.live)), close }
}

type Call = Omit<Extract<SessionUpdate, { sessionUpdate: 'tool_call' }>, 'sessionUpdate' | 'toolCallId'>

const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const usageUpdate = (used: number, size: number, spent: number | null): SessionUpdate => ({
  sessionUpdate: 'usage_update',
  used,
  size,
  ...(spent !== null && { cost: { amount: spent, currency: 'USD' } }),
})
