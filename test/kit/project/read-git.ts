import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { readingRules } from '../../../src-main/sandbox/reading-rules.ts'
import type { Sandbox } from '../../../src-main/sandbox/sandbox.ts'
import { gitProgram } from '../../../src-main/workspace/git/find-git.ts'
import type { ReadingPlace } from '../../../src-main/workspace/git/read-git.ts'

function viewsFolder(): string {
  const views = realpathSync(mkdtempSync(join(tmpdir(), 'stratagem-views-')))
  onTestFinished(() => rmSync(views, { recursive: true, force: true }))
  return views
}

/** Where git that only reads works, if the system has nothing to confine it. */
export const readFreely = (): ReadingPlace => ({ views: viewsFolder(), confine: async () => null })

/** The same as the host confines it. */
export const readConfined = (sandbox: Sandbox): ReadingPlace => {
  const views = viewsFolder()
  return {
    views,
    confine: async (seen) => sandbox.confine(await readingRules(seen, [views], [gitProgram()])),
  }
}
