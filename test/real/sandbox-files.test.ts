import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { arrangeRules, placeRules } from '../../src-main/sandbox/place-rules.ts'
import type { Rule, Sandbox } from '../../src-main/sandbox/sandbox.ts'
import { anywhere, knownSandboxes } from '../kit/host/sandboxes.ts'

type Kind = Extract<Rule['kind'], 'write' | 'read' | 'keep' | 'hide' | 'empty'>

/** How the user's home names the thing that a rule is about. */
const links = ['none', 'relative', 'absolute', 'chain'] as const
type Link = (typeof links)[number]

/** What a command in such a place prints. */
async function printed(sandbox: Sandbox, rules: readonly Rule[], workspace: string, script: string): Promise<string> {
  const place = { workspace, rules: arrangeRules(rules), temporary: null, network: true, environment: {} }
  const { program, args } = (await sandbox.confine(place))('/bin/sh', ['-c', script])
  const run = promisify(execFile)(program, args, { cwd: workspace })
  const { stdout, stderr } = await run.catch((thrown: { stdout: string; stderr: string }) => thrown)
  return `${stdout}${stderr}`
}

/** A home with one thing in it, which may be named by links, and a workspace beside it. */
async function world(what: 'file' | 'folder', link: Link, parent = tmpdir()) {
  const top = await realpath(await mkdtemp(join(parent, '.stratagem-test-')))
  onTestFinished(() => rm(top, { recursive: true, force: true, maxRetries: 5 }))
  const real = join(top, link === 'none' ? 'home/thing' : 'kept/real thing')
  for (const each of ['home', 'kept', 'work']) await mkdir(join(top, each))
  if (what === 'folder') await mkdir(real)
  const inside = what === 'folder' ? join(real, 'inside') : real
  await writeFile(inside, 'as it was\n')
  const named = join(top, 'home/thing')
  if (link === 'relative') await symlink('../kept/real thing', named)
  if (link === 'absolute') await symlink(real, named)
  if (link === 'chain') {
    await symlink('../kept/second', named)
    await symlink(real, join(top, 'kept/second'))
  }
  return { top, real, inside, seen: what === 'folder' ? join(named, 'inside') : named, workspace: join(top, 'work') }
}

describe.each(knownSandboxes)('by $name', ({ sandbox }) => {
  if (sandbox === null) return test.skip('is not on this system', () => undefined)
  const script = (path: string) =>
    `read -r line 2>/dev/null <'${path}' && echo "read $line"; { echo changed >'${path}'; } 2>/dev/null && echo written; echo end`

  const kinds: readonly (readonly [Kind, string, string])[] = [
    ['write', 'read as it was\nwritten\nend\n', 'changed\n'],
    ['read', 'read as it was\nend\n', 'as it was\n'],
    ['keep', 'read as it was\nend\n', 'as it was\n'],
    ['hide', 'end\n', 'as it was\n'],
    ['empty', 'end\n', 'as it was\n'],
  ]
  const table = (['file', 'folder'] as const).flatMap((what) =>
    links.flatMap((link) => kinds.map(([kind, prints, left]) => ({ what, link, kind, prints, left }))),
  )
  test.each(table)('a rule to $kind a $what, named by link: $link', async ({ what, link, kind, prints, left }) => {
    const { top, real, inside, seen, workspace } = await world(what, link)
    // What is writable around it, so that only the rule itself keeps a command from writing.
    const around: readonly Rule[] = kind === 'write' ? [] : [{ kind: 'write', path: top }]
    const rules: readonly Rule[] = [...around, { kind: 'write', path: workspace }, ruleOf(kind, real)]
    const said = await printed(sandbox, rules, workspace, script(seen))
    // An empty file is a device of nothing, or is read-only: what is written is not seen by anybody.
    expect(said.replace(kind === 'empty' || kind === 'hide' ? 'written\n' : '', '')).toBe(prints)
    expect(await readFile(inside, 'utf8')).toBe(left)
  })

  test.skipIf(sandbox.name === 'seatbelt').each(['file', 'folder'] as const)(
    'a %s is shown in place of another, and writing it writes the one that is shown',
    async (what) => {
      const { top, real, inside, workspace } = await world(what, 'none')
      const from = join(top, 'other')
      if (what === 'folder') await mkdir(from)
      await writeFile(what === 'folder' ? join(from, 'inside') : from, 'other\n')
      const rules: readonly Rule[] = [
        { kind: 'write', path: workspace },
        { kind: 'instead', path: real, from },
      ]
      expect(await printed(sandbox, rules, workspace, script(inside))).toBe('read other\nwritten\nend\n')
      expect(await readFile(inside, 'utf8')).toBe('as it was\n')
    },
  )

  test.each(['hide', 'instead'] as const)(
    'a file in a folder that is seen otherwise (%s) is there, writable or read-only as its rule says',
    async (around) => {
      const { top, workspace } = await world('file', 'none')
      const home = join(top, 'home')
      await mkdir(join(home, 'deep/er'), { recursive: true })
      for (const each of ['mine', 'theirs']) await writeFile(join(home, `deep/er/${each} #1`), 'as it was\n')
      const rules: readonly Rule[] = [
        { kind: 'write', path: workspace },
        around === 'hide' ? { kind: 'hide', path: home } : { kind: 'instead', path: home, from: join(top, 'kept') },
        { kind: 'write', path: join(home, 'deep/er/mine #1') },
        { kind: 'read', path: join(home, 'deep/er/theirs #1') },
      ]
      const said = await printed(
        sandbox,
        rules,
        workspace,
        `${script(`${home}/deep/er/mine #1`)}; ${script(`${home}/deep/er/theirs #1`)}`,
      )
      expect(said).toBe('read as it was\nwritten\nend\nread as it was\nend\n')
      expect(await readFile(join(home, 'deep/er/mine #1'), 'utf8')).toBe('changed\n')
    },
  )

  const own = ['settings.json', 'folder', 'missing.json', 'missing-folder', 'dangling.json', 'linked.json'] as const
  test.each(own)('an agent’s own %s is written by it, whatever was there', async (name) => {
    // Outside of temporary folders, where a command may write anyway.
    const { top, workspace } = await world('file', 'none', userInfo().homedir)
    const home = join(top, 'home')
    vi.stubEnv('HOME', home)
    onTestFinished(() => void vi.unstubAllEnvs())
    const path = join(home, `.${name}`)
    if (name === 'settings.json') await writeFile(path, '{}')
    if (name === 'folder') await mkdir(path)
    if (name === 'dangling.json') await symlink('../kept/none yet.json', path)
    if (name === 'linked.json') {
      await writeFile(join(top, 'kept/real.json'), '{}')
      await symlink('../kept/real.json', path)
    }
    const file = name.endsWith('.json') ? path : join(path, 'inside')
    const place = await placeRules({ ...anywhere, workspace, own: [path] }, {})
    const { program, args } = (await sandbox.confine(place))('/bin/sh', ['-c', `echo mine >'${file}' && echo written`])
    expect((await promisify(execFile)(program, args)).stdout).toBe('written\n')
    expect(await readFile(file, 'utf8')).toBe('mine\n')
  })
})

function ruleOf(kind: Kind, path: string): Rule {
  if (kind === 'keep' || kind === 'empty') return kind === 'keep' ? { kind, path } : { kind, path }
  return { kind, path }
}
