import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { arrangeRules, placeRules } from '../../src-main/sandbox/place-rules.ts'
import type { Rule } from '../../src-main/sandbox/sandbox.ts'
import { seatbeltProfile } from '../../src-main/sandbox/seatbelt.ts'
import { temporaryFolder } from '../kit/host/host-open.ts'
import { anywhere } from '../kit/host/sandboxes.ts'

const rule = (kind: 'write' | 'read' | 'hide' | 'mute', path: string): Rule => ({ kind, path })
const instead = (path: string, from: string): Rule => ({ kind: 'instead', path, from })

describe.skipIf(process.platform === 'win32')('what a command may touch', () => {
  test('an outer folder comes before what it holds, whatever order they were asked for in', () => {
    expect(arrangeRules([rule('write', '/a/b/c'), rule('hide', '/a/b'), rule('write', '/a')])).toEqual([
      rule('write', '/a'),
      rule('hide', '/a/b'),
      rule('write', '/a/b/c'),
    ])
  })

  test('a folder that is asked for twice is as it was asked for last; the whole tree is never', () => {
    expect(arrangeRules([rule('hide', '/a'), rule('write', '/'), rule('write', '/a')])).toEqual([rule('write', '/a')])
  })

  test('what would be so anyway is left out', () => {
    expect(arrangeRules([rule('read', '/home/me/project')])).toEqual([])
    const tmp = instead('/tmp', '/copy/temporary')
    expect(arrangeRules([tmp, rule('hide', '/tmp/tmux-1'), rule('mute', '/tmp/x.sock')])).toEqual([tmp])
    expect(arrangeRules([rule('hide', '/run/user/1'), rule('mute', '/run/user/1/bus')])).toEqual([
      rule('hide', '/run/user/1'),
    ])
  })

  test('what holds a protected folder within a writable one is held in place', () => {
    expect(arrangeRules([rule('write', '/tmp'), rule('read', '/tmp/a/b/project')])).toEqual([
      rule('write', '/tmp'),
      rule('write', '/tmp/a'),
      rule('write', '/tmp/a/b'),
      rule('read', '/tmp/a/b/project'),
    ])
  })

  test('real paths are meant, and only what is there; sockets are told from folders of them', async () => {
    const home = await temporaryFolder()
    vi.stubEnv('HOME', home)
    onTestFinished(() => void vi.unstubAllEnvs())
    const [project, data, session] = [join(home, 'real/project'), join(home, 'data'), join(home, 'session')]
    const caches = ['.npm', '.cache/pip', '.cache/of-another'].map((each) => join(home, each))
    for (const each of [project, data, ...caches, join(session, 'systemd'), join(session, 'gnupg')])
      await mkdir(each, { recursive: true })
    await symlink(join(home, 'real'), join(home, 'linked'))
    await writeFile(join(session, 'bus'), '')
    const hidden = [data, join(home, 'nowhere')]
    const place = { ...anywhere, keys: true, workspace: join(home, 'linked/project'), hidden }
    const { workspace, rules, temporary } = await placeRules(place, { XDG_RUNTIME_DIR: session })
    expect({ workspace, temporary }).toEqual({ workspace: project, temporary: null })
    expect(rules).toEqual(
      expect.arrayContaining([
        rule('hide', data),
        rule('hide', join(session, 'systemd')),
        rule('mute', join(session, 'bus')),
        rule('write', project),
      ]),
    )
    expect(rules.map(({ path }) => path)).not.toContain(join(session, 'gnupg'))
    const keyless = await placeRules({ ...place, keys: false }, { XDG_RUNTIME_DIR: session })
    expect(keyless.rules).toContainEqual(rule('hide', join(session, 'gnupg')))
    expect(rules.map(({ path }) => path)).not.toContain(join(home, 'nowhere'))
    // What is in caches runs later, in other projects and by the user.
    for (const each of caches) expect(rules.map(({ path }) => path)).not.toContain(each)
  })
})

test('the profile for macOS says the same, an inner folder after an outer, with every path escaped', () => {
  const rules = [
    instead('/private/tmp', '/data/copies/a/temporary'),
    rule('hide', '/data'),
    rule('write', '/data/copies/a/"quo\\te"\n'),
    rule('read', '/private/tmp/project'),
    rule('mute', '/var/run/docker.sock'),
  ]
  const profile = seatbeltProfile({ workspace: '/x', rules, temporary: null, network: false, environment: {} })
  const lines = profile.split('\n')
  expect(lines.slice(0, 2)).toEqual(['(version 1)', '(allow default)'])
  expect(lines.indexOf('(deny file-write*)')).toBeLessThan(
    lines.indexOf('(deny file-read* file-write* (subpath "/data"))'),
  )
  expect(lines).toContain('(allow file-write* (subpath "/data/copies/a/temporary"))')
  expect(lines).toContain(String.raw`(allow file-write* (subpath "/data/copies/a/\"quo\\te\"\n"))`)
  expect(lines).toContain('(deny file-write* (subpath "/private/tmp/project"))')
  expect(lines).toContain('(deny network-outbound (literal "/var/run/docker.sock"))')
  expect(lines).toContain('(deny network*)')
  expect(profile.split('(').length).toBe(profile.split(')').length)
  expect(seatbeltProfile({ workspace: '/x', rules, temporary: null, network: true, environment: {} })).not.toContain(
    '(deny network*)',
  )
})
