import type { SeenFile } from '../../../src-shared/model/tool.ts'
import type { GuardedFiles } from '../workspace-port.ts'
import { folderFiles, folderOfInstructions, type InstructionText } from './folder-files.ts'

/**
 * Which nested folders' instructions a run has got. Those of the project's own folder are in its system message.
 *
 * 1. A folder's instructions come once, with the first call that reads or edits a file in it or below.
 * 2. Folders further out come first: what is nearest to the file is last, and wins.
 */
export interface NestedInstructions {
  /** What calls have seen before, if the run is resumed. */
  remember(files: readonly SeenFile[]): void
  /** @param paths files that a call has read or written, relative to the project's folder */
  newFor(paths: readonly string[]): Promise<readonly InstructionText[]>
}

export function createNestedInstructions(files: Pick<GuardedFiles, 'resolve' | 'readText'>): NestedInstructions {
  const done = new Set<string>([''])
  return {
    remember: (seen) => {
      for (const { path } of seen) {
        const folder = folderOfInstructions(path)
        if (folder !== null) done.add(folder)
      }
    },
    newFor: async (paths) => {
      const folders = [...new Set(paths.flatMap(foldersAbove))].filter((folder) => !done.has(folder))
      // Before the first wait: calls of one answer run at the same time.
      for (const folder of folders) done.add(folder)
      const own = new Set(paths)
      const found: InstructionText[] = []
      for (const folder of folders) found.push(...(await folderFiles(files, folder)).sent)
      // The call itself has shown it.
      return found.filter(({ file }) => !own.has(file))
    },
  }
}

/** Every folder between the project's folder and the file, outermost first. */
export function foldersAbove(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
}
