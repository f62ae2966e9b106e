import { join } from 'node:path'
import { unanswered } from '../../src-shared/model/question.ts'
import type { Run } from '../../src-shared/run/conversation.ts'
import type { RunItem } from '../../src-shared/run/event.ts'
import { baseProfileId } from '../../src-shared/settings/profile-variant.ts'
import { ask } from '../host/api/host-client.ts'
import { readRegular } from '../host/data-folder/regular-file.ts'
import {
  type Asked,
  approvalDecision,
  askedBy,
  chosenOption,
  permissionRequest,
  questionAnswer,
  settledBy,
} from './ask-editor.ts'
import { formRequest, formText, isForm } from './ask-form.ts'
import { type EditorParts, type EditorSession, sendUpdates } from './editor-session.ts'
import { callIdOf, runUpdates } from './run-updates.ts'
import type { ShownFiles } from './tool-content.ts'

/** Larger files are shown by what changed in them, bytes. */
const largestShown = 2_000_000

/** The files of a project as they are now. */
const filesNow = (folder: string): ShownFiles => ({
  folder,
  textOf: (path) => {
    try {
      return readRegular(join(folder, path), largestShown)
    } catch {
      return null
    }
  },
})

/** Shows a run of this host until it ends, and puts its questions to the editor's user. @returns the run as it ended */
export async function showRun(
  parts: EditorParts,
  session: EditorSession,
  run: Run,
  afterSeq: number,
  spentBefore: number | null,
): Promise<Run> {
  const { host } = parts
  const files = filesNow(session.project.folder)
  const updates = runUpdates({ runId: run.id, files, windowOf: await windowsOf(parts), spentBefore })
  const questions = new Map<string, AbortController>()
  let sent: Promise<unknown> = Promise.resolve()
  const take = (item: RunItem) => {
    sent = sendUpdates(parts, session, updates.take(item))
    const settled = settledBy(item)
    if (settled !== null) questions.get(settled)?.abort()
    const asked = askedBy(item)
    if (asked === null) return
    const open = new AbortController()
    questions.set(asked.path, open)
    // A question that is answered at once, such as by a rule, is not put to anybody.
    setImmediate(() => {
      if (!open.signal.aborted) void answer(parts, session, run.id, asked, updates.filesAt(asked.path), open.signal)
    })
  }
  const undo = host.follow({ kind: 'run', runId: run.id, afterSeq }, (message) => {
    if (message.topic === 'run') for (const item of message.items) take(item)
  })
  try {
    return await host.runs.untilEnded(run.id)
  } finally {
    undo()
    for (const open of questions.values()) open.abort()
    await sent
    await sendUpdates(parts, session, updates.close())
  }
}

/** Puts one question to the editor's user, and the answer to the run. An editor that can't ask refuses. */
async function answer(
  parts: EditorParts,
  session: EditorSession,
  runId: string,
  asked: Asked,
  files: ShownFiles,
  signal: AbortSignal,
): Promise<void> {
  const { host, asks } = parts
  const options = { cancellationSignal: signal, stopWaitingOnCancel: true }
  const { path } = asked
  // Whoever stopped the run in the meantime has answered too.
  const late = () => undefined
  if (asked.kind === 'question' && asks.form && isForm(asked.question)) {
    const request = formRequest(session.id, callIdOf(runId, path), asked.question)
    const given = await parts.client.request('elicitation/create', request, options).catch(() => null)
    if (signal.aborted) return
    const text = given === null ? null : (formText(asked.question, given) ?? unanswered(asked.question, 'dismissed'))
    // An editor that fails to show a form can still show buttons.
    if (text !== null) return void ask(host, 'run-answer', { runId, path, answer: text }).catch(late)
  }
  const request = permissionRequest(session.id, runId, asked, files)
  const given = await parts.client.request('session/request_permission', request, options).catch(() => null)
  if (signal.aborted) return
  const chosen = chosenOption(given)
  const couldAsk = given !== null
  if (asked.kind === 'approval') {
    const note = couldAsk ? '' : 'The editor could not ask its user.'
    return void ask(host, 'run-approve', { runId, path, decision: approvalDecision(chosen), note }).catch(late)
  }
  if (!couldAsk) parts.report(`Not asked, because the editor could not ask its user: ${asked.question.question}`)
  const text = questionAnswer(asked.question, chosen, couldAsk)
  await ask(host, 'run-answer', { runId, path, answer: text }).catch(late)
}

async function windowsOf({ host }: Pick<EditorParts, 'host'>): Promise<(profileId: string) => number> {
  const { profiles } = await ask(host, 'profiles-list', {})
  const windows = new Map(profiles.map(({ id, contextWindow }) => [id, contextWindow]))
  return (profileId) => windows.get(baseProfileId(profileId)) ?? 0
}
