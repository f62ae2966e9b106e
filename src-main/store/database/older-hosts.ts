import { z } from 'zod'
import type { Database } from './database.ts'

const row = z.object({ lives: z.number() })

/** Whether a host of an earlier version may still be running, which can't read what only this version writes. */
export const olderHostLives = (database: Database): boolean =>
  database.get(row, 'SELECT EXISTS (SELECT 1 FROM hosts WHERE id IN (SELECT id FROM older_hosts)) AS lives')?.lives ===
  1
