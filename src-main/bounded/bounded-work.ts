import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { type Failure, failure } from '../../src-shared/base/failure.ts'
import { threadEnvironment, threadFile } from '../processes/thread-file.ts'
import type { Job } from './job.ts'

/** What came of a job. */
export type Bounded<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** It took longer than it may, or more memory, and was ended. */
  | { readonly kind: 'too-much' }
  /** What the job says of the data, as a sentence without its period; the failure that it ended with, if it did. */
  | { readonly kind: 'failed'; readonly why: string; readonly failure: Failure | null }
  | { readonly kind: 'stopped' }

export interface BoundedOptions {
  readonly signal?: AbortSignal | undefined
  /** Time limit of the work itself, ms. */
  readonly ms?: number | undefined
}

/** Time limit unless a job needs another, ms. */
const workWithin = 2000
/** Time limit for a thread to start and to load what a job needs, ms. */
const startWithin = 30_000
/** Jobs that are worked on at the same time. */
const mostThreads = 2
/** A thread without work is ended after this long, ms. */
const idleFor = 30_000

const said = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('begun') }),
  z.object({ kind: z.literal('done'), value: z.unknown() }),
  z.object({ kind: z.literal('failed'), why: z.string(), failure: failure.nullable() }),
])

interface Thread {
  readonly worker: Worker
  idle: NodeJS.Timeout | undefined
}

const unused: Thread[] = []
const waiting: (() => void)[] = []
let threads = 0

/**
 * Works on data of a stranger (a page, a server's schema, a file's YAML) in a thread of its own, so that nothing in it
 * can hold the host (T79).
 *
 * 1. The clock runs from when the thread begins the work. Then, or at a Stop, the thread is ended, whatever it is doing.
 * 2. A thread has limited memory; a job that exceeds it ends as one that took too long.
 * 3. What a job returns is parsed like anything from outside.
 * @param gives parses the job's value
 */
export async function workBounded<T>(
  job: Job,
  gives: z.ZodType<T>,
  { signal, ms = workWithin }: BoundedOptions = {},
): Promise<Bounded<T>> {
  const thread = await freeThread(signal)
  if (thread === null) return { kind: 'stopped' }
  try {
    const end = await worked(thread, job, ms, signal)
    if (end.kind !== 'done') return end
    const value = gives.safeParse(end.value)
    return value.success
      ? { kind: 'done', value: value.data }
      : { kind: 'failed', why: 'its result makes no sense', failure: null }
  } finally {
    next()
  }
}

/** Null after a Stop. */
async function freeThread(signal: AbortSignal | undefined): Promise<Thread | null> {
  while (unused.length === 0 && threads >= mostThreads && signal?.aborted !== true) await turn(signal)
  if (signal?.aborted === true) {
    next()
    return null
  }
  const thread = unused.pop() ?? openThread()
  clearTimeout(thread.idle)
  return thread
}

/** Resolves when a thread may be free, or after a Stop. */
function turn(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      signal?.removeEventListener('abort', go)
      const at = waiting.indexOf(go)
      if (at >= 0) waiting.splice(at, 1)
      resolve()
    }
    waiting.push(go)
    signal?.addEventListener('abort', go, { once: true })
  })
}

const next = (): void => waiting[0]?.()

function openThread(): Thread {
  threads += 1
  const worker = new Worker(threadFile(import.meta.url, './worker.ts', 'bounded-worker.js'), {
    env: threadEnvironment(),
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 2048, stackSizeMb: 8 },
    stdin: true,
    stdout: true,
    stderr: true,
  })
  // What a package prints there is nobody's; a stream that somebody reads would keep this process from ending.
  worker.unref()
  const thread: Thread = { worker, idle: undefined }
  worker.on('error', () => undefined)
  worker.once('exit', () => {
    threads -= 1
    clearTimeout(thread.idle)
    const at = unused.indexOf(thread)
    if (at >= 0) unused.splice(at, 1)
    next()
  })
  return thread
}

function keep(thread: Thread): void {
  thread.worker.unref()
  thread.idle = setTimeout(() => void thread.worker.terminate(), idleFor).unref()
  unused.push(thread)
}

function worked(thread: Thread, job: Job, ms: number, signal: AbortSignal | undefined): Promise<Bounded<unknown>> {
  const { worker } = thread
  if (signal?.aborted === true) {
    keep(thread)
    return Promise.resolve({ kind: 'stopped' })
  }
  return new Promise((resolve) => {
    let clock = setTimeout(() => end({ kind: 'too-much' }), startWithin)
    const end = (as: Bounded<unknown>) => {
      clearTimeout(clock)
      worker.off('message', hear)
      worker.off('exit', gone)
      signal?.removeEventListener('abort', stop)
      if (as.kind === 'done' || as.kind === 'failed') keep(thread)
      else void worker.terminate()
      resolve(as)
    }
    const stop = () => end({ kind: 'stopped' })
    const gone = () => end({ kind: 'too-much' })
    const hear = (message: unknown) => {
      const heard = said.parse(message)
      if (heard.kind !== 'begun') return end(heard)
      clearTimeout(clock)
      clock = setTimeout(() => end({ kind: 'too-much' }), ms)
    }
    worker.on('message', hear)
    worker.once('exit', gone)
    signal?.addEventListener('abort', stop, { once: true })
    worker.ref()
    worker.postMessage(job)
  })
}
