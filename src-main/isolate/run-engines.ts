import type { StopSignal } from '../strategy/steps.ts'
import { type Isolate, openIsolate } from './isolate.ts'
import { type Limits, maxStarts, maxUnderWay } from './limits.ts'
import type { IsolateTexts, Reply, Request } from './protocol.ts'

/**
 * One engine of a run.
 *
 * 1. All engines of a run, also of its child runs and of wrapped strategies, share one thread and one memory: so a
 *    run has one thread and one memory limit, however many engines it starts.
 * 2. If one hangs in native code, all engines of the run are ended.
 */
export interface RunEngine {
  begin(file: string, code: string, begin: string): Promise<Reply>
  advance(advance: string): Promise<Reply>
  /** Registers a step of this many characters; call the returned function when it has ended. Null if over the limit. */
  carry(size: number): (() => void) | null
  close(): void
}

interface RunThread {
  readonly isolate: Isolate
  open: number
}
interface RunUse {
  thread: RunThread | null
  starts: number
  underWay: number
}

/** The signal that stops the run, passed to all its thoughts. */
const uses = new WeakMap<StopSignal, RunUse>()

export function openEngine(stop: StopSignal, texts: IsolateTexts, limits: Limits): RunEngine {
  const use = uses.get(stop) ?? { thread: null, starts: 0, underWay: 0 }
  uses.set(stop, use)
  const thread = use.thread?.isolate.gone() === false ? use.thread : { isolate: openIsolate(texts, limits), open: 0 }
  use.thread = thread
  thread.open += 1
  const engine = ++use.starts
  const ask = (request: Request) => thread.isolate.ask(request, stop)
  let closed = false
  return {
    begin: async (file, code, begin) =>
      engine > maxStarts ? tooOften : await ask({ kind: 'begin', engine, file, code, begin }),
    advance: (advance) => ask({ kind: 'advance', engine, advance }),
    carry: (size) => {
      if (use.underWay + size > maxUnderWay) return null
      use.underWay += size
      return () => {
        use.underWay -= size
      }
    },
    close: () => {
      if (closed) return
      closed = true
      thread.open -= 1
      if (thread.open === 0) thread.isolate.close()
      else void ask({ kind: 'end', engine })
    },
  }
}

const tooOften: Reply = {
  kind: 'broken',
  message: `its run starts strategies more than ${maxStarts} times`,
  line: 0,
}
