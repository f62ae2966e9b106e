import { hash } from 'node:crypto'
import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs'
import { z } from 'zod'

/** An event that is known to have been stored. */
export interface KnownEvent {
  readonly runId: string
  readonly seq: number
  /** Hex: its link of the log's chain. */
  readonly hash: string
}

/**
 * The newest stored event, noted in a file beside the database: if the end of the database's log is damaged or lost,
 * SQLite takes what is before it for everything, and only this note knows of more.
 *
 * 1. It is written after the commit. So what it names was stored, whatever other processes write meanwhile.
 * 2. It is a help: that it can't be written or read is no failure.
 * 3. It is not flushed to the disk, and one write costs some microseconds.
 */
export interface NewestEvent {
  set(event: KnownEvent): void
  close(): void
}

/** Of the note with what fills it up, bytes: each replaces the one before in one write. */
const size = 256

const known = z.object({ runId: z.string(), seq: z.number().int().min(0), hash: z.string().regex(/^[0-9a-f]{64}$/) })

/** Its file, next to the database. */
export const newestEventFile = (database: string): string => `${database}-newest`

/** Null: nothing is known. */
export function readNewestEvent(file: string): KnownEvent | null {
  try {
    const [text = '', digest] = readFileSync(file, 'utf8').trimEnd().split('\n')
    return digest === digestOf(text) ? known.parse(JSON.parse(text)) : null
  } catch {
    return null
  }
}

export function openNewestEvent(file: string): NewestEvent {
  let opened: number | null | undefined
  const open = () => {
    try {
      return openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600)
    } catch {
      return null
    }
  }
  return {
    set: (event) => {
      const text = JSON.stringify(event)
      const bytes = Buffer.from(`${text}\n${digestOf(text)}`.padEnd(size))
      opened ??= open()
      if (opened === null || bytes.length !== size) return
      try {
        writeSync(opened, bytes, 0, size, 0)
      } catch {
        // Such as a full disk: the earlier note is still true.
      }
    },
    close: () => {
      if (typeof opened === 'number') closeSync(opened)
      opened = null
    },
  }
}

const digestOf = (text: string): string => hash('sha256', text).slice(0, 32)
