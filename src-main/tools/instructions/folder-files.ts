import { posix } from 'node:path'
import type { GuardedFiles } from '../workspace-port.ts'
import { importPaths } from './import-paths.ts'

/** Files with instructions for agents; in each folder the first that exists is used. */
const names = ['AGENTS.md', 'CLAUDE.md', '.claude/CLAUDE.md'] as const
/** The user's own for this folder, which git ignores; sent after the others. Source: the memory files of Claude Code. */
const local = 'CLAUDE.local.md'
/** Maximum characters of one file, and of a folder's file with all that it imports. */
const [maxFile, maxTogether] = [20_000, 60_000]
/** Maximum files between the first and an imported one, and maximum imports of a folder. */
const [maxDepth, maxImports] = [5, 20]

/** A file with instructions, as it is sent. */
export interface InstructionText {
  /** Relative to the project's folder, with forward slashes. */
  readonly file: string
  readonly text: string
  /** Hex SHA-256 of its bytes. */
  readonly hash: string
  /** The file that imports it; null for the folder's own file. */
  readonly importedBy: string | null
}

export interface FolderFiles {
  readonly sent: readonly InstructionText[]
  readonly leftOut: readonly { readonly file: string; readonly why: string }[]
}

/** The folder that a file has instructions for; null: it is no such file. */
export function folderOfInstructions(path: string): string | null {
  const name = [local, ...names].findLast((each) => path === each || path.endsWith(`/${each}`))
  return name === undefined ? null : path.slice(0, -name.length).replace(/\/$/, '')
}

/**
 * The instructions of one folder of the project: its AGENTS.md or its CLAUDE.md, and its CLAUDE.local.md, with the
 * files that they import. All are read through the path guard: no link and no import leads out of the project (T16).
 *
 * @param folder relative to the project's folder, with forward slashes; empty for the project's folder itself
 */
export async function folderFiles(
  files: Pick<GuardedFiles, 'resolve' | 'readText'>,
  folder: string,
): Promise<FolderFiles> {
  const sent: InstructionText[] = []
  const leftOut: { file: string; why: string }[] = []
  let room = maxTogether

  async function add(file: string, importedBy: string | null): Promise<InstructionText | null> {
    const read = await files.readText(file)
    if (!read.ok) {
      leftOut.push({ file, why: read.problem })
      return null
    }
    if (sent.some((each) => each.file === read.relative)) return null
    const text = read.text.trim()
    if (text === '') return null
    const taken = text.slice(0, Math.min(maxFile, room))
    room -= taken.length
    if (taken === '') {
      leftOut.push({ file, why: 'The instructions before it fill the room for them.' })
      return null
    }
    const cut = taken.length < text.length ? `\n[… ${text.length - taken.length} more characters left out]` : ''
    const added = { file: read.relative, text: `${taken}${cut}`, hash: read.hash, importedBy }
    sent.push(added)
    return added
  }

  async function addImports({ file, text }: InstructionText, depth: number): Promise<void> {
    for (const path of importPaths(text)) {
      const target = posix.normalize(posix.join(posix.dirname(file), path))
      if (leadsOut(path, target)) {
        leftOut.push({ file: path, why: `${file} imports it, but it is outside the project.` })
        continue
      }
      const resolved = await files.resolve(target)
      // `@name` may mention a person.
      if (!resolved.ok || resolved.kind !== 'file') continue
      if (depth >= maxDepth || sent.length > maxImports) {
        leftOut.push({ file: target, why: `${file} imports it, but too many files are imported before it.` })
        continue
      }
      const added = await add(target, file)
      if (added !== null) await addImports(added, depth + 1)
    }
  }

  for (const name of names) {
    const file = folder === '' ? name : `${folder}/${name}`
    const resolved = await files.resolve(file)
    if (resolved.ok && resolved.kind === 'none') continue
    if (!resolved.ok) leftOut.push({ file, why: resolved.problem })
    else if (sent.length > 0) {
      if (!sent.some((each) => each.file === resolved.relative))
        leftOut.push({ file, why: `${sent[0]?.file} is used.` })
    } else {
      const added = await add(file, null)
      if (added !== null) await addImports(added, 0)
    }
  }
  const own = await files.resolve(folder === '' ? local : `${folder}/${local}`)
  if (own.ok && own.kind === 'file') {
    const added = await add(own.relative, null)
    if (added !== null) await addImports(added, 0)
  } else if (!own.ok) leftOut.push({ file: folder === '' ? local : `${folder}/${local}`, why: own.problem })
  return { sent, leftOut }
}

const leadsOut = (path: string, target: string): boolean =>
  /^(~|\/|[A-Za-z]:|\\)/.test(path) || target === '..' || target.startsWith('../')
