import type { ContentBlock, PermissionOption, PromptResponse } from '@agentclientprotocol/sdk'
import { FailureError } from '../../src-shared/base/failure.ts'
import { revealHidden } from '../../src-shared/base/hidden-characters.ts'
import { maxImages, type SentImage } from '../../src-shared/mentions/image-marks.ts'
import { branchTo, type Run } from '../../src-shared/run/conversation.ts'
import type { RunRequest } from '../../src-shared/run/run-request.ts'
import { knownCost } from '../../src-shared/run/totals-text.ts'
import { withEffort } from '../../src-shared/settings/profile-variant.ts'
import { ask } from '../host/api/host-client.ts'
import { askOnce } from './ask-once.ts'
import { type EditorParts, type EditorSession, sendUpdates } from './editor-session.ts'
import { acceptServers } from './handed-servers.ts'
import { filesForPrompt, reportFiles } from './prompt-files.ts'
import { promptMessage } from './prompt-message.ts'
import { invalid, requestError } from './request-errors.ts'
import { keepBranch } from './session-branches.ts'
import { refreshOffers } from './session-offers.ts'
import { showRun } from './show-run.ts'
import { type Wanted, wantedBy } from './slash-commands.ts'

const cancelled: PromptResponse = { stopReason: 'cancelled' }

/**
 * Answers a prompt with a run, and returns when it has ended. A prompt that comes while another one is answered waits for
 * it; a cancel ends both.
 * @throws RequestError if the run failed
 */
export function prompt(
  parts: EditorParts,
  session: EditorSession,
  blocks: readonly ContentBlock[],
  signal: AbortSignal,
): Promise<PromptResponse> {
  const before = session.cancels
  const answered = session.last.then(() =>
    session.cancels === before && !signal.aborted ? answer(parts, session, blocks, signal) : cancelled,
  )
  session.last = answered.catch(() => undefined)
  return answered
}

/** Stops the run of a session, and what waits for it. */
export function cancel({ host }: Pick<EditorParts, 'host'>, session: EditorSession): void {
  session.cancels += 1
  if (session.runId !== null) void ask(host, 'run-stop', { runId: session.runId }).catch(() => undefined)
}

async function answer(
  parts: EditorParts,
  session: EditorSession,
  blocks: readonly ContentBlock[],
  signal: AbortSignal,
): Promise<PromptResponse> {
  const { host } = parts
  const before = session.cancels
  await checkChoices(parts, session)
  const message = promptMessage(blocks, session.project.folder)
  const wanted = await wantedBy(host, session.project.id, message.text)
  if (wanted.kind === 'foreign' && !(await isSent(parts, session, wanted))) return { stopReason: 'end_turn' }
  await acceptServers(parts, session)
  const stop = () => cancel(parts, session)
  signal.addEventListener('abort', stop)
  try {
    const { runs, spent } = await branchOf(parts, session)
    if (session.cancels !== before || signal.aborted) return cancelled
    const started = await start(parts, session, wanted, message.images, runs.at(-1))
    session.runId = started.run.id
    session.leaf = started.run.turnId
    keepBranch(parts, session)
    if (session.cancels !== before) cancel(parts, session)
    return await conclude(parts, session, await showRun(parts, session, started.run, started.afterSeq, spent))
  } finally {
    signal.removeEventListener('abort', stop)
    session.runId = null
  }
}

/** @throws FailureError if what the session is set to is gone: nothing else is used in its place unasked */
async function checkChoices(parts: EditorParts, session: EditorSession): Promise<void> {
  await sendUpdates(parts, session, await refreshOffers(parts.host, session))
  const { gone, choices } = session
  session.gone = null
  if (gone !== null) throw new FailureError(goneChoice(gone, choices))
}

async function start(
  parts: EditorParts,
  session: EditorSession,
  wanted: Wanted,
  images: ReturnType<typeof promptMessage>['images'],
  last: Run | undefined,
): Promise<{ readonly run: Run; readonly afterSeq: number }> {
  const { host } = parts
  if (wanted.kind === 'resume') {
    if (last === undefined) throw new FailureError(nothingToResume)
    const run = await ask(host, 'run-resume', { runId: last.id })
    // What was done is in the conversation: only what is new is shown.
    return { run, afterSeq: run.id === last.id ? lastSeq(parts, last.id) : (run.forkedFrom?.copied ?? -1) }
  }
  const again = wanted.kind === 'again' ? await askedAgain(parts, session, wanted.text) : null
  const isText = wanted.kind !== 'compact' && again === null
  if (isText && wanted.text.trim() === '' && images.length === 0) throw invalid('The prompt is empty.')
  const { choices, conversationId, leaf } = session
  const files = wanted.kind === 'compact' ? undefined : await filesForPrompt(parts, session, last, again !== null)
  const ofPrompt = wanted.kind === 'foreign' ? wanted.images : []
  if (images.length + ofPrompt.length > maxImages) throw invalid(`A message can have at most ${maxImages} images.`)
  const all = [...(await stored(parts, images)), ...ofPrompt]
  const request: RunRequest = {
    conversationId,
    parentId: again === null ? leaf : again.parentId,
    message: again?.message ?? (wanted.kind === 'compact' ? '/compact' : wanted.text || 'Look at this image.'),
    strategy: choices.mode.pick,
    roles: choices.model === null ? { ...parts.roles } : { default: withEffort(choices.model, choices.effort) },
    mode: choices.work,
    approval: choices.approval,
    // An editor shows the project's own folder.
    workspaceId: null,
    ...(files !== undefined && { files }),
    ...(wanted.kind === 'compact' && { compact: { focus: wanted.focus } }),
    ...(all.length > 0 && { images: all }),
  }
  const run = await ask(host, 'run-start', request)
  await reportFiles(parts, session, run)
  return { run, afterSeq: -1 }
}

/** @throws FailureError if there is nothing to ask again */
async function askedAgain({ host }: EditorParts, { conversationId, leaf }: EditorSession, text: string) {
  const { turns } = await ask(host, 'conversation-open', { conversationId })
  const turn = turns.find(({ id }) => id === leaf)
  if (turn === undefined) throw new FailureError(nothingToAsk)
  return { parentId: turn.parentId, message: text === '' ? turn.message : text }
}

/** Whether the user sends words that are not theirs, having seen them. */
async function isSent(
  parts: EditorParts,
  session: EditorSession,
  { of, text }: Extract<Wanted, { kind: 'foreign' }>,
): Promise<boolean> {
  const title = `Send the text of ${of}?`
  return (await askOnce(parts, session, 'prompt', title, revealHidden(text), promptOptions)) === 'send'
}

const promptOptions: PermissionOption[] = [
  { optionId: 'send', name: 'Send', kind: 'allow_once' },
  { optionId: 'keep', name: 'Don’t send', kind: 'reject_once' },
]

async function stored({ host }: EditorParts, images: ReturnType<typeof promptMessage>['images']): Promise<SentImage[]> {
  const added: SentImage[] = []
  for (const image of images) {
    const { ref, name } = await ask(host, 'image-add', image)
    added.push({ ref, name })
  }
  return added
}

/** The runs of the session's branch, oldest first, and what they cost in US dollars; null if that is not known. */
async function branchOf({ host }: EditorParts, { conversationId, leaf }: EditorSession) {
  const { turns } = await ask(host, 'conversation-open', { conversationId })
  const runs = branchTo(turns, leaf ?? '').flatMap((turn) => turn.runs.slice(-1))
  const spent = runs.reduce<number | null>((sum, { totals }) => {
    const cost = knownCost(totals)
    return sum === null || cost === null ? null : sum + cost
  }, 0)
  return { runs, spent }
}

async function conclude(parts: EditorParts, session: EditorSession, run: Run): Promise<PromptResponse> {
  const _meta = { stratagem: { runId: run.id } }
  const { failure, status } = run
  if (status === 'aborted') return { ...cancelled, _meta }
  if (failure === null || status === 'completed') return { stopReason: 'end_turn', _meta }
  const isEnd = failure.kind === 'strategy-gave-up' || failure.kind === 'budget-spent'
  if (!isEnd) throw requestError(failure)
  const content = { type: 'text' as const, text: `\n\n> ${failure.message} ${failure.advice}` }
  await sendUpdates(parts, session, [{ sessionUpdate: 'agent_message_chunk', messageId: `${run.id}:end`, content }])
  return { stopReason: failure.kind === 'budget-spent' ? 'max_turn_requests' : 'end_turn', _meta }
}

function lastSeq({ host }: EditorParts, runId: string): number {
  let last = -1
  const undo = host.follow({ kind: 'run', runId, afterSeq: -1 }, (message) => {
    if (message.topic !== 'run') return
    for (const item of message.items) if (item.kind === 'event') last = item.event.seq
  })
  undo()
  return last
}

const goneChoice = (gone: string, { mode, model }: EditorSession['choices']) =>
  ({
    kind: 'options-invalid',
    message: `${gone} is not available any more. This session is now set to ${mode.name}${model === null ? ' with the models of your settings' : ''}.`,
    advice: 'Choose something else, or send the message again as it is set now.',
  }) as const

const nothingToAsk = {
  kind: 'invalid-request',
  message: 'This session has no message to ask again.',
  advice: 'Send a message.',
} as const

const nothingToResume = {
  kind: 'invalid-request',
  message: 'This session has no run to resume.',
  advice: 'Send a message.',
} as const
