import { lstat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { userRepository } from './user-repository.ts'

/**
 * A stamp that changes with the ignore rules from outside a project: those that `ignoreRules` reads, and
 * the user's global ones. Source: gitignore(5). Rules within the project are not part of it.
 */
export async function ignoreStamp(project: string): Promise<string> {
  const repository = await userRepository(project)
  const above = foldersAbove(project)
  const rules = [
    join(process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'git', 'ignore'),
    ...(repository === undefined ? [] : [join(repository.gitFolder, 'info', 'exclude')]),
    ...above.map((folder) => join(folder, '.gitignore')),
  ]
  return (await Promise.all(rules.map(stampOf))).concat(repository?.gitFolder ?? '').join(' ')
}

function foldersAbove(folder: string): string[] {
  const above = dirname(folder)
  return above === folder ? [] : [above, ...foldersAbove(above)]
}

function stampOf(file: string): Promise<string> {
  return lstat(file).then(
    ({ ino, size, mtimeMs }) => `${ino}:${size}:${mtimeMs}`,
    () => '',
  )
}
