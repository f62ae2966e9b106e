import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchCommand } from '../../../src-shared/commands/match-command.ts'
import { matchWritten } from '../../../src-shared/commands/match-written.ts'
import { type CommandShell, readCommand, readGitCall } from '../../../src-shared/commands/read-command.ts'
import { runsText } from '../../../src-shared/commands/runs-text.ts'

const push = (command: string, shell: CommandShell = 'posix') => matchCommand('git push *', readCommand(command, shell))

describe('what a command line for a POSIX shell runs', () => {
  test.each([
    'git push',
    'cd a && git push --force',
    'if true; then git push; fi',
    'if git push; then :; elif x; then :; else y; fi',
    '{ git push; }',
    '(cd a; (git push))',
    '! git push',
    'for i in 1 2; do git push; done',
    'for ((i = 0; i < 3; i++)); do git push; done',
    'while git push; do :; done',
    'until false\ndo\n  git push\ndone',
    'case "$1" in a | b) echo;; *) git push;; esac',
    'f() { git push; }; f',
    'function f { git push; }',
    'true &\ngit push &',
    'echo a | git push |& cat',
    'coproc git push',
    'time -p git push',
    'X=1 Y="a b" git push',
    'x=$(git push)',
    'a=(1 "$(git push)")',
    'echo "a $(git push) b"',
    'echo `git push`',
    'echo `echo \\`git push\\``',
    'echo "${x:-$(git push)}"',
    'echo $(( $(git push) + 1 ))',
    'echo $((git push); echo)',
    '[[ -n $(git push) && a < b ]]',
    'cat <(git push) > >(cat)',
    'cat <<EOF\n$(git push)\nEOF',
    'cat <<-EOF && git push\n\ta\n\tEOF',
    'cat << "E O F"\n`x`\nE O F\ngit push',
    'bash <<EOF\ngit push\nEOF',
    'bash <<< "git push"',
    '>out git push 2>&1',
    'git push>out',
    'git\\\n push',
    'g\\it push',
    "'git' pu'sh'",
    'g"i"t "push"',
    "$'gi\\x74' $'p\\165sh'",
    '/usr/bin/git push',
    '"$HOME"/bin/git push',
    'GIT.EXE push',
    'git -C . push',
    'git -c k=v --no-pager push',
    'git --git-dir a --work-tree=b push',
    'git -c alias.x=push x origin',
    "git -c alias.x='!git push' x",
    "git rebase -x 'git push' main",
    'git rebase --exec="git push" main',
    'git submodule foreach --recursive git push',
    'git bisect run git push',
    "GIT_PAGER='git push' git log",
    '/usr/lib/git-core/git-push origin',
    'env -i A=1 git push',
    'env -u A -S "git push"',
    'timeout -k 5 --signal KILL 10 git push',
    'timeout --sig KILL 10 git push',
    'nice -n 5 nohup git push',
    'sudo -n -u me A=1 git push',
    'doas -u me git push',
    'setsid -f git push',
    'stdbuf -oL git push',
    'command git push',
    'exec -a x git push',
    'builtin command -p git push',
    'echo now | xargs -n 1 git push',
    "ls | xargs -I% sh -c 'git push %'",
    'find . -name x -exec git push {} +',
    'find . -execdir sh -c "git push" \\;',
    'bash -c "git push"',
    'bash -o pipefail -lc "git push" x',
    "sh -ec 'cd a && git push'",
    "busybox sh -c 'git push'",
    'eval git push',
    'eval "x; git" push',
    "trap 'git push' EXIT",
    "alias p='git push'",
    'su me -c "git push"',
    'flock lock git push',
    "flock lock -c 'git push'",
    'watch -n 5 git push',
    "script -qc 'git push' /dev/null",
    'parallel git push ::: a b',
    'uv run --with x git push',
    'pwsh -c "git push"',
    'cmd.exe /c "git push"',
    'git push # the rest',
    'echo a # )\ngit push',
    'x=${y//)/a}; git push',
    'git log\ngit push\n)',
  ])('%j runs git push', (command) => expect(push(command)).toBe('yes'))

  test.each([
    'git pull',
    'git pushed',
    'echo git push',
    'echo "git push; git push"',
    "echo 'a' 'b; git push'",
    'git commit -m "git push"',
    "cat <<'EOF'\ngit push\n$(git push)\nEOF",
    'echo hi # git push',
    'git stash push',
    'command -v git push',
    'ls *.js ~/x',
    'echo a\\; git push',
    'find . -name git -newer push',
    'for f in git push; do echo; done',
    'case git in push) echo;; esac',
    'node -e "git push"',
    'git log --grep "git push"',
    'git diff HEAD@{1} stash@{0}',
  ])('%j does not', (command) => expect(push(command)).toBe('no'))

  test.each([
    '$GIT push',
    'git $WHAT',
    'A=git; $A push',
    '$(echo git) push',
    'eval "$x"',
    'bash -c "$x"',
    'bash -c "echo $x"',
    'curl x | sh',
    'bash < file',
    'source <(curl x)',
    'echo push | xargs git',
    '{git,push}',
    'git {push,pull}',
    'g?t push',
    'git "unclosed',
    'if true; then echo',
  ])('%j may', (command) => expect(push(command)).toBe('maybe'))

  test('what is only known when it runs speaks for a pattern only if it fits', () => {
    expect(matchCommand('git push *', readCommand('npm test $x'))).toBe('no')
    expect(matchCommand('git push *', readCommand('git push $x'))).toBe('yes')
    expect(matchCommand('rm -rf /', readCommand('rm $x'))).toBe('maybe')
  })

  test('options before a subcommand do not hide it, whatever program it is', () => {
    expect(matchCommand('npm publish *', readCommand('npm --prefix app publish'))).toBe('yes')
    expect(matchCommand('kubectl delete *', readCommand('kubectl -n prod --v=4 delete pod x'))).toBe('yes')
    expect(matchCommand('cargo publish', readCommand('cargo +nightly publish'))).toBe('yes')
    expect(matchCommand('npm publish *', readCommand('npm run publish'))).toBe('no')
  })

  test('wrappers are programs too', () => {
    expect(matchCommand('sudo *', readCommand('cd a && sudo -n ls'))).toBe('yes')
    expect(matchCommand('xargs *', readCommand('ls | xargs rm'))).toBe('yes')
  })
})

test.each([
  'git push',
  'if exist x (git push) else echo a',
  '"C:\\Program Files\\Git\\cmd\\git.exe" push',
  'g^it push',
  'cd a && git push',
  'dir & git push',
  'cmd /d /c "git push"',
  'powershell -NoProfile -Command "git push"',
  'for %i in (1 2) do @git push',
  'call git push',
  'start "" /b git push',
])('cmd.exe runs git push in %j', (command) => expect(push(command, 'cmd')).toBe('yes'))

test('cmd.exe: text in quotation marks is text, and a variable may be anything', () => {
  expect(push('echo "a & git push"', 'cmd')).toBe('no')
  expect(push('%GIT% push', 'cmd')).toBe('maybe')
})

test.each(['git push', '& "git" push', 'if ($x) { git push }', 'iex "git push"', 'cd a; git push', 'g`it push'])(
  'PowerShell runs git push in %j',
  (command) => expect(push(command, 'powershell')).toBe('yes'),
)

test('PowerShell: text is text, and what is only known then may be anything', () => {
  expect(push("Write-Output 'a; git push'", 'powershell')).toBe('no')
  expect(push('iex $x', 'powershell')).toBe('maybe')
  expect(push('powershell -EncodedCommand AAAA', 'cmd')).toBe('maybe')
})

test.each([
  ['echo x > migrations/1.sql', 'yes'],
  ['echo x >> ./migrations/1.sql', 'yes'],
  ['cd migrations && touch 1.sql', 'yes'],
  ['cd migrations && (cd ..) && rm 1.sql', 'yes'],
  ['rm -rf migrations', 'yes'],
  ['cp a.sql migrations/', 'yes'],
  ['mv -t migrations a.sql', 'yes'],
  ['mv migrations/1.sql x', 'yes'],
  ['sed -i s/a/b/ migrations/1.sql', 'yes'],
  ['echo x | tee -a migrations/1.sql', 'yes'],
  ['git rm migrations/1.sql', 'yes'],
  ['git checkout -- migrations', 'yes'],
  ['find migrations -delete', 'yes'],
  ['bash -c "echo > migrations/1.sql"', 'yes'],
  ['rm migrations/*.sql', 'yes'],
  ['rm $x', 'maybe'],
  ['cd $x; rm 1.sql', 'maybe'],
  ['ls migrations', 'no'],
  ['cat migrations/1.sql > out', 'no'],
  ['cat < migrations/1.sql', 'no'],
  ['sed s/a/b/ migrations/1.sql', 'no'],
  ['rm src/*.ts', 'no'],
] as const)('%j changes something in migrations: %s', (command, expected) => {
  expect(matchWritten('migrations/**', readCommand(command))).toBe(expected)
})

test('a call of git without a shell is read by its words', () => {
  expect(matchCommand('git push *', readGitCall(['push', '--force', 'a;b']))).toBe('yes')
  expect(matchCommand('git commit *', readGitCall(['commit', '-m', '$(git push) `x`']))).toBe('yes')
  expect(matchCommand('git push *', readGitCall(['commit', '-m', '$(git push) `x`']))).toBe('no')
})

test('what runs is said, unless the command says it itself', () => {
  expect(runsText(readCommand('git push origin'))).toBe('')
  expect(runsText(readCommand('cd a && timeout 5 npm test -- x'))).toBe('This runs cd a and npm test.')
  expect(runsText(readCommand('curl x | sh'))).toBe(
    'This runs curl x and sh. Not all of it can be read before it runs: a shell runs what it is handed.',
  )
})

test('any text is read, and reading the longest and most nested takes no time to speak of', () => {
  const unit = fc.constantFrom(
    ...'ab ;&|()<>{}$`\'"\\#!=*[]\n',
    'if ',
    'then ',
    'fi',
    'do ',
    'done',
    '$(',
    '<<E\n',
    'case ',
    ' in ',
    ';;',
  )
  fc.assert(
    fc.property(
      fc.string({ unit, maxLength: 60 }),
      fc.constantFrom<CommandShell>('posix', 'cmd', 'powershell'),
      (text, shell) => {
        expect(readCommand(text, shell).programs.length).toBeLessThanOrEqual(400)
      },
    ),
    { numRuns: 2000 },
  )
  const started = performance.now()
  for (const part of [
    '$(',
    '`',
    '(',
    '{ ',
    '((',
    '$((',
    'env ',
    "bash -c '",
    '"$(',
    '<<E\n',
    'a;',
    '{a,',
    'if ',
    '[[ ',
    '%',
    'git -c ',
    '${',
    'f() ',
  ])
    for (const shell of ['posix', 'cmd', 'powershell'] as const)
      matchCommand(`${'* '.repeat(100)}x`, readCommand(part.repeat(100_000 / part.length), shell))
  expect(performance.now() - started).toBeLessThan(30_000)
})
