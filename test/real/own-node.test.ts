import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../kit/host/host-open.ts'
import { newNode, nodeOf, nodePackage, nodesNote, oldNode } from './kit/set-up/tools-from-npm.ts'

const top = resolve(import.meta.dirname, '../..')
const own = join(top, 'node_modules', `${nodePackage}`, 'bin/node')
const version = process.versions.node

/** What the app's program says of itself, and how it ends. */
const program = `
const { versions, argv, env } = process
console.log(JSON.stringify({ node: versions.node, words: argv.slice(2), path: env['PATH'] }))
process.stdin.on('data', (text) => process.stdout.write(text))
process.stdin.on('end', () => process.exit(7))
process.on('SIGTERM', () => process.exit(9))
`

/** An app with a Node of its own, or with what stands in its place, started by another Node. */
async function app(place: ((to: string) => void) | null, dependencies: Record<string, string>) {
  const root = await temporaryFolder()
  cpSync(join(top, 'src-main/own-node'), join(root, 'src-main/own-node'), { recursive: true })
  writeFileSync(join(root, 'package.json'), JSON.stringify({ type: 'module', optionalDependencies: dependencies }))
  writeFileSync(join(root, 'program.js'), program)
  const start = `import { onNode } from './src-main/own-node/on-node.js'\nawait onNode(import.meta.dirname, () => import('./program.js'))\n`
  writeFileSync(join(root, 'start.js'), start)
  if (place !== null) {
    const folder = join(root, 'node_modules', `${nodePackage}`)
    mkdirSync(join(folder, 'bin'), { recursive: true })
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ version, bin: { node: 'bin/node' } }))
    place(join(folder, 'bin/node'))
  }
  return (node: string, env: Record<string, string> = {}, words: readonly string[] = []) => {
    const child = spawn(node, [join(root, 'start.js'), ...words], { env: { PATH: process.env['PATH'], ...env } })
    onTestFinished(() => {
      child.kill('SIGKILL')
    })
    let out = ''
    let error = ''
    child.stdout.on('data', (part) => {
      out += String(part)
    })
    child.stderr.on('data', (part) => {
      error += String(part)
    })
    const ended = new Promise<{ code: number | null; out: string; error: string }>((done) =>
      child.on('close', (code) => done({ code, out, error })),
    )
    return { child, ended, out: () => out, root }
  }
}

const link = (to: string) => symlinkSync(own, to)
const script = (text: string) => (to: string) => {
  writeFileSync(to, `#!/bin/sh\n${text}\n`)
  chmodSync(to, 0o755)
}
/** A program of this system whose loader is not there, as glibc's is not where there is another C library. */
const ofAnotherLibrary = (to: string) => {
  const bytes = readFileSync('/bin/true')
  const at = bytes.indexOf('/lib64/ld-linux')
  bytes.write('/lib64/ld-other', at === -1 ? bytes.indexOf('/lib/ld-linux') : at)
  writeFileSync(to, bytes)
  chmodSync(to, 0o755)
}
const here = { [`${nodePackage}`]: version }

describe.skipIf(nodesNote !== '')(`the project’s own Node${nodesNote}`, { timeout: 120_000 }, () => {
  test('the command line itself is started by an older Node, and goes on as the project’s own', () => {
    const agent = join(top, 'src-main/shell-command/agent.js')
    const { stdout, stderr, status } = spawnSync(nodeOf(oldNode), [agent, 'version'], { encoding: 'utf8' })
    expect({ stdout, stderr, status }).toEqual({
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      stderr: '',
      status: 0,
    })
  })

  // Without and with a way to replace a process.
  test.for([oldNode, newNode])(
    'goes on with arguments, streams, exit code and signals, started by Node %s',
    async (old) => {
      const start = await app(link, here)
      const node = nodeOf(old)
      const first = start(node, {}, ['a b', 'ü'])
      first.child.stdin.end('through')
      const { code, out, error } = await first.ended
      const [said = '', rest] = out.split('\n')
      expect(JSON.parse(said)).toMatchObject({ node: version, words: ['a b', 'ü'] })
      expect({ code, rest, error }).toEqual({ code: 7, rest: 'through', error: '' })
      const second = start(node)
      await expect.poll(second.out).toContain('words')
      second.child.kill('SIGTERM')
      expect((await second.ended).code).toBe(9)
    },
  )

  test('that can’t start is named with what it lacks; a Node that is new enough is used in its place', async () => {
    const start = await app(link, here)
    const folder = await temporaryFolder()
    writeFileSync(join(folder, 'libatomic.so.1'), '')
    const env = { LD_LIBRARY_PATH: folder }
    const why =
      /^The Node\.js \S+ that comes with Stratagem can’t start\. The library libatomic\.so\.1 .*`apt install libatomic1`/
    const old = await start(nodeOf(oldNode), env).ended
    expect(old).toMatchObject({ code: 1, out: '', error: expect.stringMatching(why) })
    expect(old.error).toMatch(/Or use Node\.js 22\.18 or newer in place of your 20\.19\.0\.\n$/)
    const newer = start(nodeOf(newNode), env)
    newer.child.stdin.end()
    const { code, out, error } = await newer.ended
    expect({ code, error }).toEqual({ code: 7, error: expect.stringMatching(why) })
    expect(error).toContain('Stratagem uses your Node.js 22.20.0 instead.')
    expect(JSON.parse(out)).toMatchObject({ node: '22.20.0' })
  })

  test.for([
    {
      lacks: 'another C library',
      place: ofAnotherLibrary,
      says: 'It needs glibc, and this system has another C library.',
    },
    {
      lacks: 'an older C library',
      place: script('echo "node: /lib/libc.so.6: version \\`GLIBC_2.38\' not found (required by node)" >&2; exit 1'),
      says: 'It needs GLIBC_2.38, which is newer than this system’s libraries.',
    },
    { lacks: 'an older processor', place: script('kill -ILL $$'), says: 'It needs a newer processor.' },
    { lacks: 'anything else', place: script('echo odd >&2; exit 3'), says: 'The system says: odd' },
  ])('is explained where the system has $lacks', async ({ place, says }) => {
    const start = await app(place, here)
    const { code, error } = await start(nodeOf(oldNode)).ended
    expect({ code, error }).toEqual({ code: 1, error: expect.stringContaining(`can’t start. ${says}`) })
  })

  test('that is missing or outdated asks for npm ci, and where there is none the least version is named', async () => {
    const node = nodeOf(oldNode)
    const missing = 'Packages of Stratagem are missing or outdated. Run `npm ci`, then try again.\n'
    const absent = await app(null, here)
    expect(await absent(node).ended).toEqual({ code: 1, out: '', error: missing })
    const outdated = await app(link, { [`${nodePackage}`]: '27.0.0' })
    expect(await outdated(node).ended).toEqual({ code: 1, out: '', error: missing })
    const none = await app(null, {})
    const { code, error } = await none(node).ended
    expect({ code, error }).toEqual({
      code: 1,
      error: expect.stringMatching(
        /brings no Node\.js for this system \(\S+\), so it needs Node\.js 22\.18 or newer, and this is 20\.19\.0\./,
      ),
    })
  })
})
