import type { ProjectTrust, TrustPart } from '../../../src-shared/workspace/project-trust.ts'
import { hashFiles, type ProjectFile, type TrustFile } from './project-trust.ts'
import { type ProjectFileKind, readTrustedFiles } from './trusted-files.ts'

export interface TrustedProject {
  readonly id: string
  readonly folder: string
}

/** Files of one kind that projects bring. Nothing is made of them before the user trusts these very files (T25). */
export interface TrustedBook {
  /** The files, if they are trusted as they are; else none. */
  trusted(project: TrustedProject): Promise<readonly ProjectFile[]>
  trustOf(project: TrustedProject): Promise<ProjectTrust>
}

/** @param filesIn what a project's folder has of this kind */
export function createTrustedBook(
  part: TrustPart,
  trust: TrustFile,
  filesIn: (folder: string) => Promise<readonly ProjectFile[]>,
): TrustedBook {
  const trustOf = async ({ id, folder }: TrustedProject): Promise<ProjectTrust> => {
    const files = await filesIn(folder)
    const hash = hashFiles(files)
    return { part, state: files.length === 0 ? 'none' : trust.of(id, part, hash), hash, files }
  }
  return {
    trustOf,
    trusted: async (project) => {
      const { state, files } = await trustOf(project)
      return state === 'trusted' ? files : []
    },
  }
}

/** The files of several folders. One that can't be read counts with the reason as its text. */
export async function filesInAll(
  root: string,
  folders: readonly string[],
  kind: Omit<ProjectFileKind, 'folder'>,
): Promise<readonly ProjectFile[]> {
  const found = await Promise.all(folders.map((folder) => readTrustedFiles(root, { ...kind, folder })))
  const unreadable = found.flatMap((each) => each.unreadable.map(({ file, why }) => ({ file, text: `(${why})`, why })))
  return [...found.flatMap(({ files }) => files), ...unreadable]
}
