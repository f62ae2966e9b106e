import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { findArchiveFaults } from './check-archive.ts'
import { readModules } from './module-graph.ts'

const root = resolve(import.meta.dirname, '../..')

test('no part of the packaged app copies its own files or starts programs with them by the system', () => {
  const modules = readModules(root)
  const faults = modules.flatMap(({ file }) => findArchiveFaults(file, readFileSync(join(root, file), 'utf8')))
  expect(faults).toEqual([])
  const knowing = modules.filter(({ file }) => readFileSync(join(root, file), 'utf8').includes('resourcesFolder'))
  expect(knowing.length).toBeGreaterThan(5)
})

test('a copy from the resources, and a program that gets a path of the app, are found; those by reading are not', () => {
  const copy = `import { cpSync, existsSync } from 'node:fs'\ncpSync(resourcesFolder, to)`
  expect(findArchiveFaults('src-main/host/a.ts', copy)).toHaveLength(1)
  const start = `import { type ChildProcess, spawn } from 'node:child_process'\nspawn('x', [import.meta.dirname])`
  expect(findArchiveFaults('src-main/tools/b.ts', start)).toHaveLength(1)
  expect(findArchiveFaults('src-main/tools/b.ts', `${start}\nunpackedPath(file)`)).toEqual([])
  expect(
    findArchiveFaults('src-main/host/c.ts', `import { readFileSync } from 'node:fs'\nreadFileSync(resourcesFolder)`),
  ).toEqual([])
  expect(findArchiveFaults('src-main/host/d.ts', `import { cpSync } from 'node:fs'\ncpSync(from, to)`)).toEqual([])
})
