import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { cachePlaces } from '../../src-main/sandbox/cache-places.ts'
import { placeRules } from '../../src-main/sandbox/place-rules.ts'
import type { Sandbox } from '../../src-main/sandbox/sandbox.ts'
import { anywhere, knownSandboxes } from '../kit/host/sandboxes.ts'
import { folderHash } from '../kit/project/folder-hash.ts'

const run = promisify(execFile)
const variables = [...cachePlaces.flatMap((place) => place.variables), 'XDG_CACHE_HOME', 'GOPROXY']

function temporary(parent: string): string {
  const folder = realpathSync(mkdtempSync(join(parent, '.stratagem-test-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** A home outside of temporary folders, two projects, and commands in them. */
function world(sandbox: Sandbox) {
  const top = temporary(userInfo().homedir)
  const [home, data] = [join(top, 'home'), join(top, 'data')]
  for (const each of [home, data, join(top, 'one'), join(top, 'two')]) mkdirSync(each)
  vi.stubEnv('HOME', home)
  for (const name of variables) vi.stubEnv(name, undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), text, { mode: 0o755 })
  }
  const inProject = async (project: 'one' | 'two', command: string) => {
    const caches = join(data, 'caches')
    const folder = join(caches, project)
    const confined = await placeRules(
      {
        ...anywhere,
        workspace: join(top, project),
        hidden: [data],
        caches: { folder, layers: await sandbox.layers(caches) },
      },
      {},
    )
    const start = (await sandbox.confine(confined))('/bin/sh', ['-c', command])
    const env = { PATH: process.env['PATH'] ?? '', HOME: home, ...start.environment }
    const done = await run(start.program, start.args, { cwd: join(top, project), env }).catch((thrown) => thrown)
    return `${done.stdout}${done.stderr}`
  }
  return { top, home, put, inProject, layers: () => sandbox.layers(join(data, 'caches')) }
}

/** Changes all that is in a folder in several ways. */
const evil = (folder: string) =>
  `{ find '${folder}' -type f -exec sh -c 'echo evil >"$0"; echo evil >>"$0"; chmod 777 "$0"; ln -f "$0" ./linked; mv "$0" "$0.moved"; rm -f "$0"' {} \\; ; echo evil >'${folder}/new'; rm -rf '${folder}'; mkdir -p '${folder}'; echo evil >'${folder}/new'; } 2>/dev/null; echo tried`

describe.each(knownSandboxes)('by $name', ({ sandbox }) => {
  if (sandbox === null) return test.skip('is not on this system', () => undefined)

  test('no command changes a cache of the user, and each is written in a place of the project (T17)', async () => {
    const { home, put, inProject, layers } = world(sandbox)
    const [usual] = process.platform === 'darwin' ? [-1] : [0]
    const places = cachePlaces.flatMap((place) =>
      (place.within ?? ['.']).map((part) => ({ place, part, folder: `${place.folders.at(usual)}/${part}` })),
    )
    for (const { folder } of places) {
      put(`${folder}/deep/program`, '#!/bin/sh\n')
      put(`${folder}/x.txt`, 'as it was\n')
    }
    const before = folderHash(home)
    const all = places.flatMap(({ folder }) => [evil(`${home}/${folder}`), evil(`${home}/${folder}/deep`)])
    expect(await inProject('one', all.join('; '))).toBe('tried\n'.repeat(all.length))
    expect(folderHash(home)).toBe(before)
    // Where the program looks, it can write, and finds that again; another project finds nothing of it.
    const hasLayers = await layers()
    const own = places.filter(({ place }) => hasLayers || (place.variables.length > 0 && !place.readOnlyElse))
    const at = own.map(({ place, part, folder }) => {
      const [variable] = place.variables
      return variable === undefined
        ? `"${home}/${folder}"`
        : `"\${${variable}:-${home}/${place.folders.at(usual)}}/${part}"`
    })
    const write = at.map((each, index) => `mkdir -p ${each}; echo ${index} >${each}/own; cat ${each}/own`).join('; ')
    const lines = at.map((_, index) => `${index}\n`).join('')
    expect(await inProject('one', write)).toBe(lines)
    expect(await inProject('one', at.map((each) => `cat ${each}/own`).join('; '))).toBe(lines)
    expect(await inProject('two', `${at.map((each) => `cat ${each}/own 2>/dev/null`).join('; ')}; echo end`)).toBe(
      'end\n',
    )
    expect(folderHash(home)).toBe(before)
    // The user's is below it, for whoever installs without a network.
    const seen = own.map(({ folder }) => `cat "${home}/${folder}/x.txt"`)
    if (hasLayers) expect(await inProject('two', seen.join('; '))).toBe('as it was\n'.repeat(seen.length))
  })

  test('a cache that the user does not have is given to programs by their variables', async () => {
    const { home, inProject } = world(sandbox)
    for (const { variables: names } of cachePlaces.filter((each) => each.variables.length > 0)) {
      const [name = ''] = names
      expect(await inProject('one', `echo 1 >"$${name}/x" && cat "$${name}/x"`), name).toBe('1\n')
    }
    expect(existsSync(join(home, '.npm'))).toBe(false)
  })

  test('a cache that a variable of the user names is the one that is kept', async () => {
    const { top, inProject, put, layers } = world(sandbox)
    put('elsewhere/wheels/x.whl', 'as it was\n')
    vi.stubEnv('PIP_CACHE_DIR', join(top, 'home/elsewhere'))
    const file = join(top, 'home/elsewhere/wheels/x.whl')
    await inProject('one', `echo evil >'${file}'`)
    expect(readFileSync(file, 'utf8')).toBe('as it was\n')
    if (await layers()) expect(await inProject('one', `cat '${file}'`)).toBe('evil\n')
  })

  test('commands of one project at a time in the same caches do not disturb each other', async () => {
    const { inProject, put, home } = world(sandbox)
    put('.npm/a', 'as it was\n')
    const at = `"\${npm_config_cache:-${home}/.npm}"`
    const names = ['a', 'b', 'c', 'd', 'e']
    const all = await Promise.all(
      names.map((name) =>
        inProject('one', `for i in 1 2 3 4 5; do echo ${name} >${at}/${name}$i || exit 1; done; echo done`),
      ),
    )
    expect(all).toEqual(names.map(() => 'done\n'))
    expect(await inProject('one', `cat ${at}/[a-e]5`)).toBe(`${names.join('\n')}\n`)
    expect(readFileSync(join(home, '.npm/a'), 'utf8')).toBe('as it was\n')
  })

  test('npx of the user runs what it ran before, and packages are installed as ever', {
    timeout: 180_000,
  }, async () => {
    const { top, home, inProject, layers } = world(sandbox)
    const registry = await packageServer(temporary(tmpdir()))
    const flags = ['--registry', registry.url, '--no-audit', '--no-fund', '--loglevel', 'error']
    const env = { PATH: process.env['PATH'] ?? '', HOME: home }
    const cwd = join(top, 'home')
    const npx = async () => (await run('npx', ['--yes', ...flags, 'shown-tool@1.0.0'], { cwd, env })).stdout
    expect(await npx()).toBe('the real tool\n')
    expect(await inProject('one', 'npm ls 2>&1')).not.toMatch(/warn|error/i)
    const change = `for f in "$HOME"/.npm/_npx/*/node_modules/shown-tool/cli.js; do echo 'console.log("evil")' >"$f"; done; for f in $(find "$HOME/.npm/_cacache" -type f); do echo evil >"$f"; done`
    await inProject('one', change)
    expect(await npx()).toBe('the real tool\n')
    const install = (more: string) =>
      `npm install ${more} ${flags.join(' ')} shown-tool@1.0.0 && node node_modules/shown-tool/cli.js`
    expect(await inProject('two', install(''))).toContain('the real tool\n')
    await registry.close()
    // What was fetched once, by the project or by the user, is there without a network.
    rmSync(join(top, 'two/node_modules'), { recursive: true })
    expect(await inProject('two', install('--offline'))).toContain('the real tool\n')
    if (!(await layers())) return
    const fresh = world(sandbox)
    await run('cp', ['-a', join(home, '.npm'), join(fresh.home, '.npm')])
    expect(await fresh.inProject('one', install('--offline'))).toContain('the real tool\n')
  })
})

/** A registry with one package. */
async function packageServer(folder: string) {
  mkdirSync(join(folder, 'package'))
  const about = { name: 'shown-tool', version: '1.0.0', bin: './cli.js' }
  writeFileSync(join(folder, 'package/package.json'), JSON.stringify(about))
  writeFileSync(join(folder, 'package/cli.js'), '#!/usr/bin/env node\nconsole.log("the real tool")\n', { mode: 0o755 })
  await run('tar', ['czf', 'package.tgz', 'package'], { cwd: folder })
  const bytes = readFileSync(join(folder, 'package.tgz'))
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  const server = createServer((asked, answer) => {
    if (asked.url?.endsWith('.tgz')) return answer.end(bytes)
    const dist = { tarball: `http://${asked.headers.host}/package.tgz`, integrity }
    answer.setHeader('content-type', 'application/json')
    answer.end(
      JSON.stringify({ name: about.name, 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': { ...about, dist } } }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, close }
}
