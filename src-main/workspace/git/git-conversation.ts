import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { Socket } from 'node:net'

/** A git process that answers many queries: starting one for each would cost more than the query. */
export interface GitConversation {
  /**
   * @param read parses an answer from the beginning of the output; null while it is incomplete
   * Rejects if the process has ended, or if it does not answer in time.
   */
  ask<T>(question: string, read: ReadAnswer<T>): Promise<T>
  close(): void
}
export type ReadAnswer<T> = (bytes: Buffer) => { readonly answer: T; readonly length: number } | null

interface Waiting {
  /** Parses an answer from `bytes`, all output so far. @returns how many bytes it consumed; null if incomplete */
  tryWith(bytes: Buffer): number | null
  fail(thrown: Error): void
}

export function openGitConversation(child: ChildProcessWithoutNullStreams): GitConversation {
  const waiting: Waiting[] = []
  let bytes: Buffer = Buffer.alloc(0)
  let ended: Error | null = null

  const end = (thrown: Error) => {
    ended ??= thrown
    for (const each of waiting.splice(0)) each.fail(ended)
    child.kill()
  }
  child.stdout.on('data', (data: Buffer) => {
    bytes = bytes.length === 0 ? data : Buffer.concat([bytes, data])
    for (let [first] = waiting; first !== undefined; [first] = waiting) {
      const taken = first.tryWith(bytes)
      if (taken === null) return
      bytes = bytes.subarray(taken)
      waiting.shift()
    }
    hold(false)
  })
  child.stderr.resume()
  const hold = holdOf(child)
  hold(false)
  child.stdin.on('error', () => undefined)
  child.on('error', end)
  child.on('close', () => end(new Error('Git has ended.')))

  return {
    ask: (question, read) =>
      new Promise((resolve, reject) => {
        if (ended !== null) {
          reject(ended)
          return
        }
        waiting.push({
          tryWith: (all) => {
            const found = read(all)
            if (found === null) return null
            resolve(found.answer)
            return found.length
          },
          fail: reject,
        })
        hold(true)
        child.stdin.write(question)
      }),
    close: () => end(new Error('It was closed.')),
  }
}

/** The app waits for an answer, but not for git to exit: git exits when its input closes with the app. */
function holdOf(child: ChildProcessWithoutNullStreams): (isWaiting: boolean) => void {
  const pipes = [child.stdin, child.stdout, child.stderr].filter((each) => each instanceof Socket)
  return (isWaiting) => {
    for (const each of [child, ...pipes]) isWaiting ? each.ref() : each.unref()
  }
}
