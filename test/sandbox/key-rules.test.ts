import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { keyPlaces } from '../../src-main/sandbox/key-places/key-places.ts'
import { keyRules } from '../../src-main/sandbox/key-rules.ts'
import { placeRules } from '../../src-main/sandbox/place-rules.ts'
import { seatbeltProfile } from '../../src-main/sandbox/seatbelt.ts'
import { temporaryFolder } from '../kit/host/host-open.ts'
import { anywhere, confinementIn, knownSandboxes } from '../kit/host/sandboxes.ts'
import { toolBench } from '../tools/tool-kit.ts'

const canary = 'canary-91e5'
const posix = process.platform !== 'win32'

/** 24 places, by the kinds of things that are kept there. */
const places = [
  ['.ssh/id_ed25519', '.aws/credentials', '.gnupg/private-keys-v1.d/a.key', '.config/gh/hosts.yml', '.kube/config'],
  [
    '.docker/config.json',
    '.netrc',
    '.git-credentials',
    '.config/gcloud/credentials.db',
    '.azure/msal_token_cache.json',
  ],
  ['.npmrc', '.pypirc', '.cargo/credentials.toml', '.gem/credentials', '.m2/settings.xml', '.gradle/gradle.properties'],
  ['.config/rclone/rclone.conf', '.terraform.d/credentials.tfrc.json', '.config/op/config', '.password-store/a.gpg'],
  ['.mozilla/firefox/a/logins.json', '.config/google-chrome/Default/Cookies', '.claude.json', '.bash_history'],
].flat()

/** A home of the test's own, in which the files are. */
async function homeWith(paths: readonly string[]): Promise<string> {
  const home = await realpath(await temporaryFolder())
  for (const path of paths) {
    await mkdir(dirname(join(home, path)), { recursive: true })
    await writeFile(join(home, path), `${canary}\n`)
  }
  vi.stubEnv('HOME', home)
  for (const name of ['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_CACHE_HOME', 'XDG_STATE_HOME', 'SSH_AUTH_SOCK'])
    vi.stubEnv(name, undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
  return home
}

const hiddenIn = (workspace: string) => keyRules(workspace, process.env).map(({ path }) => path)

test('each place is named once, says why, and lies in the home folder', () => {
  const paths = keyPlaces.flatMap((place) => place.paths)
  expect(paths.length).toBeGreaterThan(200)
  expect(new Set(paths).size).toBe(paths.length)
  for (const path of paths) expect(path).not.toMatch(/^\/|\.\.|\/$/)
  for (const { why } of keyPlaces) expect(why).not.toBe('')
})

describe.skipIf(!posix)('what is hidden of a home', () => {
  test('is what is there: folders, and files as files', async () => {
    const home = await homeWith(['.ssh/id', '.npmrc', '.docker/config.json', 'notes.txt'])
    const rules = keyRules('/nowhere', process.env).filter(({ path }) => path.startsWith(home))
    expect(rules).toEqual(
      [
        { kind: 'hide', path: join(home, '.ssh') },
        { kind: 'empty', path: join(home, '.npmrc') },
        { kind: 'empty', path: join(home, '.docker/config.json') },
      ].sort((a, b) => rules.findIndex(({ path }) => path === a.path) - rules.findIndex(({ path }) => path === b.path)),
    )
    expect(rules).toHaveLength(3)
  })

  test('is found where variables have moved it, and by links', async () => {
    const home = await homeWith([
      'conf/gh/hosts.yml',
      'keys/gpg/a',
      'k1',
      'k2',
      'kept/ssh/id',
      'kept/aws-file',
      '.aws/config',
    ])
    vi.stubEnv('XDG_CONFIG_HOME', join(home, 'conf'))
    vi.stubEnv('GNUPGHOME', join(home, 'keys/gpg'))
    vi.stubEnv('KUBECONFIG', [join(home, 'k1'), join(home, 'k2'), 'relative'].join(':'))
    vi.stubEnv('HISTFILE', '/dev/null')
    vi.stubEnv('AZURE_CONFIG_DIR', home)
    await symlink(join(home, 'kept/ssh'), join(home, '.ssh'))
    await symlink(join(home, 'kept/aws-file'), join(home, '.aws/credentials'))
    const hidden = hiddenIn('/nowhere')
    const expected = ['conf/gh', 'keys/gpg', 'k1', 'k2', 'kept/ssh', 'kept/aws-file', '.aws'].map((each) =>
      join(home, each),
    )
    expect(hidden).toEqual(expect.arrayContaining(expected))
    expect(hidden).not.toContain('/dev/null')
    expect(hidden).not.toContain(home)
  })

  test('is not the project itself, nor what a link leads to in it', async () => {
    const home = await homeWith(['.claude/skill.md', '.gemini/settings.json', 'dotfiles/npmrc', 'dotfiles/ssh/config'])
    await symlink(join(home, 'dotfiles/npmrc'), join(home, '.npmrc'))
    await symlink(join(home, 'dotfiles/ssh'), join(home, '.ssh'))
    expect(hiddenIn(join(home, '.claude'))).not.toContain(join(home, '.claude'))
    expect(hiddenIn(join(home, 'dotfiles')).filter((path) => path.startsWith(join(home, 'dotfiles')))).toEqual([])
    // A project that is the whole home keeps its keys to itself.
    expect(hiddenIn(home)).toContain(join(home, '.gemini'))
  })

  test('is said to macOS, too, where a file can only be refused', async () => {
    const home = await homeWith(['.npmrc', '.ssh/id'])
    const workspace = await realpath(await temporaryFolder())
    const profile = seatbeltProfile(await placeRules({ ...anywhere, workspace }, {}))
    expect(profile).toContain(`(deny file-read-data file-write* (literal "${join(home, '.npmrc')}"))`)
    expect(profile).toContain(`(deny file-read* file-write* (subpath "${join(home, '.ssh')}"))`)
  })
})

describe.each(knownSandboxes)('by $name', ({ sandbox }) => {
  const confined = test.skipIf(sandbox === null)

  const shellWith = async (keys: boolean, workspace?: string) => {
    const confinement = async () =>
      sandbox === null
        ? null
        : confinementIn(sandbox, { ...anywhere, keys, workspace: workspace ?? bench.project.folder }, process.env)()
    const bench = await toolBench({}, { confinement })
    return async (command: string) => (await bench.run('shell', { command })).result.text
  }

  confined('no key in the home folder reaches a command, unless the user lets them (T38)', async () => {
    const home = await homeWith(places)
    const read = `cat ${places.map((path) => `'${join(home, path)}'`).join(' ')}; grep -rs canary '${home}' | cat; env`
    const shell = await shellWith(false)
    expect(await shell(read)).not.toContain(canary)
    expect(await shell(`ls -A '${home}/.ssh' '${home}/.aws'; wc -c <'${home}/.npmrc'`)).toMatch(/\b0\n\[exit code 0\]/)
    // Nor is there anything of what one command wrote there for the next.
    await shell(`echo evil >'${home}/.npmrc'; echo evil >'${home}/.ssh/config'; rm -rf '${home}/.npmrc' '${home}/.ssh'`)
    expect(await shell(`cat '${home}/.npmrc' '${home}/.netrc' '${home}/.ssh/config'`)).not.toContain('evil')
    const letThem = await (await shellWith(true))(read)
    expect(letThem.split(`${canary}\n`).length).toBeGreaterThan(places.length)
  })

  confined('an ssh-agent does nothing for a command, unless the user lets it (T38)', async () => {
    const home = await homeWith([])
    const socket = join(home, 'agent.sock')
    let knocks = 0
    const server = createServer((knock) => {
      knocks++
      knock.end()
    })
    await new Promise<void>((resolve) => server.listen(socket, resolve))
    onTestFinished(() => void server.close())
    vi.stubEnv('SSH_AUTH_SOCK', socket)
    const knock = `echo "agent=$SSH_AUTH_SOCK."; '${process.execPath}' -e 'net.connect(process.argv[1]).on("connect", () => console.log("in")).on("error", () => {})' '${socket}'`
    const none = await (await shellWith(false))(knock)
    expect([none.includes('agent=.'), none.includes('in\n'), knocks]).toEqual([true, false, 0])
    const there = await (await shellWith(true))(knock)
    expect([there.includes(`agent=${socket}.`), there.includes('in\n'), knocks]).toEqual([true, true, 1])
  })

  confined('what fails for want of a key is explained', async () => {
    await homeWith([])
    const fails = 'echo "git@example: Permission denied (publickey)."; exit 128'
    expect(await (await shellWith(false))(fails)).toContain('Settings → Approval → Let commands read credentials')
    expect(await (await shellWith(true))(fails)).not.toContain('Settings')
  })

  confined('npm works with settings that are seen as empty', async () => {
    const home = await homeWith(['.npmrc'])
    await writeFile(join(home, '.npmrc'), '//registry.example/:_authToken=x\n')
    const shell = await shellWith(false)
    const write = `echo '{"scripts":{"test":"echo tested"}}' >package.json && npm test --silent 2>&1`
    expect(await shell(write)).toContain('tested\n')
  })

  confined('a project in such a folder is worked in as any other', async () => {
    const home = await homeWith(['.claude/skills/a/SKILL.md', '.claude/other.txt'])
    const workspace = join(home, '.claude/skills/a')
    const shell = await shellWith(false, workspace)
    expect(await shell(`cd '${workspace}' && cat SKILL.md && echo 1 >b && cat b`)).toBe(`${canary}\n1\n[exit code 0]`)
    expect(await shell(`cat '${home}/.claude/other.txt'`)).not.toContain(canary)
  })
})
