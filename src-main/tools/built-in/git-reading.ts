const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/**
 * Which git calls only read, and may run without approval. This is an allowlist: everything else
 * (`--output`, `--ext-diff`, `--textconv`, `--open-files-in-pager`, `--no-index`, abbreviations, an alias) is not
 * considered harmful, it just needs approval.
 *
 * `-z` is not allowed: it turns off git's quoting, so that a name with a line feed could forge lines.
 *
 * Whatever starts with `-` is checked in any position, after `--` too: an earlier option may take the `--` as
 * its value (`--grep -- --output=x`).
 */
const differences = words(`
  --stat --shortstat --numstat --dirstat --summary --name-only --name-status --raw --patch --no-patch -p -u -s --unified
  -U -w -b --ignore-all-space --ignore-space-change --ignore-blank-lines --ignore-space-at-eol --minimal --patience
  --histogram --diff-algorithm --word-diff --color-words --no-color --color --no-renames --find-renames -M -C
  --find-copies --diff-filter --full-index --abbrev --no-abbrev --exit-code --quiet -q -S -G --pickaxe-all
  --pickaxe-regex --relative --no-ext-diff --no-textconv --compact-summary --cc -c --check -R --text -a --binary
  --no-prefix --function-context -W`)
const history = [
  ...differences,
  ...words(`
  --oneline --graph --decorate --no-decorate --all --branches --tags --remotes -n --max-count --skip --since --until
  --after --before --author --committer --grep -i --regexp-ignore-case -E -F --invert-grep --all-match --merges
  --no-merges --first-parent --reverse --follow --date --date-order --topo-order --author-date-order --abbrev-commit
  -L --no-walk --left-right --cherry-pick --cherry-mark --boundary --count --parents --children --full-history -g
  --simplify-by-decoration --walk-reflogs --no-notes --relative-date -m -t --format --pretty`),
]
const commands: { readonly [name: string]: readonly string[] } = {
  status: words(`-s --short -b --branch --porcelain --long -u --untracked-files --ignored --show-stash --ahead-behind
    --no-ahead-behind --renames --no-renames --find-renames --column`),
  diff: [...differences, '--cached', '--staged', '--merge-base'],
  'diff-tree': [...differences, '-r', '-t', '--root', '--no-commit-id', '-m'],
  log: history,
  show: history,
  'rev-list': history,
  shortlog: words('-n -s -e -c --numbered --summary --email --no-merges --all --since --until'),
  blame: words(`-L -w -M -C -l -s -e -f -n -p -t --root --date --porcelain --line-porcelain --show-email --show-name
    --show-number --abbrev --reverse --first-parent --since`),
  'ls-files': words(`-c -d -m -o -i -s -u -t --cached --deleted --modified --others --ignored --stage --unmerged
    --killed --exclude-standard --full-name --error-unmatch --eol`),
  'ls-tree': words('-r -d -t -l --name-only --name-status --long --full-name --full-tree --abbrev'),
  'cat-file': words('-t -s -e -p'),
  'rev-parse': words(`--short --verify --abbrev-ref --symbolic --symbolic-full-name --show-toplevel --show-prefix
    --git-dir --is-inside-work-tree --is-bare-repository --all --branches --tags -q --quiet`),
  'merge-base': words('-a --all --is-ancestor --fork-point --octopus --independent'),
  'show-ref': words('--head --heads --tags -d --dereference -s --hash --abbrev -q --quiet'),
  'for-each-ref': words('--count --sort --format --points-at --merged --no-merged --contains --no-contains'),
  describe: words('--all --tags --contains --abbrev --always --long --match --exact-match'),
  'name-rev': words('--tags --name-only --refs --always'),
  grep: words(`-n -i -w -l -L -c -e -E -F -P -G -v -h -H -I -q -A -B -C -W --line-number --column --count
    --ignore-case --word-regexp --files-with-matches --cached --untracked --and --or --not --all-match --heading
    --break --context --max-depth`),
  'count-objects': words('-v -H --verbose --human-readable'),
}
/** Without a name after them these list; with one they change. */
const listings: { readonly [name: string]: readonly string[] } = {
  branch: words('-a --all -r --remotes -v -vv --verbose --list -l --show-current --no-color --column'),
  tag: words('-l --list -n --column'),
  remote: words('-v --verbose'),
}

/** @param args the words after `git` */
export function onlyReads(args: readonly string[]): boolean {
  const [name = '', ...rest] = args
  if (rest.some(leadsOutside) || rest.some(runsPrograms)) return false
  const options = rest.filter((each) => each.startsWith('-') && each !== '-' && each !== '--')
  if (Object.hasOwn(commands, name)) return options.every((each) => isAmong(commands[name] ?? [], each))
  if (name === 'stash' || name === 'worktree') return rest.length === 1 && rest[0] === 'list'
  return Object.hasOwn(listings, name) && rest.every((each) => listings[name]?.includes(each) === true)
}

/** `--stat=80`, `-n5`, `-L10,20`, `-Sname`, `-5`, and joined letters such as `-sb`; long names only in full. */
function isAmong(known: readonly string[], option: string): boolean {
  if (option.startsWith('--')) return known.includes(option.replace(/=.*$/s, ''))
  const letters = Array.from(option.slice(1))
  if (/^-\d+$/.test(option)) return known.includes('-n')
  if (letters.every((letter) => known.includes(`-${letter}`))) return true
  const first = known.includes(option.slice(0, 2))
  if (/^-([nUMCAB]\d+%?|L\d+(,[+-]?\d+)?(:.*)?)$/s.test(option)) return first
  // These two take a value only in commands that show diffs; in `git grep` a letter after them would be an option.
  return /^-[SG]/.test(option) && first && known.includes('--patch')
}

/** Git reads files outside a repository too (`git diff /etc/passwd x`), so a path may not lead there. */
function leadsOutside(arg: string): boolean {
  return /(^|[=:/\\])\.\.([/\\]|$)/.test(arg) || /^(-[A-Za-z]|--[\w-]+=)?([/\\~]|[A-Za-z]:[\\/])/.test(arg)
}

/** `%G?` and `%+G?`, in a format or as a sort key, run the program that checks signatures. */
const runsPrograms = (arg: string) => /%[-+ ]?G|%\(\*?signature|^--sort=.*signature/.test(arg)
