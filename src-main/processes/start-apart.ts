import { spawn } from 'node:child_process'
import { StringDecoder } from 'node:string_decoder'

/** Characters kept of what it prints as errors. */
const maxTrouble = 400

/**
 * Starts a program of the user's that outlives the app, such as an editor, without a shell.
 * @param program absolute
 * @param failsWithin ms after which it counts as running
 * @returns null if it runs, or ended well; else why not
 */
export async function startApart(
  program: string,
  args: readonly string[],
  folder: string,
  failsWithin: number,
): Promise<ApartFailure | null> {
  // Electron's own variable would start an editor that is built on Electron as plain Node.
  const { ELECTRON_RUN_AS_NODE: _, ...environment } = process.env
  const child = spawn(program, [...args], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    windowsHide: false,
  })
  let trouble = ''
  const decoder = new StringDecoder('utf8')
  child.stderr.on('data', (data: Buffer) => {
    if (trouble.length < maxTrouble) trouble += decoder.write(data)
  })
  const ended = await new Promise<number | null | Error>((resolve) => {
    const late = setTimeout(() => resolve(null), failsWithin)
    const done = (end: number | null | Error) => {
      clearTimeout(late)
      resolve(end)
    }
    child.on('error', done)
    child.on('exit', done)
  })
  // Its last words may still be in the pipe.
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  child.stderr.destroy()
  child.unref()
  if (ended instanceof Error) return { kind: 'not-started', why: ended }
  if (ended === null || ended === 0) return null
  return { kind: 'failed', code: ended, trouble: trouble.trim().slice(0, maxTrouble) }
}

export type ApartFailure =
  | { readonly kind: 'not-started'; readonly why: Error }
  | { readonly kind: 'failed'; readonly code: number; readonly trouble: string }
