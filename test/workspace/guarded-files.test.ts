import { chmod, link, mkdir, readdir, rename, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { holdMethod } from '../../src-main/workspace/guard/guard-folder.ts'
import { guardFiles } from '../../src-main/workspace/guard/guarded-files.ts'
import { makeFifo, type TemporaryProject, temporaryProject } from '../kit/project/temporary-project.ts'

const posix = process.platform !== 'win32'

interface Odd {
  readonly name: string
  make(project: TemporaryProject): Promise<string>
  readonly says: RegExp
}

async function made(work: Promise<unknown>, path: string): Promise<string> {
  await work
  return path
}

const odd: Odd[] = [
  { name: 'nothing', make: async () => 'no/such/file', says: /There is no no\/such\/file\./ },
  { name: 'a folder', make: async (project) => made(mkdir(project.at('dir')), 'dir'), says: /is a folder/ },
  {
    name: 'a file as a folder',
    make: async (project) => made(project.write('f', ''), 'f/x'),
    says: /a part of the path is a file/,
  },
  {
    name: 'a binary file',
    make: async (project) => made(project.write('b', Buffer.from([1, 0, 2])), 'b'),
    says: /is a binary file of 3 bytes/,
  },
  {
    name: 'text that is not UTF-8',
    make: async (project) => made(project.write('l', Buffer.from([0x63, 0xe9])), 'l'),
    says: /not text in UTF-8/,
  },
  {
    name: 'UTF-16',
    make: async (project) => made(project.write('u', Buffer.from('\uFEFFhi', 'utf16le')), 'u'),
    says: /UTF-16/,
  },
  { name: 'a name of 256 bytes', make: async () => 'é'.repeat(128), says: /There is no|too long/ },
  { name: 'a path of 5000 characters', make: async () => 'a/'.repeat(2500), says: /too long/ },
  { name: 'NUL in the name', make: async () => 'a\0b', says: /NUL/ },
  { name: 'half of a character', make: async () => 'a\ud800', says: /lone surrogate/ },
  {
    name: 'a file of 1 GB with holes',
    async make(project) {
      await project.write('huge', '')
      await truncate(project.at('huge'), 1_000_000_000)
      return 'huge'
    },
    says: /too large to be read at once: 1000000000 bytes/,
  },
]
const onlyPosix: Odd[] = [
  {
    name: 'a FIFO',
    make: async (project) => made(makeFifo(project.at('fifo')), 'fifo'),
    says: /FIFO, a socket or a device/,
  },
  {
    name: 'a socket',
    async make(project) {
      const server = createServer().listen(project.at('sock'))
      await new Promise((resolve) => server.once('listening', resolve))
      onTestFinished(() => void server.close())
      return 'sock'
    },
    says: /FIFO, a socket or a device/,
  },
  {
    name: 'a link to itself',
    make: async (project) => made(symlink('self', project.at('self')), 'self'),
    says: /go in a circle/,
  },
  {
    name: 'links in a circle',
    async make(project) {
      await symlink('two', project.at('one'))
      await symlink('one', project.at('two'))
      return 'one/x'
    },
    says: /go in a circle/,
  },
  {
    name: 'a link to nowhere',
    make: async (project) => made(symlink('gone', project.at('lost')), 'lost'),
    says: /leads nowhere/,
  },
  {
    name: 'a link to a device',
    make: async (project) => made(symlink('/dev/zero', project.at('zero')), 'zero'),
    says: /outside the project folder/,
  },
  {
    name: 'a link outside',
    make: async (project) => made(symlink('/etc/passwd', project.at('pw')), 'pw'),
    says: /outside the project folder/,
  },
]
const all = posix ? [...odd, ...onlyPosix] : odd

/** The second is what systems without `/proc` have; it works on every system. */
const ways = [holdMethod(), 'by-name'] as const

test.each(ways.flatMap((hold) => all.map((each) => ({ ...each, hold }))))(
  '$name is a problem in words and nothing else, held $hold (T15)',
  async ({ make, says, hold }) => {
    const project = await temporaryProject()
    const files = await guardFiles(project.folder, hold)
    const path = await make(project)
    const read = await files.readText(path)
    expect(read).toMatchObject({ ok: false })
    expect(read.ok ? '' : read.problem).toMatch(says)
    if (/nothing|too large|binary|not text|UTF-16/.test(says.source) || read.ok) return
    if (path === 'no/such/file' || path.startsWith('é')) return
    const bytes = await files.openBytes(path)
    expect(bytes.ok).toBe(false)
    const before = await stat(project.folder)
    expect((await files.writeText(path, 'x', null)).ok).toBe(false)
    expect((await stat(project.folder)).ino).toBe(before.ino)
  },
)

test('a file the user may not read or write is a problem (T15)', async () => {
  const project = await temporaryProject({ 'closed.txt': 'secret' })
  const files = await guardFiles(project.folder)
  await chmod(project.at('closed.txt'), 0o000)
  const read = await files.readText('closed.txt')
  // Root may read everything, and Windows has no such bit.
  const mayRead = !posix || process.getuid?.() === 0
  expect(read.ok).toBe(mayRead)
  if (!read.ok) expect(read.problem).toMatch(/no permission/)
  const write = await files.writeText('closed.txt', 'x', 'any')
  expect(write.ok ? '' : write.problem).toMatch(/write-protected|no permission|not permit/)
  await chmod(project.at('closed.txt'), 0o600)
  expect(await project.read('closed.txt')).toBe('secret')
})

test('a large text is streamed, and a folder of any depth listed, in bounded memory (T15)', async () => {
  const project = await temporaryProject()
  const files = await guardFiles(project.folder)
  await project.write('big.log', 'x'.repeat(6_000_000))
  expect(await files.readText('big.log')).toMatchObject({ ok: false, why: 'too-large' })
  const opened = await files.openBytes('big.log')
  let size = 0
  if (opened.ok) for await (const chunk of opened.stream) size += chunk.length
  expect(size).toBe(6_000_000)
  await symlink('.', project.at('again'))
  const listed = await files.list('.', 6, 100)
  expect(listed).toMatchObject({ ok: true, more: 0 })
  expect(listed.ok && listed.entries.map((entry) => [entry.path, entry.kind])).toEqual([
    ['again', 'link'],
    ['big.log', 'file'],
  ])
})

test('a text is read with what is needed to write it back', async () => {
  const project = await temporaryProject()
  await project.write('a.txt', '\uFEFFone\r\ntwo\r\n')
  const files = await guardFiles(project.folder)
  const read = await files.readText('a.txt')
  expect(read).toMatchObject({ ok: true, relative: 'a.txt', text: 'one\r\ntwo\r\n', bom: true, size: 13 })
  const same = await files.writeText('a.txt', '\uFEFFone\r\ntwo\r\n', read.ok ? read.hash : '')
  expect(same).toEqual({ ok: true, hash: read.ok ? read.hash : '' })
})

test('paths are taken relative, absolute inside, and through links that stay inside', async () => {
  const project = await temporaryProject({ 'src/a.js': 'x' })
  await symlink('src', project.at('link'))
  const files = await guardFiles(project.folder)
  for (const path of [
    'src/a.js',
    './src//a.js',
    'src/../src/a.js',
    'link/a.js',
    project.at('src/a.js'),
    'no/../src/a.js',
  ])
    expect(await files.resolve(path)).toMatchObject({ ok: true, relative: 'src/a.js', kind: 'file', exists: true })
  expect(await files.resolve('.')).toMatchObject({ ok: true, relative: '.', kind: 'folder' })
  expect(await files.resolve('new/b.js')).toMatchObject({ ok: true, relative: 'new/b.js', kind: 'none', exists: false })
})

test('a project opened through a link takes absolute paths by either name', async () => {
  const project = await temporaryProject({ 'real/a.js': 'x' })
  await symlink(project.at('real'), project.at('alias'))
  const files = await guardFiles(project.at('alias'))
  expect(files.folder).toBe(project.at('real'))
  expect(await files.resolve(project.at('alias/a.js'))).toMatchObject({ ok: true, relative: 'a.js' })
  expect(await files.resolve(project.at('real/a.js'))).toMatchObject({ ok: true, relative: 'a.js' })
})

test.each(ways)('a write holds to what it was based on, held %s (T32)', async (hold) => {
  const project = await temporaryProject({ 'a.txt': 'one' })
  const files = await guardFiles(project.folder, hold)
  expect(await files.writeText('a.txt', 'x', null)).toMatchObject({ ok: false })
  expect(await files.writeText('a.txt', 'x', 'f'.repeat(64))).toMatchObject({ ok: false })
  expect(await files.writeText('gone.txt', 'x', 'f'.repeat(64))).toMatchObject({ ok: false })
  expect(await project.read('a.txt')).toBe('one')
  expect(await files.writeText('a.txt', 'two', 'any')).toMatchObject({ ok: true })
  expect(await files.writeText('deep/er/new.txt', 'new', null)).toMatchObject({ ok: true })
  expect((await readdir(project.folder, { recursive: true })).sort()).toEqual([
    'a.txt',
    'deep',
    'deep/er',
    'deep/er/new.txt',
  ])
})

test('a write through a hard link leaves the other name of the file alone', async () => {
  const outside = await temporaryProject({ 'outside.txt': 'theirs' })
  const project = await temporaryProject()
  await link(outside.at('outside.txt'), project.at('inside.txt'))
  const files = await guardFiles(project.folder)
  expect(await files.writeText('inside.txt', 'mine', 'any')).toMatchObject({ ok: true })
  expect([await outside.read('outside.txt'), await project.read('inside.txt')]).toEqual(['theirs', 'mine'])
})

test('names that clash by case are two files or one, as the file system has it, and never lost', async () => {
  const project = await temporaryProject()
  const files = await guardFiles(project.folder)
  await files.writeText('Name.txt', 'upper', null)
  const second = await files.writeText('name.txt', 'lower', null)
  expect(await project.read('Name.txt')).toBe('upper')
  expect(await project.read('name.txt')).toBe(second.ok ? 'lower' : 'upper')
})

test('the folder being gone is said', async () => {
  const project = await temporaryProject({ 'a.txt': '' })
  const files = await guardFiles(project.folder)
  await rm(project.folder, { recursive: true })
  for (const answer of [
    await files.readText('a.txt'),
    await files.writeText('b.txt', '', null),
    await files.list('.', 1, 10),
  ])
    expect(answer).toMatchObject({ ok: false, problem: expect.stringContaining('The project folder is gone') })
})

/** A project with ways out of it, beside a folder with a secret that must never be seen or touched. */
async function leakyProject(hold: (typeof ways)[number]) {
  const outside = await temporaryProject({ 'secret.txt': 'the secret', 'deep/secret.txt': 'the secret' })
  const project = await temporaryProject({ 'in/a.txt': 'fine', 'b.txt': 'fine' })
  await symlink(outside.folder, project.at('out'))
  await symlink(outside.at('secret.txt'), project.at('in/leak'))
  await symlink('..', project.at('in/up'))
  await symlink('/', project.at('root'))
  await symlink('in/up/out', project.at('chain'))
  return { outside, project, files: await guardFiles(project.folder, hold) }
}

const part = fc.constantFrom(
  '..',
  '.',
  '',
  'in',
  'out',
  'up',
  'root',
  'chain',
  'leak',
  'deep',
  'secret.txt',
  'a.txt',
  'new',
  '~',
  'tmp',
  'etc',
  'passwd',
  '%2e%2e',
  '..\\..',
  '․․',
  'in ',
  ' ..',
)

test.each(ways)('no generated path leads out, held %s (T16)', async (hold) => {
  const { outside, project, files } = await leakyProject(hold)
  const start = fc.constantFrom(
    '',
    '/',
    './',
    '//',
    `${project.folder}/`,
    `${outside.folder}/`,
    `${project.folder}/../`,
    `${project.folder}x/`,
  )
  const path = fc.tuple(start, fc.array(part, { maxLength: 7 })).map(([from, parts]) => from + parts.join('/'))
  let inside = 0
  await fc.assert(
    fc.asyncProperty(path, async (each) => {
      const resolved = await files.resolve(each)
      if (resolved.ok) {
        inside += 1
        expect(resolved.absolute === project.folder || resolved.absolute.startsWith(`${project.folder}/`)).toBe(true)
      }
      const read = await files.readText(each)
      if (read.ok) expect(read.text).not.toContain('secret')
      const listed = await files.list(each, 1, 50)
      if (listed.ok) expect(listed.entries.some((entry) => entry.path.split('/').includes('..'))).toBe(false)
      await files.writeText(`${each}/w`, 'written', null)
    }),
    { numRuns: 1000 },
  )
  expect(inside).toBeGreaterThan(100)
  expect((await readdir(outside.folder, { recursive: true })).sort()).toEqual(['deep', 'deep/secret.txt', 'secret.txt'])
  expect(await outside.read('secret.txt')).toBe('the secret')
})

test.each(posix ? ['a folder', 'a file'] : [])(
  'a link that takes the place of %s at any moment leads nowhere (T16)',
  async (what) => {
    const outside = await temporaryProject({ 'a.txt': 'the secret' })
    const project = await temporaryProject({ 'dir/a.txt': 'fine' })
    const files = await guardFiles(project.folder)
    const [spot, aside, target] =
      what === 'a folder' ? ['dir', 'aside', outside.folder] : ['dir/a.txt', 'aside.txt', outside.at('a.txt')]
    let going = true
    const tolerant = (step: Promise<unknown>) => step.catch(() => undefined)
    const swapping = (async () => {
      while (going) {
        await tolerant(rename(project.at(spot), project.at(aside)))
        await tolerant(symlink(target, project.at(spot)))
        // A write may make the folder anew, or fill it meanwhile; of a link only the link is removed.
        await tolerant(rm(project.at(spot), { recursive: true, force: true }))
        await tolerant(rename(project.at(aside), project.at(spot)))
      }
    })()
    let done = 0
    // On a busy machine no write may succeed for long: the folder is rarely in its place.
    for (let round = 0; round < 250 || done === 0; round++) {
      const read = await files.readText('dir/a.txt')
      if (read.ok) expect(read.text).not.toBe('the secret')
      const listed = await files.list('dir', 1, 10)
      if (listed.ok) expect(listed.entries.every((entry) => entry.path.startsWith('dir/'))).toBe(true)
      if ((await files.writeText('dir/new.txt', 'mine', 'any')).ok) done += 1
      await files.writeText('dir/a.txt', 'fine', 'any')
    }
    going = false
    await swapping
    expect(done).toBeGreaterThan(0)
    expect(await readdir(outside.folder)).toEqual(['a.txt'])
    expect(await outside.read('a.txt')).toBe('the secret')
  },
)

test('a temporary file is never left behind, even where the write fails', async () => {
  const project = await temporaryProject({ 'a.txt': 'x' })
  const files = await guardFiles(project.folder)
  await Promise.all(
    Array.from({ length: 50 }, (_, i) => files.writeText('a.txt', `text ${i}`, i % 2 === 0 ? 'any' : 'f'.repeat(64))),
  )
  await writeFile(project.at('b.txt'), '')
  expect((await readdir(project.folder)).sort()).toEqual(['a.txt', 'b.txt'])
})
