import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { Database } from './database.ts'

/** What one call of `reclaim` usually frees. */
const worthwhile = { bytes: 8_000_000, share: 0.2 } as const
/** Bytes. A larger database is not copied while users wait: its free pages are reused instead. */
const maxCopied = 128_000_000

const sizes = z.object({ page_size: z.number() })
const pages = z.object({ page_count: z.number() })
const free = z.object({ freelist_count: z.number() })

/**
 * Shrinks the file to its content, if that frees enough, is quick, and the disk has room for it:
 * the whole content is written again next to the old file. Call it when no run is active.
 * Source: https://sqlite.org/lang_vacuum.html
 *
 * @returns whether it was done; false also if another process was in the way
 */
export function reclaim(database: Database, file: string): boolean {
  const size = database.get(sizes, 'PRAGMA page_size')?.page_size ?? 0
  const all = (database.get(pages, 'PRAGMA page_count')?.page_count ?? 0) * size
  const unused = (database.get(free, 'PRAGMA freelist_count')?.freelist_count ?? 0) * size
  const content = all - unused
  if (unused < worthwhile.bytes || unused < all * worthwhile.share || content > maxCopied) return false
  if (roomBeside(file) < content * 3) return false
  try {
    database.exec('VACUUM')
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    return true
  } catch {
    // The file is unchanged: SQLite replaces the content atomically.
    return false
  }
}

function roomBeside(file: string): number {
  const { bavail, bsize } = statfsSync(dirname(file))
  return bavail * bsize
}
