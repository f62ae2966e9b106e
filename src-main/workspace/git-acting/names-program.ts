import type { Setting } from '../git-view/config-text.ts'

/** Settings by which git starts a program or reads other settings, as `section.name`. Source: git-config(1). */
const programs: ReadonlySet<string> = new Set([
  'core.fsmonitor',
  'core.hookspath',
  'core.sshcommand',
  'core.gitproxy',
  'core.pager',
  'core.editor',
  'core.askpass',
  'core.alternaterefscommand',
  'include.path',
  'includeif.path',
  'filter.clean',
  'filter.smudge',
  'filter.process',
  'diff.external',
  'diff.textconv',
  'diff.command',
  'merge.driver',
  'credential.helper',
  'gpg.program',
  'gpg.defaultkeycommand',
  'sequence.editor',
  'interactive.difffilter',
  'difftool.cmd',
  'mergetool.cmd',
  'browser.cmd',
  'man.cmd',
  'remote.uploadpack',
  'remote.receivepack',
  'remote.vcs',
  'uploadpack.packobjectshook',
])

/** Whether a setting of a repository names a program, or a file that may. Git LFS is known, and does no harm. */
export function namesProgram({ section, name, value }: Setting): boolean {
  const key = `${section}.${name}`
  if (section === 'pager' || (section === 'alias' && value.startsWith('!'))) return true
  if (key === 'submodule.update') return value.startsWith('!')
  if (key === 'core.fsmonitor') return !/^(true|false|yes|no|on|off|0|1|)$/i.test(value)
  if (section === 'filter' && /^git-lfs (clean|smudge|filter-process)( -[\w-]+| %f)*$/.test(value)) return false
  return programs.has(key)
}
