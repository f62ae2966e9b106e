import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { readingRules } from '../../../src-main/sandbox/reading-rules.ts'
import type { Sandbox } from '../../../src-main/sandbox/sandbox.ts'
import { gitProgram } from '../../../src-main/workspace/git/find-git.ts'
import type { GitReadOptions } from '../../../src-main/workspace/git/read-git.ts'

function viewsFolder(): string {
  const views = realpathSync(mkdtempSync(join(tmpdir(), 'stratagem-views-')))
  onTestFinished(() => rmSync(views, { recursive: true, force: true }))
  return views
}

/** The environment for read-only git commands on a system without a sandbox. */
export const readFreely = (): GitReadOptions => ({ views: viewsFolder(), confine: async () => null })

/** The same with the host's confinement. */
export const readConfined = (sandbox: Sandbox): GitReadOptions => {
  const views = viewsFolder()
  return {
    views,
    confine: async (seen) => sandbox.confine(await readingRules(seen, [views], [gitProgram()])),
  }
}
