import type { ChildOptions, ChildProgram } from './child.ts'
import { startChild } from './start-child.ts'

export interface RunLimits {
  /** ms; left out: none. */
  readonly within?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** Bytes of its output: of more it is ended, or the first or the last part is kept. */
  readonly most: number
  readonly atMost: 'end' | 'keep-last' | 'keep-first'
  /** Bytes of its error stream, of which more is dropped; left out: as many as of its output. */
  readonly mostErrors?: number
  /** Called with its error stream, as it comes. */
  readonly onErrors?: ((text: string) => void) | undefined
}

export interface RunEnd {
  /** Null if it was ended: by a limit, the signal or the system. */
  readonly code: number | null
  readonly output: Buffer
  readonly errors: Buffer
  /** It printed more than the limit. */
  readonly cut: boolean
  readonly timedOut: boolean
}

/** Runs a program to its end. Rejects only if it can't be started. */
export async function runToEnd(program: ChildProgram, options: ChildOptions, limits: RunLimits): Promise<RunEnd> {
  const child = startChild(program, options)
  let [cut, timedOut, stopped] = [false, false, false]
  const stop = () => {
    stopped = true
    void child.end()
  }
  const full = () => {
    cut = true
    if (limits.atMost === 'end') stop()
  }
  const output = kept(limits, full)
  const ofErrors = limits.atMost === 'end' ? 'keep-first' : limits.atMost
  const errors = kept({ most: limits.mostErrors ?? limits.most, atMost: ofErrors }, () => undefined)
  child.output.on('data', output.add)
  child.errors.on('data', (bytes: Buffer) => {
    errors.add(bytes)
    limits.onErrors?.(bytes.toString())
  })
  const timer =
    limits.within === undefined
      ? undefined
      : setTimeout(() => {
          timedOut = true
          stop()
        }, limits.within)
  limits.signal?.addEventListener('abort', stop, { once: true })
  if (limits.signal?.aborted) stop()
  const end = await child.ended
  clearTimeout(timer)
  limits.signal?.removeEventListener('abort', stop)
  if (end.kind === 'not-started') throw end.why
  return { code: stopped ? null : end.code, output: output.all(), errors: errors.all(), cut, timedOut }
}

function kept({ most, atMost }: Pick<RunLimits, 'most' | 'atMost'>, full: () => void) {
  let parts: Buffer[] = []
  let size = 0
  return {
    add: (bytes: Buffer) => {
      if (atMost !== 'keep-last') {
        const room = Math.max(0, most - size)
        if (room > 0) parts.push(bytes.subarray(0, room))
        size += bytes.length
        if (size > most) full()
        return
      }
      parts.push(bytes)
      size += bytes.length
      if (size < 2 * most) return
      parts = [Buffer.concat(parts).subarray(-most)]
      size = most
      full()
    },
    all: () => (atMost === 'keep-last' ? Buffer.concat(parts).subarray(-most) : Buffer.concat(parts)),
  }
}
