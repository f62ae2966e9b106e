import { lstatSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The paths in a folder, itself included, that other users of the computer could read or change; relative to it. */
export function openPaths(folder: string): string[] {
  const all = [folder, ...readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))]
  return all
    .filter((path) => !lstatSync(path).isSymbolicLink() && (lstatSync(path).mode & 0o077) !== 0)
    .map((path) => relative(folder, path) || '.')
}
