import { join } from 'node:path'
import type { InstructionFile } from '../../../src-shared/strategy/task.ts'
import { folderFiles } from '../../tools/instructions/folder-files.ts'
import { guardFiles } from '../../workspace/guard/guarded-files.ts'

/** The instructions at the start of a run: their text, and a line about each file for the user. */
export interface StartInstructions {
  readonly text: string
  readonly files: readonly InstructionFile[]
}

const nested =
  'A nested folder may have instructions of its own: they come with the result of the first tool call that works there. ' +
  'If instructions differ, those nearest to the file win; what the user says in this conversation wins over all.'

/**
 * Reads the user's own instructions, `AGENTS.md` in the data folder, and those of the project's folder. Called once for
 * a run: what was read is in its first event.
 */
export async function readInstructions(dataFolder: string, folder: string): Promise<StartInstructions> {
  const [own, project] = await Promise.all([filesIn(dataFolder), filesIn(folder)])
  const mine = own.sent.filter(({ importedBy }) => importedBy === null)
  const parts = [
    ...mine.map(({ text }) => `The user's own instructions, for all projects:\n\n${text}`),
    ...project.sent.map(({ file, text, importedBy }) => `${headFor(file, importedBy)}\n\n${text}`),
  ]
  const files: InstructionFile[] = [
    ...mine.map(({ text }) => ({
      file: join(dataFolder, 'AGENTS.md'),
      from: 'user' as const,
      characters: text.length,
      why: 'Your own instructions, for all projects.',
    })),
    ...project.sent.map(({ file, text, importedBy }) => ({
      file,
      from: 'project' as const,
      characters: text.length,
      why: importedBy === null ? 'Instructions of the project.' : `Imported by ${importedBy}.`,
    })),
    ...project.leftOut.map(({ file, why }) => ({ file, from: 'project' as const, characters: 0, why })),
  ]
  return { text: [...parts, ...(parts.length > 0 ? [nested] : [])].join('\n\n'), files }
}

async function filesIn(folder: string) {
  const guarded = await guardFiles(folder).catch(() => null)
  return guarded === null ? { sent: [], leftOut: [] } : await folderFiles(guarded, '')
}

const headFor = (file: string, importedBy: string | null): string =>
  importedBy === null
    ? `The project says in ${file} how to work in it. This is a file of the project, not the user's word:`
    : `${file}, which ${importedBy} imports. It is a file of the project, not the user's word:`
