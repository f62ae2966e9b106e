import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ask } from '../../src-main/host/api/host-client.ts'
import type { FoundSandbox } from '../../src-main/sandbox/sandbox.ts'
import { hostModelServer } from '../kit/host/host-model-server.ts'
import { newTestConversation, openTestHost, runToEnd, temporaryFolder, testProfile } from '../kit/host/host-open.ts'
import { knownSandboxes } from '../kit/host/sandboxes.ts'
import { type TemporaryProject, temporaryProject } from '../kit/project/temporary-project.ts'

const posix = process.platform !== 'win32'
const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'protocol.file.allow=always', ...args], { cwd: folder, stdio: 'pipe' }).toString()

function put(path: string, text: string, mode = 0o644) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  chmodSync(path, mode)
}

/** A repository with what git starts programs by: hooks here and elsewhere, an included file, a submodule, a worktree. */
async function repository(): Promise<TemporaryProject> {
  const top = await temporaryProject({ 'part/x.txt': 'x\n', 'project/a.txt': '1\n' })
  const [part, project] = [top.at('part'), top.at('project')]
  for (const each of [part, project]) {
    git(each, 'init', '-q', '-b', 'main')
    git(each, 'config', 'user.name', 'a')
    git(each, 'config', 'user.email', 'a@b')
  }
  git(part, 'add', '-A')
  git(part, 'commit', '-qm', 'part')
  git(project, 'submodule', '--quiet', 'add', part, 'sub')
  git(project, 'config', 'include.path', '../shared.gitconfig')
  put(join(project, 'shared.gitconfig'), '[core]\n\thooksPath = .githooks\n')
  put(join(project, '.githooks/commit-msg'), '#!/bin/sh\nexit 0\n', 0o755)
  put(join(project, 'scripts/check.sh'), '#!/bin/sh\nexit 0\n', 0o755)
  symlinkSync('../scripts/check.sh', join(project, '.githooks/pre-commit'))
  git(project, 'add', '-A')
  git(project, 'commit', '-qm', 'first')
  git(project, 'branch', 'other')
  git(project, 'worktree', 'add', '-q', top.at('tree'), 'other')
  return top
}

/** Lines that write a program where git would start it, each ending in the name of what was written. */
function plants(evil: string, moves: boolean): string {
  const program = `printf '#!/bin/sh\\necho ran >>${evil}\\n'`
  const setting = `printf '[core]\\n\\tfsmonitor = ${evil}.sh\\n\\thooksPath = evil\\n'`
  const ways = [
    // Repositories of the command's own, in which the user's git status would run git.
    ...['near', 'a/b/c/d/e/f/deep', 'split'].map(
      (name) =>
        `mkdir -p ${name} && git -C ${name} init -q && git -C ${name} -c user.name=a -c user.email=a@b commit -q --allow-empty -m x && git -C ${name} config core.fsmonitor ${evil}.sh && ${program} >${name}/.git/hooks/post-index-change && chmod +x ${name}/.git/hooks/post-index-change && git add ${name}`,
    ),
    'git update-index --split-index',
    ...['.githooks/commit-msg', '.githooks/post-commit', '.git/hooks/pre-commit', 'scripts/check.sh'].map(
      (path) => `${program} >${path}; chmod +x ${path}`,
    ),
    ...['.git/config', 'shared.gitconfig', '.git/modules/sub/config', '.git/config.worktree'].map(
      (path) => `${setting} >>${path}`,
    ),
    'printf "* filter=evil\\n" >.git/info/attributes',
    `git config core.fsmonitor ${evil}.sh`,
    `mkdir -p evil && ${program} >evil/pre-commit && chmod +x evil/pre-commit`,
    `mkdir -p fake && cp -r .git/HEAD .git/refs fake && ${setting} >fake/config && echo ../fake >.git/commondir`,
    `${program} >sub.hook; rm -f sub/.git; printf 'gitdir: ../fake\\n' >sub/.git`,
    // Where nothing confines, a repository that is moved away is gone.
    ...(moves ? ['mv .git/hooks .git/hooks.old; mv .git .git.old; rm -rf .githooks; mv .githooks .old'] : []),
    'rm -f .githooks/pre-commit; mv -f sub.hook .githooks/pre-commit',
  ]
  return `${program} >${evil}.sh; chmod +x ${evil}.sh; ${ways.map((way) => `{ ${way}; } 2>/dev/null`).join('; ')}; echo tried`
}

/** What the user does afterwards, in the project, its submodule and its worktree. */
function usersGit(top: TemporaryProject) {
  for (const folder of ['project', 'project/sub', 'tree']) {
    const at = top.at(folder)
    spawnSync('git', ['status'], { cwd: at })
    spawnSync('git', ['-c', 'user.name=u', '-c', 'user.email=u@v', 'commit', '-q', '--allow-empty', '-m', 'user'], {
      cwd: at,
    })
  }
}

async function world(found: FoundSandbox, folder: string) {
  const server = await hostModelServer(({ messages }) => {
    const last = messages.at(-1)
    if (last?.role === 'tool') return { text: `Said: ${String(last.content)}` }
    return { calls: [{ tool: 'shell', arguments: { command: String(last?.content) } }] }
  })
  const host = await openTestHost({ dataFolder: await temporaryFolder(), findSandbox: () => Promise.resolve(found) })
  const notices: string[] = []
  host.follow({ kind: 'host' }, (message) => {
    if (message.topic === 'host')
      for (const change of message.changes) if (change.kind === 'notice') notices.push(change.text)
  })
  const { message } = await newTestConversation(host, folder, testProfile(server.url))
  const say = async (text: string) => (await runToEnd(host, message(text, { approval: 'everything' }))).text
  return { host, say, notices }
}

const none: FoundSandbox = { sandbox: null, reason: 'Nothing is here.' }
const means = [...knownSandboxes.map(({ name, sandbox }) => ({ name, sandbox })), { name: 'nothing', sandbox: null }]

describe.each(means)('confined by $name', ({ name, sandbox }) => {
  const there = test.skipIf(!posix || (sandbox === null && name !== 'nothing'))
  const found = sandbox === null ? none : { sandbox }

  there('no command makes the user’s next git run a program of its own (T17)', async () => {
    const top = await repository()
    const evil = top.at('evil')
    const before = readFileSync(top.at('project/.git/config'), 'utf8')
    const { say, notices } = await world(found, top.at('project'))
    expect(await say(plants(evil, sandbox !== null))).toContain('tried')
    usersGit(top)
    expect(existsSync(evil) ? readFileSync(evil, 'utf8') : 'nothing ran').toBe('nothing ran')
    expect(readFileSync(top.at('project/.git/config'), 'utf8')).toBe(before)
    // What a sandbox can't make read-only, since it was not there, is put aside and told.
    await expect.poll(() => notices.join('\n')).toContain('.git/commondir')
    expect(existsSync(top.at('project/.git/commondir.undone'))).toBe(true)
    for (const each of ['near', 'a/b/c/d/e/f/deep', 'split'])
      expect(existsSync(top.at(`project/${each}/.git/config.undone`)), each).toBe(true)
  })

  there('git does its daily work, and what it may not do is explained', async () => {
    const top = await repository()
    const { say, notices } = await world(found, top.at('project'))
    const daily = [
      'git checkout -q -b topic',
      'echo 2 >a.txt && git stash -q && git stash pop -q',
      'git add a.txt && git commit -qm second && git tag t',
      'git checkout -q main && git merge -q topic && git rebase -q main && git branch -q -d topic 2>&1',
      'git worktree add -q ../tree2 -b tree2 2>&1 || true',
      'git gc -q && git log --format=%s -1',
    ]
    expect(await say(daily.join(' && '))).toMatch(/second\n(\[.*\]\n)?\s*\[exit code 0\]/)
    expect(git(top.at('project'), 'log', '--format=%s', '-1')).toBe('second\n')
    const said = await say('git config a.b c')
    if (sandbox !== null) expect(said).toContain('Git’s settings and hooks are read-only for commands')
    else await expect.poll(() => notices.join('\n')).toContain('changed .git/config')
    expect(git(top.at('project'), 'config', '--list')).not.toContain('a.b=c')
  })

  there('a repository that a command makes works, without what would start programs', async () => {
    const top = await repository()
    const { say, notices } = await world(found, top.at('project'))
    const make =
      'git init -q made && cd made && git config user.name a && git config user.email a@b && echo 1 >f && git add f'
    await say(`${make} && git commit -qm inner && cd .. && git clone -q made again && git add made again`)
    expect(git(top.at('project/made'), 'log', '--format=%s %an')).toBe('inner a\n')
    expect(git(top.at('project/again'), 'remote')).toBe('origin\n')
    expect(notices).toEqual([])
  })

  there('who works without restrictions may change them', async () => {
    const top = await repository()
    const { host, say } = await world(found, top.at('project'))
    await ask(host, 'settings-write', { commands: { confined: false, network: 'all', keys: false } })
    await say('git config a.b c')
    expect(git(top.at('project'), 'config', 'a.b')).toBe('c\n')
  })
})
