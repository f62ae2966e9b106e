/**
 * What a folder may bring along, or a command that may write `.git` may leave there, so that a `git` that only reads
 * runs a program or reads a file outside. A script of the shell, run in a repository with one commit of `a.txt` and a
 * change to it.
 * `$P` is the program, `$S` a secret file outside, `$O` the folder around both, with a repository `private`.
 */
export interface HostileRepository {
  readonly name: string
  readonly script: string
}

const attribute = (text: string) => `echo '* ${text}' >> .gitattributes`
const set = (name: string, value: string) => `git config --add '${name}' "${value}"`
const append = (text: string) => `cat >> .git/config <<END\n${text}\nEND`
const signed = `git cat-file commit HEAD > c && { sed '/^$/,$d' c; printf 'gpgsig -----BEGIN %s-----\\n abc\\n -----END %s-----\\n' "$K" "$K"; sed -n '/^$/,$p' c; } > d && git update-ref HEAD $(git hash-object -t commit -w d) && rm c d`
const signedBy = (kind: string) => `K='${kind}'; ${signed}`
const pgp = signedBy('PGP SIGNATURE')
const subrepository = `git init -q sub && git -C sub config user.name A && git -C sub config user.email a@b && git -C sub commit -q --allow-empty -m one && git add sub 2>/dev/null && git commit -qm sub && git -C sub config core.fsmonitor "$P" && echo x > sub/x`

const asList: { readonly [name: string]: readonly string[] } = {
  // Filters and text conversion.
  'clean filter': [set('filter.evil.clean', '$P'), attribute('filter=evil')],
  'clean filter with = in its name': [append('[filter "a=b"]\n\tclean = $P'), attribute('filter=a=b')],
  'clean filter with a line feed in its value': [append('[filter "x"]\n\tclean = "$P\\\\n"'), attribute('filter=x')],
  'process filter': [set('filter.evil.process', '$P'), set('filter.evil.required', 'true'), attribute('filter=evil')],
  'smudge filter': [set('filter.evil.smudge', '$P'), attribute('filter=evil')],
  'filter by info/attributes': [set('filter.evil.clean', '$P'), `echo '* filter=evil' > .git/info/attributes`],
  'filter by core.attributesFile': [
    set('filter.evil.clean', '$P'),
    `echo '* filter=evil' > .git/more`,
    set('core.attributesFile', '.git/more'),
  ],
  'filter in an included file': [
    `printf '[filter "evil"]\\n\\tclean = %s\\n' "$P" > .git/more`,
    set('include.path', 'more'),
    attribute('filter=evil'),
  ],
  'filter in a file included by condition': [
    `printf '[filter "evil"]\\n\\tclean = %s\\n' "$P" > .git/more`,
    set('includeIf.gitdir:/**.path', 'more'),
    attribute('filter=evil'),
  ],
  'filter in config.worktree': [
    set('extensions.worktreeConfig', 'true'),
    `git config --worktree filter.a=b.clean "$P"`,
    attribute('filter=a=b'),
  ],
  textconv: [set('diff.evil.textconv', '$P'), attribute('diff=evil')],
  'textconv with = in its name': [append('[diff "a=b"]\n\ttextconv = $P'), attribute('diff=a=b')],
  'cached textconv': [set('diff.evil.textconv', '$P'), set('diff.evil.cachetextconv', 'true'), attribute('diff=evil')],
  'diff driver': [set('diff.evil.command', '$P'), attribute('diff=evil')],
  'diff driver with = in its name': [append('[diff "a=b"]\n\tcommand = $P'), attribute('diff=a=b')],
  'external diff': [set('diff.external', '$P')],
  'merge driver': [set('merge.evil.driver', '$P'), attribute('merge=evil')],
  // Formats and signatures.
  'format.pretty that checks signatures': [set('format.pretty', 'format:%G?'), set('gpg.program', '$P'), pgp],
  'pretty.medium that checks signatures': [
    set('pretty.mine', 'format:%h %GK'),
    set('format.pretty', 'mine'),
    set('gpg.program', '$P'),
    pgp,
  ],
  'gpg.openpgp.program': [set('format.pretty', '%G?'), set('gpg.openpgp.program', '$P'), pgp],
  'gpg.x509.program': [set('format.pretty', '%G?'), set('gpg.x509.program', '$P'), signedBy('SIGNED MESSAGE')],
  'gpg.ssh.program': [
    set('format.pretty', '%G?'),
    set('gpg.ssh.program', '$P'),
    set('gpg.ssh.allowedSignersFile', '$S'),
    signedBy('SSH SIGNATURE'),
  ],
  'log.showSignature': [set('log.showSignature', 'true'), set('gpg.program', '$P'), pgp],
  // Monitors, hooks, pagers, editors, aliases, helpers.
  'core.fsmonitor': [set('core.fsmonitor', '$P')],
  'core.fsmonitor with version 2': [set('core.fsmonitor', '$P'), set('core.fsmonitorHookVersion', '2')],
  hooks: [`for h in post-index-change fsmonitor-watchman reference-transaction; do cp "$P" .git/hooks/$h; done`],
  'core.hooksPath': [`mkdir hooks && cp "$P" hooks/post-index-change`, set('core.hooksPath', 'hooks')],
  'core.pager': [set('core.pager', '$P')],
  'pager.log': ['log', 'diff', 'show', 'blame', 'status', 'branch'].map((name) => set(`pager.${name}`, '$P')),
  'core.editor': [set('core.editor', '$P'), set('sequence.editor', '$P')],
  aliases: ['status', 'diff', 'log', 'st'].map((name) => set(`alias.${name}`, '!$P')),
  'interactive.diffFilter': [set('interactive.diffFilter', '$P')],
  'credential.helper': [set('credential.helper', '!$P'), set('core.askPass', '$P')],
  'core.sshCommand': [set('core.sshCommand', '$P'), set('remote.origin.url', 'ssh://h/x')],
  'core.gitProxy': [set('core.gitProxy', '$P'), set('remote.origin.url', 'git://h/x')],
  'core.alternateRefsCommand': [set('core.alternateRefsCommand', '$P')],
  'uploadpack.packObjectsHook': [set('uploadpack.packObjectsHook', '$P')],
  'trailer command': [set('trailer.x.command', '$P'), set('format.pretty', '%(trailers)')],
  'guitool and browser': [set('web.browser', '$P'), set('guitool.x.cmd', '$P'), set('man.viewer', '$P')],
  // Partial clones and remotes.
  'partial clone whose remote names a program': [
    `echo lost > b.txt && git add b.txt && git commit -qm b && rm -f .git/objects/$(git rev-parse HEAD:b.txt | sed 's#^..#&/#')`,
    set('remote.origin.url', '$O/private'),
    set('remote.origin.promisor', 'true'),
    set('remote.origin.partialCloneFilter', 'blob:none'),
    set('extensions.partialClone', 'origin'),
    set('core.repositoryFormatVersion', '1'),
    set('remote.origin.uploadpack', '$P'),
  ],
  'remote with a program as its address': [
    set('remote.origin.url', 'ext::$P'),
    set('protocol.ext.allow', 'always'),
    set('remote.origin.vcs', 'ext'),
    set('remote.origin.promisor', 'true'),
  ],
  // Submodules and repositories within.
  'submodule with a monitor': [subrepository],
  'submodule that .gitmodules wants looked into': [
    subrepository,
    `printf '[submodule "sub"]\\n\\tpath = sub\\n\\turl = ./sub\\n\\tignore = none\\n' > .gitmodules`,
    set('submodule.sub.ignore', 'none'),
    set('submodule.recurse', 'true'),
    set('status.submoduleSummary', 'true'),
    set('diff.submodule', 'log'),
  ],
  'submodule with a filter': [
    subrepository,
    `git -C sub config filter.e.clean "$P" && echo '* filter=e' > sub/.gitattributes`,
  ],
  // Files outside.
  'blame.ignoreRevsFile': [set('blame.ignoreRevsFile', '$S')],
  'mailmap.file': [set('mailmap.file', '$S'), set('log.mailmap', 'true')],
  'core.excludesFile': [set('core.excludesFile', '$S')],
  'diff.orderFile': [set('diff.orderFile', '$S')],
  'include of a file outside': [set('include.path', '$S')],
  'commit template': [set('commit.template', '$S'), set('branch.trunk.description', '$S')],
  'core.worktree': [
    set('core.worktree', '$O'),
    `git update-index --add --cacheinfo 100644,$(git rev-parse HEAD:a.txt),secret.txt`,
  ],
  '.git that points to a repository outside': [`rm -rf .git && echo "gitdir: $O/private/.git" > .git`],
  '.git that is a link': [`rm -rf .git && ln -s "$O/private/.git" .git`],
  commondir: [`echo "$O/private/.git" > .git/commondir`],
  alternates: [
    `echo "$O/private/.git/objects" > .git/objects/info/alternates && cp "$O/private/.git/refs/heads/trunk" .git/refs/heads/theirs && cp .git/refs/heads/theirs .git/refs/heads/trunk`,
  ],
  'objects as a link': [
    `rm -rf .git/objects && ln -s "$O/private/.git/objects" .git/objects && cp "$O/private/.git/refs/heads/trunk" .git/refs/heads/trunk`,
  ],
  'a fan of objects as a link': [
    `for d in "$O"/private/.git/objects/??; do rm -rf .git/objects/\${d##*/}; ln -s "$d" .git/objects/\${d##*/}; done; cp "$O/private/.git/refs/heads/trunk" .git/refs/heads/trunk`,
  ],
  'refs as a link': [`rm -rf .git/refs && ln -s "$O/private/.git/refs" .git/refs`],
  'a ref as a link': [`ln -s "$S" .git/refs/heads/x`],
  'packed-refs as a link': [`ln -s "$S" .git/packed-refs`],
  'shallow as a link': [`ln -s "$S" .git/shallow`],
  'grafts as a link': [`mkdir -p .git/info && ln -s "$S" .git/info/grafts`],
  'HEAD as a link': [`rm .git/HEAD && ln -s "$S" .git/HEAD`],
  'config as a link': [`rm .git/config && ln -s "$S" .git/config`],
  'index as a link': [`rm .git/index && ln -s "$S" .git/index`],
  'steps of a rebase as a link': [
    `mkdir .git/rebase-merge && ln -s "$S" .git/rebase-merge/done && ln -s "$S" .git/rebase-merge/git-rebase-todo && echo refs/heads/x > .git/rebase-merge/head-name && echo 1 > .git/rebase-merge/onto && touch .git/rebase-merge/interactive`,
  ],
  'name of a rebased branch as a link': [
    `mkdir .git/rebase-merge && ln -s "$S" .git/rebase-merge/head-name && ln -s "$S" .git/rebase-merge/onto && touch .git/rebase-merge/interactive`,
  ],
  'bisect as a link': [`ln -s "$S" .git/BISECT_START && touch .git/BISECT_LOG`],
  'worktree whose place is a link': [
    `mkdir -p .git/worktrees/x && ln -s "$S" .git/worktrees/x/gitdir && cp .git/HEAD .git/worktrees/x/ && echo ../.. > .git/worktrees/x/commondir`,
  ],
  'reflog as a link': [`mkdir -p .git/logs/refs && ln -s "$S" .git/logs/refs/stash && git update-ref refs/stash HEAD`],
  'index that names a file outside': [
    `mkdir '!!' && cp "$S" '!!/secret.txt' && git add '!!' && rm -r '!!' && LC_ALL=C sed -i 's#!!/secret#../secret#' .git/index`,
  ],
  'index and a link to a folder outside': [
    `mkdir link && echo one > link/secret.txt && git add link && git commit -qm link && rm -r link && ln -s "$O" link`,
  ],
  '.mailmap, .gitignore and .gitattributes as links': [
    `for f in .mailmap .gitignore .gitattributes; do ln -sf "$S" $f; done`,
  ],
}

export const hostileRepositories: readonly HostileRepository[] = Object.entries(asList).map(([name, steps]) => ({
  name,
  script: steps.join('\n'),
}))
