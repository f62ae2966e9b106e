import type { Child } from '../../processes/child.ts'

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

export function openGitConversation(child: Child): GitConversation {
  const waiting: Waiting[] = []
  let bytes: Buffer = Buffer.alloc(0)
  let ended: Error | null = null

  const end = (thrown: Error) => {
    ended ??= thrown
    for (const each of waiting.splice(0)) each.fail(ended)
    void child.end()
  }
  child.output.on('data', (data: Buffer) => {
    bytes = bytes.length === 0 ? data : Buffer.concat([bytes, data])
    for (let [first] = waiting; first !== undefined; [first] = waiting) {
      const taken = first.tryWith(bytes)
      if (taken === null) return
      bytes = bytes.subarray(taken)
      waiting.shift()
    }
    child.awaited(false)
  })
  child.errors.resume()
  // The app waits for an answer, but not for git to exit: git exits when its input closes with the app.
  child.awaited(false)
  void child.ended.then((how) => end(how.kind === 'not-started' ? how.why : new Error('Git has ended.')))

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
        child.awaited(true)
        child.input.write(question)
      }),
    close: () => end(new Error('It was closed.')),
  }
}
