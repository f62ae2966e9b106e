import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder with files that is removed after the test. */
export interface TemporaryProject {
  /** Absolute real path. */
  readonly folder: string
  at(path: string): string
  write(path: string, content: string | Uint8Array): Promise<void>
  read(path: string): Promise<string>
}

/** @param files text by project-relative path */
export async function temporaryProject(files: { readonly [path: string]: string } = {}): Promise<TemporaryProject> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'stratagem-test-')))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const at = (path: string) => join(folder, path)
  const write = async (path: string, content: string | Uint8Array) => {
    await mkdir(dirname(at(path)), { recursive: true })
    await writeFile(at(path), content)
  }
  for (const [path, text] of Object.entries(files)) await write(path, text)
  return { folder, at, write, read: (path) => readFile(at(path), 'utf8') }
}

/** POSIX only. */
export const makeFifo = async (path: string) => void execFileSync('mkfifo', [path])
