import { realpathSync } from 'node:fs'
import { findClaudeCode } from './claude-code/find-claude-code.ts'
import { findCodex } from './codex/find-codex.ts'
import { findOpencode } from './find-opencode.ts'
import type { FoundFile } from './found-file.ts'
import { findCline, findGemini, findPi } from './others/find-others.ts'
import type { ToolFolders } from './tool-folders.ts'

/** Sessions listed. */
const maxShown = 200

/**
 * Sessions of other tools in a project's folder, the latest first. Only files directly in the tools' own folders are
 * looked at, links to files are not followed, and their number and sizes are limited.
 * @param folder absolute
 */
export async function findSessions(places: ToolFolders, folder: string): Promise<readonly FoundFile[]> {
  const folders = new Set([folder, realPath(folder)])
  const found = await Promise.all([
    findClaudeCode(places.claudeCode, folders),
    findCodex(places.codex, folders),
    findOpencode(places.opencode, folders),
    findGemini(places.gemini, folders),
    findPi(places.pi, folders),
    ...places.cline.map((place) => findCline(place, folders)),
  ])
  return found
    .flat()
    .sort((one, other) => other.at - one.at)
    .slice(0, maxShown)
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}
