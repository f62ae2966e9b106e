import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { projectArgument } from '../../src-main/shell-electron/project-argument.ts'
import { readStartArguments } from '../../src-main/start-arguments.ts'
import { needsBuild } from '../../src-main/start-build.ts'
import { temporaryFolder } from '../kit/host/host-open.ts'

const here = resolve('/here')

test('npm start: what is asked for, and what is no port', () => {
  expect(readStartArguments([], here)).toEqual({ help: false, browser: false, port: 0, project: null })
  expect(readStartArguments(['--project', 'p', '--browser'], here)).toMatchObject({
    browser: true,
    project: resolve(here, 'p'),
  })
  expect(readStartArguments(['--port', '8123'], here)).toMatchObject({ browser: true, port: 8123 })
  for (const args of [['--port', 'x'], ['--port', '70000'], ['--nonsense'], ['word']]) {
    expect(() => readStartArguments(args, here)).toThrow()
  }
})

test('the desktop app finds its project among what Electron adds to the command line', () => {
  expect(projectArgument(['electron', '--no-sandbox', '.', '--project', 'p'], here)).toBe(resolve(here, 'p'))
  expect(projectArgument(['electron', '.', '--project=/q'], here)).toBe(resolve('/q'))
  expect(projectArgument(['electron', '.'], here)).toBeNull()
  expect(projectArgument(['electron', '.', '--project'], here)).toBeNull()
})

test('it is built where a part is missing or a source is newer, and not otherwise', async () => {
  const root = await temporaryFolder()
  const put = async (path: string, seconds: number) => {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), '')
    await utimes(join(root, path), seconds, seconds)
  }
  await put('src-main/deep/a.ts', 100)
  await put('package.json', 100)
  expect(needsBuild(root)).toBe(true)
  const built = [
    'out/main/desktop.js',
    'out/main/command.js',
    'out/main/start.js',
    'out/preload/preload.cjs',
    'out/renderer/index.html',
  ]
  for (const each of built) await put(each, 200)
  await utimes(join(root, 'src-main'), 100, 100)
  await utimes(join(root, 'src-main/deep'), 100, 100)
  expect(needsBuild(root)).toBe(false)
  await put('src-main/deep/a.ts', 300)
  expect(needsBuild(root)).toBe(true)
  await put('src-main/deep/a.ts', 100)
  expect(needsBuild(root)).toBe(false)
  // A file was removed.
  await utimes(join(root, 'src-main/deep'), 300, 300)
  expect(needsBuild(root)).toBe(true)
})
