import type { Child, ChildEnd, Piped } from './child.ts'
import { type Ending, killedWithin } from './child-kinds.ts'
import { terminateConfined } from './confined-processes.ts'
import { endMarkedProcesses } from './marks.ts'
import { endGroup, hasGroup } from './signals.ts'

interface EndParts {
  readonly mark: string
  readonly ending: Ending
  /** Whether SIGTERM is for what is confined in it alone (`ConfinedStart`). */
  readonly confines: boolean
  /** Ends what is left of it where signals don't reach. */
  readonly endElsewhere: (() => void) | undefined
  /** Called once, when it has ended. */
  over(): void
}

/** ms between two looks whether a group has ended. */
const look = 10

/** Waits for a child's end, and brings it about. */
export function endOfChild(child: Piped, parts: EndParts): Pick<Child, 'ended' | 'end' | 'kill'> {
  const { process: started, input } = child
  const { mark, ending } = parts
  const timers = new Set<NodeJS.Timeout>()
  const { ended, settle, isSettled } = settlement(child, () => {
    // They would keep the app from ending.
    for (const each of timers) clearTimeout(each)
    parts.over()
  })
  let result: ChildEnd = { kind: 'exited', code: null, signal: null }
  let state: 'running' | 'asked' | 'killed' = 'running'
  let hasExited = false
  const later = (ms: number, work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      if (!isSettled()) work()
    }, ms)
    timers.add(timer)
  }
  // One more pass of the event loop: what is in the pipes is read before they are destroyed.
  const settleIn = (ms: number) => later(ms, () => setImmediate(() => setImmediate(() => settle(result))))
  const signal = (name: 'SIGTERM' | 'SIGKILL') => {
    if (started.pid === undefined || (process.platform === 'win32' && hasExited)) return
    endGroup(started.pid, name)
  }
  const isLeft = () =>
    process.platform === 'win32' ? !hasExited : started.pid !== undefined && (!hasExited || hasGroup(started.pid))

  const hard = () => {
    if (state === 'killed' || isSettled()) return
    state = 'killed'
    signal('SIGKILL')
    endMarkedProcesses(mark)
    parts.endElsewhere?.()
    settleIn(hasExited ? ending.drainEnded : killedWithin)
  }
  const until = (isOver: () => boolean, ms: number, work: () => void) => {
    const last = performance.now() + ms
    const again = () => (isOver() || performance.now() >= last || state === 'killed' ? work() : later(look, again))
    again()
  }
  // Its group has ended with it: what is left is only what holds its pipes.
  const stopReading = () => {
    state = 'killed'
    settleIn(ending.drainEnded)
    return ended
  }
  const end = () => {
    if (state !== 'running') return ended
    if (hasExited) return stopReading()
    state = 'asked'
    input?.end()
    const term = () => {
      if (!isLeft() || process.platform === 'win32') return hard()
      if (parts.confines) terminateConfined(mark)
      else signal('SIGTERM')
      until(() => !isLeft(), ending.afterTerm, hard)
    }
    until(() => hasExited, input === null ? 0 : ending.afterInput, term)
    return ended
  }

  started.on('error', (why) => {
    if (started.pid === undefined) settle({ kind: 'not-started', why })
  })
  started.on('exit', (code, name) => {
    result = { kind: 'exited', code, signal: name }
    hasExited = true
    if (state === 'asked') return
    if (state === 'killed') return settleIn(ending.drainEnded)
    if (ending.takes !== 'nothing') signal('SIGKILL')
    if (ending.takes === 'all') endMarkedProcesses(mark)
    settleIn(ending.drain)
  })
  started.on('close', () => {
    if (state !== 'asked') settle(result)
  })
  return {
    ended,
    end,
    kill: () => {
      if (state === 'running' && hasExited) return stopReading()
      hard()
      return ended
    },
  }
}

/** The end as a promise, and what is done once at it. */
function settlement({ process: started, input, output, errors }: Piped, over: () => void) {
  let isSettled = false
  let resolve: (end: ChildEnd) => void = () => undefined
  const ended = new Promise<ChildEnd>((done) => {
    resolve = done
  })
  const settle = (end: ChildEnd) => {
    if (isSettled) return
    isSettled = true
    over()
    for (const pipe of [input, output, errors]) pipe?.destroy()
    started.unref()
    resolve(end)
  }
  return { ended, settle, isSettled: () => isSettled }
}
