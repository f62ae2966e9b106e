import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../kit/host/host-open.ts'

const top = join(import.meta.dirname, '../..')

const ownNode = [
  'find-node',
  'not-from-folder',
  'on-node',
  'own-node',
  'packages',
  'replace-process',
  'start-problem',
].map((name) => `src-main/own-node/${name}.js`)

/** A folder like the app's, in which the built and the unbuilt command line say which they are. */
async function appFolder(below = '') {
  const root = join(await temporaryFolder(), below)
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  write('package.json', '{ "type": "module" }')
  write('src-main/shell-command/main.ts', 'const said: string = "source"\nconsole.log(said)')
  write('src-main/host/data-folder/built.js', '')
  for (const file of ['src-main/shell-command/agent.js', 'src-main/host/data-folder/built.js', ...ownNode]) {
    write(file, '')
    copyFileSync(join(top, file), join(root, file))
  }
  write('src-shared/deep/below.ts', '')
  write('out/main/command.js', 'console.log("built")')
  const at = (file: string, seconds: number) => utimesSync(join(root, file), seconds, seconds)
  const inAnHour = Date.now() / 1000 + 3600
  at('out/main/command.js', inAnHour)
  const noted = join(root, 'loaded')
  const hook = pathToFileURL(join(top, 'test/kit/host/note-loaded.js')).href
  const started = async (more: Record<string, string> = {}) => {
    const { STRATAGEM_FROM_SOURCE: _, ...clean } = process.env
    const env = { ...clean, NODE_OPTIONS: `--import=${hook}`, NOTE_LOADED: noted, ...more }
    const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'src-main/shell-command/agent.js')], {
      env,
    })
    return stdout.trim()
  }
  return { started, root, change: (file: string) => at(file, inAnHour + 1), loaded: () => readFileSync(noted, 'utf8') }
}

test('the command line starts as it was built, without what strips types, until a source is newer', async () => {
  const { started, change, loaded } = await appFolder()
  expect(await started()).toBe('built')
  expect(loaded()).not.toMatch(/internal\/deps\/amaro/)
  expect(await started({ STRATAGEM_FROM_SOURCE: '1' })).toBe('source')
  change('src-shared/deep/below.ts')
  expect(await started()).toBe('source')
  expect(loaded()).toMatch(/internal\/deps\/amaro/)
})

test('as an installed package it starts what was published, whatever the times of its files', async () => {
  const { started, change } = await appFolder('node_modules/stratagem')
  change('src-shared/deep/below.ts')
  expect(await started()).toBe('built')
})

test('missing packages are named in a sentence with what to do, and not by a stack trace', async () => {
  const { root } = await appFolder()
  writeFileSync(join(root, 'src-main/shell-command/main.ts'), "import 'no-such-package'")
  const env = { ...process.env, STRATAGEM_FROM_SOURCE: '1' }
  const program = join(root, 'src-main/shell-command/agent.js')
  await expect(promisify(execFile)(process.execPath, [program], { env })).rejects.toMatchObject({
    code: 1,
    stderr: 'Packages of Stratagem are missing or outdated. Run `npm ci`, then try again.\n',
  })
})

test.each(['src-main/start.js', 'src-main/shell-command/agent.js', 'src-main/own-node/run.js'])(
  'on Windows, nothing that %s starts is looked for in the working folder',
  async (file) => {
    const pretend =
      'Object.defineProperty(process, "platform", { value: "win32" }); process.on("exit", () => process.stderr.write("set: " + process.env.NoDefaultCurrentDirectoryInExePath))'
    const hook = `data:text/javascript,${encodeURIComponent(pretend)}`
    const { NoDefaultCurrentDirectoryInExePath: _, ...env } = process.env
    const started = promisify(execFile)(process.execPath, ['--import', hook, join(top, file), '--help'], { env })
    const { stderr } = await started.catch((thrown: unknown) =>
      typeof thrown === 'object' && thrown !== null && 'stderr' in thrown ? thrown : { stderr: '' },
    )
    expect(stderr).toContain('set: 1')
  },
)
