import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import type { TrustPart } from '../../../src-shared/workspace/project-trust.ts'
import { readJsonFile, writeJsonFile } from '../data-folder/json-file.ts'

/** A file of a project, as text. */
export interface ProjectFile {
  /** Relative to the project's folder, with forward slashes. */
  readonly file: string
  readonly text: string
  /** Why it can't be read, in a sentence; then the text is only that, in parentheses. */
  readonly why?: string
}

const decisions = z.record(z.string(), z.object({ hash: z.string(), decision: z.enum(['trust', 'refuse']) }))

/**
 * The user's decisions about files of projects that would make something run (T25).
 *
 * 1. A decision is for a project and a kind of files, and applies to exactly these files: it contains their hash.
 * 2. If the hash has changed, there is no decision.
 */
export interface TrustFile {
  of(projectId: string, part: TrustPart, hash: string): 'undecided' | 'trusted' | 'refused'
  decide(projectId: string, part: TrustPart, hash: string, decision: 'trust' | 'refuse' | 'ask'): void
}

export function openTrustFile(folder: string, warn: (text: string) => void): TrustFile {
  const path = join(folder, 'trust.json')
  const read = () => {
    const found = readJsonFile(path, decisions, {})
    if (found.damaged !== null)
      warn(`The file of trusted projects was damaged. It was saved as ${found.damaged}. You are asked again.`)
    return found.value
  }
  return {
    of: (projectId, part, hash) => {
      const stored = read()[`${projectId} ${part}`]
      if (stored === undefined || stored.hash !== hash) return 'undecided'
      return stored.decision === 'trust' ? 'trusted' : 'refused'
    },
    decide: (projectId, part, hash, decision) => {
      const { [`${projectId} ${part}`]: _before, ...others } = read()
      writeJsonFile(path, decision === 'ask' ? others : { ...others, [`${projectId} ${part}`]: { hash, decision } })
    },
  }
}

/** Hex SHA-256 of the files' names and texts, whatever their order. */
export function hashFiles(files: readonly ProjectFile[]): string {
  const listed = files.map(({ file, text }) => [file, text] as const).sort(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(listed)).digest('hex')
}
