import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { chown, cp, mkdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Sandbox } from '../../src-main/sandbox/sandbox.ts'
import { guardFiles } from '../../src-main/workspace/guard/guarded-files.ts'
import { resources, temporaryFolder } from '../kit/host/host-open.ts'
import { anywhere, confinementIn, knownSandboxes } from '../kit/host/sandboxes.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'
import { toolBench } from '../tools/tool-kit.ts'

const node = JSON.stringify(process.execPath)

/** Processes with this in their environment. */
const marked = (mark: string) =>
  readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/environ`, 'latin1').includes(mark)
    } catch {
      return false
    }
  })

async function benchIn(sandbox: Sandbox | null, files: { readonly [path: string]: string } = {}, network = true) {
  let place = anywhere
  const confinement = () =>
    sandbox === null
      ? Promise.resolve(null)
      : confinementIn(sandbox, { ...place, network, workspace: bench.project.folder })()
  const bench = await toolBench(files, { confinement })
  const shell = async (command: string, seconds = 60) =>
    (await bench.run('shell', { command, timeout_seconds: seconds })).result
  const withTemporary = (temporary: string) => {
    place = { ...anywhere, temporary }
  }
  return { ...bench, shell, withTemporary }
}

describe.each(knownSandboxes)('by $name', ({ sandbox }) => {
  const confined = test.skipIf(sandbox === null)

  confined('the tests of the sample project run', async () => {
    const { shell, project } = await benchIn(sandbox)
    await cp(join(resources, 'sample-project'), project.folder, { recursive: true })
    const { text } = await shell('node --test 2>&1')
    expect(text).toMatch(/# pass \d|pass \d/)
    expect(text).not.toMatch(/EROFS|Read-only|EACCES/)
  })

  confined(
    'files are written in the folder and in the temporary one, and found again by the next command',
    async () => {
      const { shell } = await benchIn(sandbox)
      expect((await shell('echo 1 >a && t=$(mktemp) && echo 2 >$t && echo $t >name')).ok).toBe(true)
      expect((await shell('cat a "$(cat name)"; rm "$(cat name)"')).text).toBe('1\n2\n[exit code 0]')
    },
  )

  confined('a commit is made in the project', async () => {
    const { shell, project } = await benchIn(sandbox, { 'a.txt': '1\n' })
    execFileSync('git', ['init', '-q'], { cwd: project.folder })
    const commit = 'git add -A && git -c user.name=a -c user.email=a@b commit -q -m first && git log --format=%s'
    expect((await shell(commit)).text).toBe('first\n[exit code 0]')
  })

  confined('exit codes and signals are told as they are', async () => {
    const { shell } = await benchIn(sandbox)
    for (const code of [0, 1, 126, 127, 130, 137, 143, 255])
      expect((await shell(`exit ${code}`)).summary).toBe(`exit code ${code}`)
    for (const signal of ['SIGKILL', 'SIGTERM', 'SIGSEGV', 'SIGABRT'])
      expect((await shell(`kill -${signal.slice(3)} $$`)).summary).toBe(`ended by ${signal}`)
    expect((await shell(`sh -c 'kill -9 $$'; exit 137`)).summary).toBe('exit code 137')
  })

  confined('what is in the background runs meanwhile, ends with the command, and holds up nothing', async () => {
    const { shell } = await benchIn(sandbox)
    const served = `(while [ ! -e asked ]; do :; done; echo yes >answered) & touch asked; wait; cat answered`
    expect((await shell(served)).text).toBe('yes\n[exit code 0]')
    expect((await shell('setsid sleep 600 & sleep 600 & echo there')).text).toBe('there\n[exit code 0]')
  })

  confined.each([
    `trap '' TERM; sleep 600; sleep 600`,
    'sleep 600 & sleep 600 & echo there; wait',
    `setsid sh -c 'trap "" TERM; sleep 600; sleep 600' & wait`,
    `(setsid nohup sh -c 'sleep 600; sleep 600' &) ; sleep 600`,
  ])('a stopped command is gone with all it started: %s (T11)', async (command) => {
    const mark = `mark-${randomUUID()}`
    const { run } = await benchIn(sandbox)
    const stop = new AbortController()
    const output = () => stop.abort()
    const seen = { signal: stop.signal, output }
    const { result } = await run('shell', { command: `export MARK=${mark}; sh -c 'echo ready'; ${command}` }, seen)
    expect(result.data).toMatchObject({ ended: 'stopped' })
    await expect.poll(() => marked(mark)).toEqual([])
  })

  confined('what left the group and the session ends with the command that started it', async () => {
    const mark = `mark-${randomUUID()}`
    const { shell } = await benchIn(sandbox)
    await shell(`export MARK=${mark}; (setsid nohup sleep 600 &) ; echo done`)
    await expect.poll(() => marked(mark)).toEqual([])
  })

  confined.each(['with space', 'ünïcødé 日本', "quo'te", 'new\nline', 'back\\slash #1', '$HOME', '-n'])(
    'a folder named %j is worked in',
    async (name) => {
      const top = await temporaryProject({ 'other/file.txt': 'as it was\n' })
      const workspace = top.at(name)
      await mkdir(workspace)
      if (sandbox === null) return
      const place = { ...anywhere, workspace, readable: [top.at('other')], hidden: [] }
      const bench = await toolBench(
        {},
        { files: await guardFiles(workspace), confinement: confinementIn(sandbox, place) },
      )
      const { result } = await bench.run('shell', {
        command: 'echo mine >here && cat here && echo x >../other/file.txt',
      })
      expect(result.text).toContain('mine\n')
      expect(await top.read('other/file.txt')).toBe('as it was\n')
    },
  )

  confined('a command of 10,000 characters arrives whole', async () => {
    const { shell } = await benchIn(sandbox)
    const word = 'ab"\'\\ü'.repeat(1700)
    const { body } = await (await benchIn(sandbox)).run('shell', { command: `cat <<'END'\n${word}\nEND` })
    expect(body).toMatchObject({ output: `${word}\n`, exitCode: 0 })
    expect((await shell(`: '${'x'.repeat(90_000)}'; echo whole`)).text).toBe('whole\n[exit code 0]')
  })

  confined('a temporary folder of its own is what a copy sees, and it lasts from command to command', async () => {
    const { shell, withTemporary } = await benchIn(sandbox)
    const own = join(await temporaryFolder(), 'temporary')
    withTemporary(own)
    expect((await shell('echo mine >"$TMPDIR/x" && cat "$TMPDIR/x" && mktemp >/dev/null')).text).toContain('mine')
    expect(await readFile(join(own, 'x'), 'utf8')).toBe('mine\n')
  })

  confined('no environment that a command can read holds a key of the app (T28)', async () => {
    const canary = 'canary-7c1e'
    const { run } = await benchIn(sandbox)
    process.env['STRATAGEM_TEST_API_KEY'] = canary
    onTestFinished(() => void delete process.env['STRATAGEM_TEST_API_KEY'])
    const { result } = await run('shell', { command: 'cat /proc/1/environ /proc/*/environ | tr "\\0" "\\n"; env' })
    expect(result.text).toContain('PATH=')
    expect(result.text).not.toContain(canary)
  })

  const offline = test.skipIf(sandbox === null || !sandbox.cutsNetwork)
  offline('without network only its own loopback is left', async () => {
    const server = createServer((_, answer) => answer.end('reached'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const look = `${node} -e 'fetch("http://127.0.0.1:${port}").then(r => r.text()).then(console.log, () => console.log("refused"))'`
    expect((await (await benchIn(sandbox)).shell(look)).text).toContain('reached')
    const { shell } = await benchIn(sandbox, {}, false)
    expect((await shell(look)).text).toContain('refused')
    const own = `${node} -e 'const s = require("http").createServer((q, a) => a.end("own")).listen(0, "127.0.0.1", () => fetch("http://127.0.0.1:" + s.address().port).then(r => r.text()).then((t) => { console.log(t); process.exit() }))'`
    expect((await shell(own)).text).toContain('own\n')
  })

  const asRoot = test.skipIf(sandbox === null || process.getuid?.() !== 0)
  asRoot('root is told why a file of another user can’t be written', async () => {
    const { shell, project } = await benchIn(sandbox, { 'theirs.txt': '1\n' })
    await chown(project.at('theirs.txt'), 1234, 1234)
    const { text } = await shell('echo 2 >theirs.txt')
    expect(text).toContain('Permission denied')
    expect(text).toContain('can’t write files of other users')
    expect((await shell('echo 2 >own.txt && cat missing')).text).not.toContain('other users')
  })

  confined('what fails since it lies outside is explained', async () => {
    const { run } = await benchIn(sandbox)
    const { result, body } = await run('shell', { command: 'echo x >/usr/x' })
    const words = 'Commands are kept to their own folder here, and what this one tried may lie outside: it is a test.'
    expect(result.text).toContain(words)
    expect(body.kind === 'command' && body.output).toContain(words)
  })
})
