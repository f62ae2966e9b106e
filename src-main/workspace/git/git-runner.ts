import { stat } from 'node:fs/promises'
import { FailureError } from '../../../src-shared/base/failure.ts'
import type { Confine } from '../../../src-shared/workspace/confine.ts'
import { ownWork } from '../../processes/marks.ts'
import { runToEnd } from '../../processes/run-to-end.ts'
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

async function started(args: readonly string[], options: GitOptions): Promise<GitRun> {
  const { folder, environment, confine, owner = ownWork, input = '', signal, limit = defaultLimit } = options
  const program = { program: gitProgram(environment['PATH']), args, folder, environment, confine }
  const limits = { signal, most: limit, mostErrors: troubleLimit, atMost: 'end', onErrors: options.onTrouble } as const
  const end = await runToEnd(program, { kind: 'helper', owner, input: { text: input } }, limits)
  return { code: end.code, output: end.output, trouble: end.errors.toString(), cut: end.cut }
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
