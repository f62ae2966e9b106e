import { noFile } from '../git/git-environment.ts'

/** Every setting by which git starts a program or reads a file that was not asked for. Source: git-config(1). */
const settings: readonly (readonly [string, string])[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', noFile],
  ['core.attributesFile', noFile],
  ['core.excludesFile', noFile],
  ['core.pager', 'cat'],
  ['core.editor', ':'],
  ['core.askPass', ''],
  ['core.sshCommand', noFile],
  ['core.gitProxy', ''],
  ['core.alternateRefsCommand', ''],
  // Nothing is written, so warnings about line ends are useless.
  ['core.safecrlf', 'false'],
  ['diff.external', ''],
  ['diff.orderFile', noFile],
  // Reading a submodule would use its own configuration.
  ['diff.ignoreSubmodules', 'dirty'],
  ['diff.submodule', 'short'],
  ['status.submoduleSummary', 'false'],
  ['submodule.recurse', 'false'],
  ['interactive.diffFilter', ''],
  ['sequence.editor', ':'],
  ['credential.helper', ''],
  ['log.showSignature', 'false'],
  ['format.pretty', 'medium'],
  ['blame.ignoreRevsFile', ''],
  ['mailmap.file', noFile],
  ['mailmap.blob', ''],
  ['gpg.program', noFile],
  ['gpg.openpgp.program', noFile],
  ['gpg.x509.program', noFile],
  ['gpg.ssh.program', noFile],
  ['gpg.ssh.defaultKeyCommand', noFile],
  ['gpg.ssh.allowedSignersFile', noFile],
  ['gpg.ssh.revocationFile', noFile],
  ['protocol.allow', 'never'],
  ['uploadpack.packObjectsHook', ''],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
]

/**
 * They override every file, and `more` overrides them. Passed by variables and not by `-c`, which takes everything
 * before the first `=` as the name: git-config(1), "GIT_CONFIG_COUNT".
 */
export function settingsEnvironment(more: readonly (readonly [string, string])[]): Record<string, string> {
  const all = [...settings, ...more]
  const named = all.flatMap(([name, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, name],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ])
  return { GIT_CONFIG_COUNT: String(all.length), ...Object.fromEntries(named) }
}

export const readingSettings: Readonly<Record<string, string>> = settingsEnvironment([])
