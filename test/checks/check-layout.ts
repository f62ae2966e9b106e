import path from 'node:path'
import { importedFile, type MeasuredModule, type SourceModule } from './module-graph.ts'

/** A known import of one view by another, with its reason. */
export interface ViewDebt {
  readonly file: string
  readonly imports: string
  readonly why: string
}

/** Maximum number of files in a folder, and of folders. */
export const maxFilesInFolder = 25
/** Maximum number of lines in a source file. */
export const maxLinesOfFile = 300

const views = 'src-renderer/views/'
const viewOf = (file: string) => (file.startsWith(views) ? file.slice(views.length).split('/')[0] : undefined)

/** Imports of one view by another that are not among the debts, and debts that no longer exist. */
export function findViewImports(modules: readonly SourceModule[], debts: readonly ViewDebt[]): readonly string[] {
  const found = modules.flatMap(({ file, imports }) =>
    imports.flatMap((each) => {
      const target = importedFile(file, each) ?? ''
      const [from, to] = [viewOf(file), viewOf(target)]
      return from !== undefined && to !== undefined && from !== to ? [{ file, imports: target }] : []
    }),
  )
  const isSame = (one: { file: string; imports: string }, other: { file: string; imports: string }) =>
    one.file === other.file && one.imports === other.imports
  return [
    ...found
      .filter((each) => !debts.some((debt) => isSame(debt, each)))
      .map((each) => `${each.file} imports ${each.imports}: no view imports another view`),
    ...debts
      .filter((debt) => !found.some((each) => isSame(debt, each)))
      .map((debt) => `${debt.file} no longer imports ${debt.imports}: remove the debt`),
  ]
}

/** Folders with too many files or folders in them. @param files paths from the top of the repository */
export function findFullFolders(files: readonly string[]): readonly string[] {
  const folders = new Set(files.flatMap((file) => foldersAbove(file)))
  const full = (paths: Iterable<string>, what: string) =>
    [...countedByFolder(paths)]
      .filter(([, count]) => count > maxFilesInFolder)
      .map(([folder, count]) => `${folder} holds ${count} ${what}; at most ${maxFilesInFolder}`)
  return [...full(files, 'files'), ...full(folders, 'folders')]
}

function countedByFolder(paths: Iterable<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const each of paths) counts.set(path.posix.dirname(each), (counts.get(path.posix.dirname(each)) ?? 0) + 1)
  return counts
}

function foldersAbove(file: string): readonly string[] {
  const folder = path.posix.dirname(file)
  return folder === '.' ? [] : [folder, ...foldersAbove(folder)]
}

/** Files that are too long. */
export function findLongFiles(modules: readonly MeasuredModule[]): readonly string[] {
  return modules
    .filter(({ lines }) => lines > maxLinesOfFile)
    .map(({ file, lines }) => `${file} has ${lines} lines; at most ${maxLinesOfFile}`)
}
