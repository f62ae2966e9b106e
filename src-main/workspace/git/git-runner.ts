import { spawn } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { FailureError } from '../../../src-shared/base/failure.ts'
import type { Confine } from '../../../src-shared/workspace/confine.ts'
import { guardProcess } from '../../processes/guardian.ts'
import { commandMark, markOf } from '../../processes/marks.ts'
import { createProcessEnd } from '../end-process.ts'
import { workspaceFailed, workspaceMissing } from '../workspace-failure.ts'
import { gitProgram } from './find-git.ts'

export interface GitOptions {
  readonly folder: string
  /** The whole environment of the process; see git-environment.ts. */
  readonly environment: Readonly<Record<string, string>>
  readonly input?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Maximum bytes of output; the process is ended if there are more. */
  readonly limit?: number | undefined
  /** Called with its error stream, as it comes. */
  readonly onTrouble?: ((text: string) => void) | undefined
  /** The owner of the command, if it may start programs of the project: these end with the app. */
  readonly owner?: string | undefined
  /** Left out or null: it is not confined. */
  readonly confine?: Confine | null | undefined
}
export interface GitRun {
  /** Null if it was ended by the limit, the signal or the system. */
  readonly code: number | null
  readonly output: Buffer
  /** The beginning of its error stream. */
  readonly trouble: string
  /** The output exceeded the limit. */
  readonly cut: boolean
}

const defaultLimit = 256 * 1024 * 1024
const troubleLimit = 64 * 1024

/** Runs git. Throws a FailureError if git or the folder is missing; git's own result is in `code`. */
export async function runGit(args: readonly string[], options: GitOptions): Promise<GitRun> {
  try {
    return await started(args, options)
  } catch (thrown) {
    if (thrown instanceof FailureError) throw thrown
    throw await whyNotStarted(thrown, options.folder)
  }
}

/** Runs git and returns its output as text; fails if it does not exit with 0. */
export async function gitText(args: readonly string[], options: GitOptions): Promise<string> {
  const run = await runGit(args, options)
  if (run.code === 0) return run.output.toString()
  throw gitFailed(args, run)
}

export function gitFailed(args: readonly string[], run: GitRun): FailureError {
  return workspaceFailed(
    'The files of the project could not be snapshotted or compared.',
    'Check that the project folder and the data folder can be read and written, then try again.',
    `git ${args.join(' ')}: ${run.code ?? 'killed'}: ${run.trouble.trim()}`,
  )
}

function started(args: readonly string[], options: GitOptions): Promise<GitRun> {
  return new Promise((resolve, reject) => {
    // A process group of its own, so that what git started can be ended with it.
    const git = gitProgram(options.environment['PATH'])
    const start = options.confine?.(git, args) ?? { program: git, args, environment: {} }
    const mark = options.owner === undefined ? null : markOf(options.owner)
    const guarded = mark === null ? null : guardProcess(mark)
    const child = spawn(start.program, start.args, {
      cwd: options.folder,
      env: { ...options.environment, ...start.environment, ...(mark !== null && { [commandMark]: mark }) },
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
      detached: process.platform !== 'win32',
    })
    guarded?.led(child.pid)
    const limit = options.limit ?? defaultLimit
    const output: Buffer[] = []
    let size = 0
    let trouble = ''
    const end = createProcessEnd(child)
    child.stdout.on('data', (data: Buffer) => {
      const room = Math.max(0, limit - size)
      if (room > 0) output.push(data.subarray(0, room))
      size += data.length
      if (size > limit) end.now()
    })
    child.stderr.on('data', (data: Buffer) => {
      options.onTrouble?.(data.toString())
      if (trouble.length < troubleLimit) trouble += data.toString()
    })
    // If a process ends before it has read its input, its exit code is reported, not the broken pipe.
    child.stdin.on('error', () => undefined)
    child.stdin.end(options.input ?? '')
    if (options.signal?.aborted) end.now()
    options.signal?.addEventListener('abort', end.now, { once: true })
    const settle = () => {
      guarded?.over()
      options.signal?.removeEventListener('abort', end.now)
      end.settled()
    }
    child.on('error', (thrown) => {
      settle()
      reject(thrown)
    })
    child.on('close', (code) => {
      settle()
      resolve({ code: end.isAsked() ? null : code, output: Buffer.concat(output), trouble, cut: size > limit })
    })
  })
}

/** The system reports "not found" for a missing program and for a missing folder. */
async function whyNotStarted(thrown: unknown, folder: string): Promise<FailureError> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder) return workspaceMissing(folder)
  return workspaceFailed(
    'Git is not installed on this computer, so no snapshots of the files can be taken.',
    'Install git (https://git-scm.com) and restart Stratagem; everything else works without it.',
    String(thrown),
  )
}
