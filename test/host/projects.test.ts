import { readFile, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ask } from '../../src-main/host/api/host-client.ts'
import { bestMatches } from '../../src-main/host/projects/find-files.ts'
import { titleFrom } from '../../src-main/host/runs/conversation-title.ts'
import { collectChanges, openTestHost, temporaryFolder } from '../kit/host/host-open.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'

test("the sample project is a copy of the user's own: kept with what was done in it, made again when it is gone", async () => {
  const dataFolder = await temporaryFolder()
  const host = await openTestHost({ dataFolder })
  const first = await ask(host, 'project-open-sample', {})
  expect(first.folder.startsWith(dataFolder)).toBe(true)
  await writeFile(join(first.folder, 'mine.txt'), 'mine')
  expect(await ask(host, 'project-open-sample', {})).toMatchObject({ id: first.id, folder: first.folder })
  expect(await readFile(join(first.folder, 'mine.txt'), 'utf8')).toBe('mine')
  await rm(first.folder, { recursive: true })
  await ask(host, 'project-open-sample', {})
  await expect(readFile(join(first.folder, 'mine.txt'))).rejects.toThrow()
  expect(await readFile(join(first.folder, 'package.json'), 'utf8')).toContain('"test"')
})

test('a project that is opened again is the same one with its conversations, latest first in the list', async () => {
  const [one, two] = [await temporaryProject({}), await temporaryProject({ '.git/HEAD': 'ref: refs/heads/work/new\n' })]
  const host = await openTestHost()
  const changes = collectChanges(host)
  const first = await ask(host, 'project-open', { folder: one.folder })
  const second = await ask(host, 'project-open', { folder: two.folder })
  expect(second.branch).toBe('work/new')
  await ask(host, 'conversation-create', { projectId: first.id })
  await ask(host, 'project-forget', { projectId: first.id })
  expect((await ask(host, 'projects-list', {})).map((each) => each.id)).toEqual([second.id])
  expect((await ask(host, 'project-open', { folder: one.folder })).id).toBe(first.id)
  expect((await ask(host, 'projects-list', {})).map((each) => each.id)).toEqual([first.id, second.id])
  expect(await ask(host, 'conversations-list', { projectId: first.id })).toHaveLength(1)
  expect(changes.some((each) => each.kind === 'projects')).toBe(true)
  await rm(two.folder, { recursive: true })
  expect((await ask(host, 'projects-list', {})).find((each) => each.id === second.id)).toMatchObject({ present: false })
})

test('a file, the home folder and a relative path are no projects, and it says so', async () => {
  const files = await temporaryProject({ 'a.txt': '' })
  const host = await openTestHost()
  for (const folder of [files.at('a.txt'), homedir(), 'relative']) {
    expect(await host.handle('project-open', { folder })).toMatchObject({
      ok: false,
      failure: { message: expect.any(String) },
    })
  }
})

test("a folder that holds the app's own data is no project, and it says so; the sample project in it is one", async () => {
  const files = await temporaryProject({})
  const host = await openTestHost({ dataFolder: files.at('deep/data') })
  for (const folder of [files.folder, files.at('deep'), files.at('deep/data')])
    expect(await host.handle('project-open', { folder })).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining('own data'), advice: expect.stringContaining('STRATAGEM_HOME') },
    })
  expect(await ask(host, 'project-open-sample', {})).toMatchObject({ present: true })
})

test('the folder picker shows folders by name and nothing else', async () => {
  const files = await temporaryProject({ 'a.txt': 'secret', 'sub/b.txt': '', '.hidden/c.txt': '', 'also/d.txt': '' })
  const host = await openTestHost()
  const listing = await ask(host, 'folders-list', { folder: files.folder })
  expect(listing).toMatchObject({ folder: files.folder, folders: ['also', 'sub'] })
  expect(JSON.stringify(listing)).not.toContain('a.txt')
  expect(await host.handle('folders-list', { folder: files.at('nowhere') })).toMatchObject({ ok: false })
})

test('files are found by parts of their path; ignored ones are not', async () => {
  const files = await temporaryProject({
    '.gitignore': 'out\n',
    'src/cart.js': '',
    'src/total.js': '',
    'out/cart.js': '',
  })
  const host = await openTestHost()
  const { id } = await ask(host, 'project-open', { folder: files.folder })
  expect(await ask(host, 'files-find', { projectId: id, query: 'cart' })).toEqual(['src/cart.js'])
  expect(await ask(host, 'files-find', { projectId: id, query: 'sto' })).toContain('src/total.js')
})

test('the best match has the query in its name, and every match holds its letters in order', () => {
  expect(bestMatches(['total/a.js', 'src/total.js', 'src/to/tal.js'], 'total')).toEqual([
    'src/total.js',
    'total/a.js',
    'src/to/tal.js',
  ])
  fc.assert(
    fc.property(fc.array(fc.string()), fc.string({ maxLength: 5 }), (paths, query) => {
      for (const found of bestMatches(paths, query)) {
        let at = 0
        for (const letter of query.toLowerCase()) {
          at = found.toLowerCase().indexOf(letter, at) + 1
          expect(at).toBeGreaterThan(0)
        }
      }
    }),
  )
})

test('a title is the first line that says something, never longer than a list can show', () => {
  expect(titleFrom('\n\n  Fix   the test  \nplease')).toBe('Fix the test')
  fc.assert(
    fc.property(
      fc.string({ maxLength: 500 }),
      (message) => titleFrom(message).length <= 72 && titleFrom(message) !== '',
    ),
  )
})
