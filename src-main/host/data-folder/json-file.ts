import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import type { z } from 'zod'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { readRegular } from './regular-file.ts'

export interface JsonFileContent<T> {
  readonly value: T
  /** The path to which a damaged file was moved, or null. */
  readonly damaged: string | null
}

/** Bytes. No file that the app wrote is larger. */
const largest = 100_000_000

/** Reads a file that the app wrote. A damaged one is never overwritten: it is renamed, and the fallback is used. */
export function readJsonFile<T>(path: string, schema: z.ZodType<T>, fallback: T): JsonFileContent<T> {
  if (!existsSync(path)) return { value: fallback, damaged: null }
  const value = parse(readRegular(path, largest), schema)
  if (value !== undefined) return { value, damaged: null }
  return { value: fallback, damaged: putAside(path) }
}

/** Number of such writes by this process. */
let writes = 0

/**
 * The same, but reads the file again only if it changed: each change makes a new file (`writeJsonFile`), also
 * one by another process. Checks the file at most once per turn of the event loop, and after each write.
 */
export function rememberJsonFile<T>(path: string, schema: z.ZodType<T>, fallback: T): () => JsonFileContent<T> {
  let known: { readonly stamp: string; readonly read: JsonFileContent<T> } | null = null
  let lookedAfter: number | null = null
  const lookAgain = () => {
    lookedAfter = null
  }
  return () => {
    if (known !== null && lookedAfter === writes) return known.read
    if (lookedAfter === null) setImmediate(lookAgain)
    lookedAfter = writes
    const stamp = stampOf(path)
    if (known?.stamp === stamp) return known.read
    const read = readJsonFile(path, schema, fallback)
    known = read.damaged === null ? { stamp, read } : null
    return read
  }
}

function stampOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? '' : `${found.ino}:${found.size}:${found.mtimeNs}`
}

function parse<T>(text: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

function putAside(path: string): string {
  const aside = `${path}.damaged`
  rmSync(aside, { force: true })
  renameSync(path, aside)
  return aside
}

/** Writes atomically: a temporary file next to it, flushed, then renamed over it. Only the user can read it. */
export function writeJsonFile(path: string, value: unknown): void {
  writes += 1
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}.${process.pid}.tmp`
  try {
    const file = openSync(temporary, 'w', 0o600)
    try {
      // Not `writeSync`: when a disk becomes full it writes a part and reports success (T4).
      writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(temporary, path)
  } catch (thrown) {
    rmSync(temporary, { force: true })
    throw notWritten(path, thrown)
  }
}

const notWritten = (path: string, thrown: unknown) =>
  new FailureError({
    kind: 'store-failed',
    message: `The file ${path} could not be written. It was left unchanged.`,
    advice: 'Check that the disk has free space and that you can write to the data folder, then try again.',
    detail: String(thrown),
  })
