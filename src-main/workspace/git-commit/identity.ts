import { join } from 'node:path'
import { gitEnvironment } from '../git/git-environment.ts'
import { runGit } from '../git/git-runner.ts'
import { parseConfig, type Setting } from '../git-view/config-text.ts'
import type { FoundRepository } from '../git-view/find-repository.ts'
import { readingSettings } from '../git-view/git-settings.ts'
import { readRegularFile } from '../git-view/regular-files.ts'
import { cannotWrite } from './writing-view.ts'

/** Who commits, and how the user's own git signs. */
export interface Committer {
  readonly environment: Readonly<Record<string, string>>
  /** Arguments of `git commit-tree`, and the settings that they need. */
  readonly signing: { readonly args: readonly string[]; readonly settings: readonly (readonly [string, string])[] }
}

/**
 * The name and address are taken from the repository, which may differ by it, or from the user's own settings. Whether
 * and how commits are signed is taken from the user's own settings alone, since it names programs.
 * @throws FailureError if git does not know who the user is
 */
export async function committer(found: FoundRepository): Promise<Committer> {
  const own = parseConfig((await readRegularFile(join(found.common, 'config')))?.bytes.toString() ?? '')
  const user = await globalSettings(found)
  const named = (name: string) =>
    [...user, ...own].findLast((each) => each.section === 'user' && each.subsection === null && each.name === name)
      ?.value
  const [name, email] = [named('name'), named('email')]
  if (name === undefined || email === undefined)
    throw cannotWrite('Git does not know who you are, so it can’t commit.', setIdentity)
  return {
    environment: {
      GIT_AUTHOR_NAME: name,
      GIT_AUTHOR_EMAIL: email,
      GIT_COMMITTER_NAME: name,
      GIT_COMMITTER_EMAIL: email,
    },
    signing: signingOf(user),
  }
}

const setIdentity = 'Set it in a terminal: git config --global user.name "…" and user.email "…".'

function signingOf(user: readonly Setting[]): Committer['signing'] {
  const signs = user.findLast(({ section, name }) => section === 'commit' && name === 'gpgsign')?.value
  if (signs === undefined || !/^(true|yes|on|1)$/i.test(signs)) return { args: [], settings: [] }
  const settings = user
    .filter(({ section, name }) => section === 'gpg' || (section === 'user' && name === 'signingkey'))
    .map(({ section, subsection, name, value }): readonly [string, string] => [
      [section, subsection, name].filter((part) => part !== null).join('.'),
      value,
    ])
  // Git's own programs, unless the user named others: the app's settings for reading name none.
  const usual = [
    ['gpg.program', 'gpg'],
    ['gpg.openpgp.program', 'gpg'],
    ['gpg.ssh.program', 'ssh-keygen'],
    ['gpg.x509.program', 'gpgsm'],
  ] as const
  return { args: ['-S'], settings: [...usual, ...settings] }
}

/**
 * The user's own settings for this repository, those for its folder included (`includeIf`). Nothing of the repository
 * is in them.
 */
export async function globalSettings({ top, own }: FoundRepository): Promise<readonly Setting[]> {
  const listed = await runGit(['config', '--global', '--includes', '--list', '-z'], {
    folder: top,
    environment: {
      ...gitEnvironment(),
      ...readingSettings,
      GIT_DIR: own,
      GIT_WORK_TREE: top,
      GIT_CONFIG_NOSYSTEM: '1',
    },
    limit: 4_000_000,
  })
  // Without a global file git exits with 1 and lists nothing.
  return listed.output.toString().split('\0').flatMap(settingIn)
}

function settingIn(entry: string): Setting[] {
  const found = /^([^.\n]+)\.(?:([^\n]*)\.)?([^.\n]+)(?:\n([\s\S]*))?$/.exec(entry)
  if (found === null) return []
  const [, section = '', subsection, name = '', value = 'true'] = found
  return [{ section: section.toLowerCase(), subsection: subsection ?? null, name: name.toLowerCase(), value }]
}
