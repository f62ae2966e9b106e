import { homedir } from 'node:os'
import { join } from 'node:path'
import { gitEnvironment, noFile } from '../git/git-environment.ts'
import { runGit } from '../git/git-runner.ts'
import { smallText } from '../git/user-repository.ts'
import type { Setting } from './config-text.ts'
import { copiedSettings } from './copied-settings.ts'

/** What the user's global settings say about how files are read. */
export interface UserSettings {
  readonly settings: readonly Setting[]
  /** Patterns that the user ignores everywhere. */
  readonly ignored: string
}

let known: Promise<UserSettings> | undefined

/**
 * Read from git once per process, outside of any repository.
 * @param neutral a folder that no project can write
 */
export function userSettings(neutral: string): Promise<UserSettings> {
  known ??= ask(neutral).catch(() => ({ settings: [], ignored: '' }))
  return known
}

async function ask(neutral: string): Promise<UserSettings> {
  const environment: Record<string, string> = { ...gitEnvironment(), GIT_DIR: noFile }
  const listed = await runGit(['config', '--list', '-z'], { folder: neutral, environment, limit: 4_000_000 })
  const all = listed.output
    .toString()
    .split('\0')
    .map(settingOf)
    .filter((each) => each !== null)
  const named = all.findLast(({ section, name }) => section === 'core' && name === 'excludesfile')?.value
  const usual = join(environment['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'git', 'ignore')
  const file = named === undefined ? usual : named.replace(/^~(?=\/)/, homedir())
  return { settings: copiedSettings(all, 'user'), ignored: (await smallText(file)) ?? '' }
}

/** `section.subsection.name`, a line feed, and the value. Source: git-config(1), `-z`. */
function settingOf(entry: string): Setting | null {
  const found = /^([^.\n]+)\.(?:([^\n]*)\.)?([^.\n]+)(?:\n([\s\S]*))?$/.exec(entry)
  if (found === null) return null
  const [, section = '', subsection, name = '', value = 'true'] = found
  return { section, subsection: subsection ?? null, name, value }
}
