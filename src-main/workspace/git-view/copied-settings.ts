import type { Setting } from './config-text.ts'

const yesOrNo = /^(true|false|yes|no|on|off|1|0)$/i
/** Any text without control characters: a line feed would start another setting. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is kept out.
const plain = /^[^\u0000-\u001f\u007f]*$/

/**
 * The settings of a repository that change how its files or refs are read, with the accepted values. None of them names
 * a program or a file. Source: git-config(1).
 */
const ofRepository: ReadonlyMap<string, RegExp> = new Map([
  ['core.autocrlf', /^(true|false|yes|no|on|off|1|0|input)$/i],
  ['core.eol', /^(lf|crlf|native)$/i],
  ['core.filemode', yesOrNo],
  ['core.ignorecase', yesOrNo],
  ['core.symlinks', yesOrNo],
  ['core.precomposeunicode', yesOrNo],
  ['core.quotepath', yesOrNo],
  ['core.longpaths', yesOrNo],
  ['core.trustctime', yesOrNo],
  ['core.checkstat', /^(default|minimal)$/i],
  ['core.sparsecheckout', yesOrNo],
  ['core.sparsecheckoutcone', yesOrNo],
  ['status.showuntrackedfiles', /^(no|normal|all|true|false)$/i],
  ['extensions.objectformat', /^(sha1|sha256)$/],
  ['extensions.refstorage', /^(files|reftable)$/],
  ['remote.*.url', plain],
  ['remote.*.pushurl', plain],
  ['remote.*.fetch', plain],
  ['branch.*.remote', plain],
  ['branch.*.merge', plain],
])
/** Of the user's own settings, those that say how files are read. */
const ofUser = /^(core\.(autocrlf|eol|quotepath|longpaths|symlinks)|status\.showuntrackedfiles)$/
/** More than any legitimate repository has. */
const maxSettings = 20_000

/** The part of a configuration that is copied to the view. @param whose the repository's, or the user's global one */
export const copiedSettings = (settings: readonly Setting[], whose: 'repository' | 'user'): readonly Setting[] =>
  settings.filter((each) => isCarried(each, whose)).slice(0, maxSettings)

function isCarried({ section, subsection, name, value }: Setting, whose: 'repository' | 'user'): boolean {
  const key = subsection === null ? `${section}.${name}` : `${section}.*.${name}`
  if (whose === 'user' && !ofUser.test(key)) return false
  return ofRepository.get(key)?.test(value) === true && plain.test(subsection ?? '')
}
