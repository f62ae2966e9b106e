import { matchesGlob } from '../../../src-shared/base/glob.ts'
import { plainPath } from '../text/plain-path.ts'
import { agents } from './agents.ts'
import type { AutoRunKind } from './auto-run-kind.ts'
import { editors } from './editors.ts'
import { languages } from './languages.ts'
import { pipelines } from './pipelines.ts'

/**
 * Files that act by themselves: another program runs or obeys them without being pointed to them. That happens when the
 * folder is opened in an editor or entered with a shell, at a commit or a push, when an agent starts, or when a program
 * that was started for something else picks them up. Through them a prompt injection would outlive its
 * run there (T23, T39).
 *
 * Not among them: what only has an effect when somebody runs what it describes, such as `package.json`, a Makefile,
 * a Dockerfile, the settings of a bundler, linter or test runner, or the code itself. Changing these is the work.
 */
export const autoRunKinds: readonly AutoRunKind[] = [...pipelines, ...agents, ...editors, ...languages]

/**
 * The kind of a file that acts by itself; null if the file is of no such kind.
 * @param path project-relative; a spelling that some file system treats as the same name counts as that name
 */
export function autoRunKind(path: string): AutoRunKind | null {
  const plain = plainPath(path)
  return autoRunKinds.find(({ glob }) => matchesGlob(glob, plain)) ?? null
}
