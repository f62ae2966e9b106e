import type { TestCommand } from '../../../src-shared/comparison/test-command.ts'
import { fromDeno, fromPackage } from './test-commands/javascript.ts'
import { ecosystems, furtherEcosystems, taskRunners } from './test-commands/others.ts'
import type { Finder, ProjectFiles } from './test-commands/project-files.ts'
import { fromPython } from './test-commands/python.ts'

/** The ecosystem's own file comes before a makefile or its like, which may do more than test. */
const finders: readonly Finder[] = [
  fromPackage,
  fromDeno,
  ...ecosystems,
  fromPython,
  ...furtherEcosystems,
  ...taskRunners,
]

/**
 * The command that runs a project's tests, from the files in its top folder, with the file that says so. Nothing is
 * run: it is proposed, and the user starts it. Null if none is found.
 */
export function testCommandOf(files: ProjectFiles, platform: NodeJS.Platform): TestCommand | null {
  for (const find of finders) {
    const found = find(files, platform)
    if (found !== null) return found
  }
  return null
}
