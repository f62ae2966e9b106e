import { guardFiles } from '../../workspace/guard/guarded-files.ts'
import { hashFiles, type ProjectFile } from './project-trust.ts'

/** Which files of a project are checked. */
export interface ProjectFileKind {
  /** Relative to the project's folder. */
  readonly folder: string
  readonly fits: (path: string) => boolean
  /** Bytes. */
  readonly largest: number
  /** Levels of folders; left out: the folder itself. */
  readonly depth?: number
}

/** Files of a project, as text: they are not compiled before they are trusted (T25). */
export interface TrustedFiles {
  readonly files: readonly ProjectFile[]
  /** Files that exist but can't be read, with the reason. */
  readonly unreadable: readonly { readonly file: string; readonly why: string }[]
  /** The hash of all found files; see `hashFiles`. */
  readonly hash: string
}

/** Maximum of listed files. */
const maxListed = 500

/**
 * Reads through the path guard, and no links: nothing outside the project is read (T15). Empty if the project is gone.
 */
export async function readTrustedFiles(projectFolder: string, kind: ProjectFileKind): Promise<TrustedFiles> {
  const guarded = await guardFiles(projectFolder).catch(() => null)
  const listed = await guarded?.list(kind.folder, kind.depth ?? 1, maxListed)
  const found = listed?.ok === true ? listed.entries.filter(({ path }) => kind.fits(path)) : []
  const files: ProjectFile[] = []
  const unreadable: { file: string; why: string }[] = []
  for (const { path: file, kind: what, size } of found) {
    const read = await readOne(file, what, size)
    if (read.ok) files.push({ file, text: read.text })
    else unreadable.push({ file, why: read.problem })
  }
  const counted = [...files, ...unreadable.map(({ file, why }) => ({ file, text: why }))]
  return { files, unreadable, hash: hashFiles(counted) }

  async function readOne(file: string, what: string, size: number) {
    if (what !== 'file') return { ok: false, problem: 'It is not a regular file; links are not followed.' } as const
    if (size > kind.largest) return { ok: false, problem: `It is too large: ${size} bytes.` } as const
    const read = await guarded?.readText(file)
    return read ?? ({ ok: false, problem: 'The project’s folder is gone.' } as const)
  }
}
