import type { ReadOutside } from '../../trials/outside/outside-shape.ts'
import { readOutside, readOutsideLog } from '../../trials/outside/read-outside.ts'
import { isArchive, readEvalArchive } from './eval-archive.ts'

/**
 * Reads a file with results of others, packed (a log of Inspect, .eval) or as text.
 * @param score of a log of Inspect, the score that says what succeeded; null: as it says
 * @returns null if it is none that is known
 * @throws FailureError if it is one, and can't be read
 */
export async function readOutsideFile(bytes: Buffer, score: string | null): Promise<ReadOutside | null> {
  return isArchive(bytes) ? readOutsideLog(await readEvalArchive(bytes), score) : readOutside(bytes, score)
}
