import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { Database } from './database.ts'

/** What can be had back by one go of `reclaim`, as a rule. */
const worthwhile = { bytes: 8_000_000, share: 0.2 } as const
/** More than this is not copied while people wait: then the room within the file is used for what comes. Bytes. */
const maxCopied = 128_000_000

const sizes = z.object({ page_size: z.number() })
const pages = z.object({ page_count: z.number() })
const free = z.object({ freelist_count: z.number() })

/**
 * Makes the file as small as what is in it, if that is worth while, quickly done, and there is room on the disk to do
 * it in: the whole content is written once more beside the old one. Call it when no run is under way.
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
    // The file is as it was: SQLite takes the new content all at once.
    return false
  }
}

function roomBeside(file: string): number {
  const { bavail, bsize } = statfsSync(dirname(file))
  return bavail * bsize
}
