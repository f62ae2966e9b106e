import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

/** A repository in a folder, and around it what it must not reach. */
export interface HostileWorld {
  readonly project: string
  /** What a script of `hostile-repositories.ts` needs. */
  readonly variables: Readonly<Record<string, string>>
  /** Runs it as the one who made the folder. */
  plant(script: string): void
  ran(): boolean
}

/** In the secret, and in the history of the private repository. */
export const canary = 'canary-4711'

const who = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@b' }
const alone = { GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', PATH: process.env['PATH'] ?? '', ...who }
const run = (folder: string, script: string, more = {}) =>
  execFileSync('/bin/sh', ['-c', script], { cwd: folder, env: { ...alone, ...more }, stdio: 'pipe' })

const made = mkdtempSync(join(tmpdir(), 'stratagem-hostile-'))
afterAll(() => rmSync(made, { recursive: true, force: true }))
let template: string | null = null

function makeTemplate(): string {
  const folder = join(made, 'template')
  mkdirSync(join(folder, 'project'), { recursive: true })
  run(
    join(folder, 'project'),
    'git init -q -b trunk && echo one > a.txt && git add a.txt && git commit -qm first && echo two > a.txt',
  )
  run(
    folder,
    `git init -q -b trunk private && cd private && echo ${canary} > p && git add p && git commit -qm ${canary}`,
  )
  writeFileSync(join(folder, 'secret.txt'), `${canary} 0123456789012345678901234567890123456789\n${canary}\n`)
  return folder
}

/** @param within the folder that it is made in */
export function hostileWorld(within = tmpdir()): HostileWorld {
  template ??= makeTemplate()
  const top = realpathSync(mkdtempSync(join(within, 'stratagem-hostile-')))
  onTestFinished(() => rmSync(top, { recursive: true, force: true, maxRetries: 5 }))
  cpSync(template, top, { recursive: true, preserveTimestamps: true })
  const mark = join(top, 'ran')
  const program = join(top, 'program.sh')
  writeFileSync(program, `#!/bin/sh\necho ran >> '${mark}'\ncat\n`, { mode: 0o755 })
  const project = join(top, 'project')
  const variables = { P: program, S: join(top, 'secret.txt'), O: top }
  return {
    project,
    variables,
    plant: (script) => {
      run(project, script, variables)
      // What the planting itself set off does not count.
      rmSync(mark, { force: true })
    },
    ran: () => existsSync(mark),
  }
}
