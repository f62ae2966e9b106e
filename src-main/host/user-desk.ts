import { FailureError } from '../../src-shared/failure.ts'
import type { ApprovalAnswer, ApprovalAsk } from '../../src-shared/tool.ts'
import type { UserPort } from '../agent/ports.ts'

interface Open<T> {
  settle(value: T): void
}
interface OpenApproval extends Open<ApprovalAnswer> {
  readonly ask: ApprovalAsk
}

/** Where one run waits for its user: open approvals, open questions, queued messages. */
export interface UserDesk extends UserPort {
  /** @returns what was asked, or null where nothing is open at this path (any more) */
  decide(path: string, answer: ApprovalAnswer): ApprovalAsk | null
  /** @returns false where no question is open at this path */
  reply(path: string, answer: string): boolean
  queue(message: string): readonly string[]
  queued(): readonly string[]
  /** Whether anything waits for the user now. */
  waits(): boolean
}

export interface DeskWatcher {
  /** Something began or ended to wait. */
  waitsChanged(): void
  queueChanged(waiting: readonly string[]): void
}

export function createUserDesk(watcher: DeskWatcher): UserDesk {
  const approvals = new Map<string, OpenApproval>()
  const questions = new Map<string, Open<string>>()
  let messages: readonly string[] = []

  function setQueue(next: readonly string[]): readonly string[] {
    messages = next
    watcher.queueChanged(next)
    return next
  }

  return {
    approve: (path, ask, signal) =>
      waitIn<ApprovalAnswer, OpenApproval>(approvals, path, (settle) => ({ ask, settle }), signal, watcher),
    ask: (path, _question, signal) =>
      waitIn<string, Open<string>>(questions, path, (settle) => ({ settle }), signal, watcher),
    takeQueued: () => {
      const taken = messages
      if (taken.length > 0) setQueue([])
      return taken
    },
    decide: (path, answer) => {
      const open = approvals.get(path)
      open?.settle(answer)
      return open?.ask ?? null
    },
    reply: (path, answer) => {
      const open = questions.get(path)
      open?.settle(answer)
      return open !== undefined
    },
    queue: (message) => setQueue([...messages, message]),
    queued: () => messages,
    waits: () => approvals.size + questions.size > 0,
  }
}

/** Opens an entry under the path, and closes it when it is settled or the run is stopped, whichever comes first. */
function waitIn<T, O extends Open<T>>(
  table: Map<string, O>,
  path: string,
  open: (settle: (value: T) => void) => O,
  signal: AbortSignal,
  watcher: DeskWatcher,
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
    message: 'The run was stopped while it waited for an answer.',
    advice: 'Send a message to go on.',
  })
