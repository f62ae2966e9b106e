import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { threadEnvironment, threadFile } from '../processes/thread-file.ts'
import type { StopSignal } from '../strategy/steps.ts'
import { engineCode } from './engine-code.ts'
import { defaultLimits, type Limits, tooLong } from './limits.ts'
import { type IsolateTexts, type Reply, type Request, reply } from './protocol.ts'

/**
 * A thread with the engines of one run, or for loading one file.
 *
 * 1. One request at a time; the next is sent when the last is answered.
 * 2. A request that is not answered in time ends the thread, whatever it is doing.
 * 3. Once ended it stays ended, and every request fails.
 */
export interface Isolate {
  ask(request: Request, stop?: StopSignal): Promise<Reply>
  /** Whether it was ended. */
  gone(): boolean
  close(): void
}

/** Time limit for the start of a thread, ms. */
const startMs = 20_000

/** @param use `read` also loads the type stripper, before any limit applies */
export function openIsolate(texts: IsolateTexts, limits: Limits = defaultLimits, use: 'read' | 'run' = 'run'): Isolate {
  const worker = new Worker(threadFile(import.meta.url, './worker.ts', 'isolate-worker.js'), {
    workerData: { texts, limits, use, engineCode: engineCode() },
    env: threadEnvironment(),
    execArgv: [],
    // Memory apart from the engines', which have their own limit.
    resourceLimits: { maxOldGenerationSizeMb: 256, stackSizeMb: 16 },
    stdin: true,
    stdout: true,
    stderr: true,
  })
  worker.unref()
  let gone: string | null = null
  let onReply: ((text: unknown) => void) | null = null
  const end = (why: string) => {
    gone ??= why
    onReply?.(null)
    void worker.terminate()
  }
  worker.on('message', (text: unknown) => onReply?.(text))
  worker.on('error', (thrown) => end(`its engine broke down: ${String(thrown)}`))
  worker.on('exit', () => end('its engine was ended'))

  /** The thread's next message, as text; null if it is gone. */
  function receive(ms: number): Promise<string | null> {
    if (gone !== null) return Promise.resolve(null)
    return new Promise((resolve) => {
      const timer = setTimeout(() => end(tooLong(limits)), ms)
      worker.ref()
      onReply = (text) => {
        clearTimeout(timer)
        worker.unref()
        onReply = null
        resolve(typeof text === 'string' ? text : null)
      }
    })
  }

  async function answerTo(request: Request): Promise<Reply> {
    const answer = receive(limits.thinkMs + limits.graceMs)
    if (gone === null) worker.postMessage(request)
    const text = await answer
    return text === null ? broken(gone ?? 'its engine is gone') : judged(text)
  }

  let last: Promise<unknown> = receive(startMs)
  let heeded: StopSignal | null = null
  /** The run's end and its Stop end the thread. */
  function heed(stop: StopSignal): void {
    if (heeded !== null) return
    heeded = stop
    const onStop = () => end('the run was stopped')
    if (stop.aborted) onStop()
    else stop.addEventListener('abort', onStop)
  }

  return {
    close: () => end('its run has ended'),
    gone: () => gone !== null,
    ask: (request, stop) => {
      if (stop !== undefined) heed(stop)
      const answer = last.then(() => answerTo(request))
      last = answer
      return answer
    },
  }
}

const broken = (message: string): Reply => ({ kind: 'broken', message, line: 0 })

/** The text comes from untrusted code, through its own thread. */
function judged(text: string): Reply {
  try {
    const parsed = reply.safeParse({ ...JSON.parse(text), size: text.length })
    if (parsed.success) return parsed.data
  } catch {
    // Not JSON, or nested too deeply to parse.
  }
  return broken('its engine returned an invalid message')
}

/** @param resourcesFolder the app's `resources` folder */
export function readIsolateTexts(resourcesFolder: string): IsolateTexts {
  const read = (name: string) => readFileSync(join(resourcesFolder, 'strategies', name), 'utf8')
  return { vocabulary: `${read('vocabulary.js')}\n${read('author.js')}`, driver: read('driver.js') }
}
