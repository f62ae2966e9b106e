import { FailureError } from '../../../src-shared/base/failure.ts'
import type { ApprovalAnswer, ApprovalAsk } from '../../../src-shared/model/tool.ts'
import type { PauseAnswer, PausedStep } from '../../../src-shared/run/debug/pause-events.ts'
import type { DebugPort, UserPort } from '../../agent/ports.ts'
import type { Answerer } from '../base/answerer.ts'

interface Open<T> {
  settle(value: T): void
}
interface OpenApproval extends Open<ApprovalAnswer> {
  readonly ask: ApprovalAsk
}

interface OpenPause extends Open<PauseAnswer> {
  readonly shown: PausedStep
}

/** What one run waits for from its user: open approvals, open questions, queued messages. */
export interface PendingQuestions extends UserPort, Pick<DebugPort, 'pause'> {
  /** The open question at this path, or null. */
  approvalAt(path: string): ApprovalAsk | null
  decide(path: string, answer: ApprovalAnswer): void
  /** @returns false if no question is open at this path */
  reply(path: string, answer: string): boolean
  /** The step that is paused at this path, or null. */
  pausedAt(path: string): PausedStep | null
  /** The user's decision. */
  proceed(path: string, answer: PauseAnswer): void
  queue(message: string): readonly string[]
  queued(): readonly string[]
  /** Edited, in another order, or without some. */
  requeue(messages: readonly string[]): void
  /** Whether anything waits for the user now. */
  waits(): boolean
}

export interface QuestionsWatcher {
  /** Called when a wait starts or ends. */
  waitsChanged(): void
  queueChanged(waiting: readonly string[]): void
  /** Whoever answers ends the run. */
  stop(): void
  /** Nobody can answer: the run is left as it is, to be resumed. */
  leave(): void
  /** The lane whose run it is; null: it is not a lane's. */
  lane(): string | null
}

/** @param queued messages that wait since before, such as before the app was closed */
export function createPendingQuestions(
  watcher: QuestionsWatcher,
  answerer: Answerer | null,
  queued: readonly string[] = [],
): PendingQuestions {
  const approvals = new Map<string, OpenApproval>()
  const questions = new Map<string, Open<string>>()
  const pauses = new Map<string, OpenPause>()
  let messages = queued

  function setQueue(next: readonly string[]): readonly string[] {
    messages = next
    watcher.queueChanged(next)
    return next
  }

  return {
    approve: (path, ask, signal) => {
      const answer = waitIn<ApprovalAnswer, OpenApproval>(
        approvals,
        path,
        (settle) => ({ ask, settle }),
        signal,
        watcher,
      )
      void answerer?.approve(ask, signal, watcher.lane()).then((reply) => approvals.get(path)?.settle(reply))
      return answer
    },
    ask: (path, question, signal) => {
      const answer = waitIn<string, Open<string>>(questions, path, (settle) => ({ settle }), signal, watcher)
      void answerer?.ask(question, signal, watcher.lane()).then((reply) => questions.get(path)?.settle(reply))
      return answer
    },
    pause: (path, shown, signal) => {
      const answer = waitIn<PauseAnswer, OpenPause>(pauses, path, (settle) => ({ shown, settle }), signal, watcher)
      void answerer?.pause?.(shown, signal, watcher.lane()).then((given) => {
        if (signal.aborted) return
        if (given === 'stop') watcher.stop()
        else if (given === 'leave') watcher.leave()
        else pauses.get(path)?.settle(given)
      })
      return answer
    },
    pausedAt: (path) => pauses.get(path)?.shown ?? null,
    proceed: (path, answer) => pauses.get(path)?.settle(answer),
    hasQueued: () => messages.length > 0,
    takeQueued: () => {
      const taken = messages
      if (taken.length > 0) setQueue([])
      return taken
    },
    approvalAt: (path) => approvals.get(path)?.ask ?? null,
    decide: (path, answer) => approvals.get(path)?.settle(answer),
    reply: (path, answer) => {
      const open = questions.get(path)
      open?.settle(answer)
      return open !== undefined
    },
    queue: (message) => setQueue([...messages, message]),
    queued: () => messages,
    requeue: setQueue,
    waits: () => approvals.size + questions.size + pauses.size > 0,
  }
}

/** Opens an entry under the path, and closes it when it is settled or the run is stopped. */
function waitIn<T, O extends Open<T>>(
  table: Map<string, O>,
  path: string,
  open: (settle: (value: T) => void) => O,
  signal: AbortSignal,
  watcher: QuestionsWatcher,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const close = () => {
      table.delete(path)
      signal.removeEventListener('abort', stop)
      watcher.waitsChanged()
    }
    const stop = () => {
      close()
      reject(stopped())
    }
    if (signal.aborted) return reject(stopped())
    signal.addEventListener('abort', stop)
    table.set(
      path,
      open((value) => {
        close()
        resolve(value)
      }),
    )
    watcher.waitsChanged()
  })
}

const stopped = () =>
  new FailureError({
    kind: 'aborted',
    message: 'The run was stopped while it waited for your answer.',
    advice: 'Send a message to continue.',
  })
