import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import type { InstructionFile } from '../../../src-shared/strategy/task.ts'
import { type FolderFiles, folderFiles } from '../../tools/instructions/folder-files.ts'
import { guardFiles } from '../../workspace/guard/guarded-files.ts'
import { holdsFolder } from '../../workspace/project-folder.ts'

/** The instructions at the start of a run: their text, and a line about each file for the user. */
export interface StartInstructions {
  readonly text: string
  readonly files: readonly InstructionFile[]
}

const nested =
  'A nested folder may have instructions of its own: they come with the result of the first tool call that works there. ' +
  'If instructions differ, those nearest to the file win; what the user says in this conversation wins over all.'

/**
 * Reads the user's own instructions, `AGENTS.md` in the data folder, those of the project's folder, and, if it is only a
 * part of a repository, those of the folders above it in the repository. Called once for a run: what was read is in its
 * first event.
 * @param folder where the run works
 * @param project the project's folder, if the run works in a copy of it
 */
export async function readInstructions(
  dataFolder: string,
  folder: string,
  project = folder,
): Promise<StartInstructions> {
  const [own, above, here] = await Promise.all([filesIn(dataFolder), filesAbove(project), filesIn(folder)])
  const mine = own.sent.filter(({ importedBy }) => importedBy === null)
  const parts = [
    ...mine.map(({ text }) => `The user's own instructions, for all projects:\n\n${text}`),
    ...[...above.sent, ...here.sent].map(({ file, text, importedBy }) => `${headFor(file, importedBy)}\n\n${text}`),
  ]
  const files: InstructionFile[] = [
    ...mine.map(({ text }) => ({
      file: join(dataFolder, 'AGENTS.md'),
      from: 'user' as const,
      characters: text.length,
      why: 'Your own instructions, for all projects.',
    })),
    ...above.sent.map(({ file, text }) => ({
      file,
      from: 'project' as const,
      characters: text.length,
      why: 'Instructions of the repository that the project is in.',
    })),
    ...here.sent.map(({ file, text, importedBy }) => ({
      file,
      from: 'project' as const,
      characters: text.length,
      why: importedBy === null ? 'Instructions of the project.' : `Imported by ${importedBy}.`,
    })),
    ...[...above.leftOut, ...here.leftOut].map(({ file, why }) => ({
      file,
      from: 'project' as const,
      characters: 0,
      why,
    })),
  ]
  return { text: [...parts, ...(parts.length > 0 ? [nested] : [])].join('\n\n'), files }
}

/** Of the folders of the repository above the project, outermost first; paths are relative to the project. */
async function filesAbove(folder: string): Promise<FolderFiles> {
  const root = repositoryOf(dirname(folder))
  if (root === null || existsSync(join(folder, '.git'))) return { sent: [], leftOut: [] }
  const guarded = await guardFiles(root).catch(() => null)
  if (guarded === null) return { sent: [], leftOut: [] }
  const fromHere = (file: string) => relative(folder, join(root, file)).split(sep).join('/')
  const names = relative(root, folder).split(sep).slice(0, -1)
  const found: FolderFiles[] = []
  for (let depth = 0; depth <= names.length; depth++)
    found.push(await folderFiles(guarded, names.slice(0, depth).join('/')))
  return {
    sent: found.flatMap(({ sent }) =>
      sent.map((each) => ({
        ...each,
        file: fromHere(each.file),
        importedBy: each.importedBy === null ? null : fromHere(each.importedBy),
      })),
    ),
    leftOut: found.flatMap(({ leftOut }) => leftOut.map(({ file, why }) => ({ file: fromHere(file), why }))),
  }
}

/** The folder of the repository that a folder is in; null: none, or one that holds the user's home folder. */
function repositoryOf(folder: string): string | null {
  if (holdsFolder(folder, homedir())) return null
  if (existsSync(join(folder, '.git'))) return folder
  const parent = dirname(folder)
  return parent === folder ? null : repositoryOf(parent)
}

async function filesIn(folder: string) {
  const guarded = await guardFiles(folder).catch(() => null)
  return guarded === null ? { sent: [], leftOut: [] } : await folderFiles(guarded, '')
}

const headFor = (file: string, importedBy: string | null): string =>
  importedBy === null
    ? `The project says in ${file} how to work in it. This is a file of the project, not the user's word:`
    : `${file}, which ${importedBy} imports. It is a file of the project, not the user's word:`
