import { symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { openTestHost } from '../../kit/host/host-open.ts'
import { makeFifo, temporaryProject } from '../../kit/project/temporary-project.ts'

async function opened(files: { readonly [path: string]: string }) {
  const project = await temporaryProject(files)
  const host = await openTestHost()
  const { id } = await ask(host, 'project-open', { folder: project.folder })
  return { project, host, at: { projectId: id, workspaceId: null } }
}

test('names are files only if the workspace has them; what is outside of it is none, links included', async () => {
  const { project, host, at } = await opened({ 'src/a.ts': 'a', 'b.md': 'b' })
  const outside = await temporaryProject({ 'secret.txt': 'secret' })
  if (process.platform !== 'win32') {
    await symlink(outside.at('secret.txt'), project.at('link.txt'))
    await makeFifo(project.at('pipe.txt'))
  }
  const paths = [
    'src/a.ts',
    './b.md',
    project.at('src/a.ts'),
    'src',
    'no.ts',
    outside.at('secret.txt'),
    '../x.ts',
    'link.txt',
    'pipe.txt',
    '/etc/passwd',
  ]
  expect(await ask(host, 'files-known', { ...at, paths })).toEqual([
    ...['src/a.ts', 'b.md', 'src/a.ts'],
    ...Array.from({ length: 7 }, () => null),
  ])
  for (const path of ['link.txt', '../x.ts', outside.at('secret.txt'), 'pipe.txt'])
    for (const method of ['file-read', 'file-open', 'file-path', 'file-reveal'])
      expect(await host.handle(method, { ...at, path, snapshot: null, line: null, column: null })).toMatchObject({
        ok: false,
      })
})

test('a file is shown as text, binary, cut or in another encoding, and says which', async () => {
  const { project, host, at } = await opened({ 'a.txt': 'one\ntwo\n', 'empty.txt': '' })
  await project.write('b.bin', new Uint8Array([1, 0, 2]))
  await project.write('l.txt', new Uint8Array([0x63, 0x61, 0x66, 0xe9]))
  await project.write('u.txt', Buffer.from('\ufeffhi\n', 'utf16le'))
  await project.write('big.txt', 'ü line\n'.repeat(400_000))
  const read = (path: string) => ask(host, 'file-read', { ...at, path, snapshot: null })
  expect(await read('a.txt')).toEqual({ path: 'a.txt', size: 8, text: 'one\ntwo\n', cut: false, encoding: 'utf-8' })
  expect(await read('empty.txt')).toMatchObject({ size: 0, text: '' })
  expect(await read('b.bin')).toMatchObject({ size: 3, text: null })
  expect(await read('l.txt')).toMatchObject({ text: 'café', encoding: 'latin-1' })
  expect(await read('u.txt')).toMatchObject({ text: 'hi\n', encoding: 'utf-16' })
  const big = await read('big.txt')
  expect(big).toMatchObject({ cut: true, encoding: 'utf-8' })
  expect(big.text?.endsWith('ü line\n')).toBe(true)
})

test('a file is shown as it was in a snapshot, also when it is gone, and by its name taken literally', async () => {
  const { project, host, at } = await opened({ 'a.txt': 'old', '[a].txt': 'brackets' })
  const run = await ask(host, 'run-start', {
    conversationId: (await ask(host, 'conversation-create', at)).id,
    ...{ parentId: null, message: 'Hello', strategy: { name: 'chat', options: {} } },
    ...{ roles: { default: 'demo' }, mode: 'act', approval: 'everything' },
  })
  const { before } = await host.runs.untilEnded(run.id)
  await project.write('a.txt', 'new')
  const then = (path: string) => ask(host, 'file-read', { ...at, path, snapshot: before })
  expect(await then('a.txt')).toMatchObject({ text: 'old' })
  expect(await then('[a].txt')).toMatchObject({ text: 'brackets' })
  await expect(then('[ab].txt')).rejects.toThrow('did not exist then')
})

test('the chosen program gets the real file and the line as arguments, and no shell reads them', async () => {
  const { project, host, at } = await opened({ 'a $(touch x); b.ts': '' })
  const script = join(dirname(project.folder), `editor-${process.pid}.mjs`)
  const said = `${script}.said`
  await writeFile(
    script,
    `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(said)}, JSON.stringify(process.argv.slice(2)))`,
  )
  const args = [script, '{file}', '+{line}:{column}']
  await ask(host, 'settings-write', { editor: { kind: 'program', program: process.execPath, args } })
  const path = 'a $(touch x); b.ts'
  expect(await ask(host, 'file-open', { ...at, path, line: 7, column: null })).toMatchObject({ address: null })
  const { readFile, rm } = await import('node:fs/promises')
  expect(JSON.parse(await readFile(said, 'utf8'))).toEqual([project.at(path), '+7:1'])
  await Promise.all([rm(script), rm(said)])
})

test('an address is opened by a shell that can, else handed to the window; a program that fails says so', async () => {
  const project = await temporaryProject({ 'a.ts': '' })
  const addresses: string[] = []
  const host = await openTestHost({ openAddress: (address) => addresses.push(address) })
  const { id: projectId } = await ask(host, 'project-open', { folder: project.folder })
  const editor = { kind: 'address', address: 'zed://file/{file}:{line}' } as const
  await ask(host, 'settings-write', { editor })
  const open = { projectId, workspaceId: null, path: 'a.ts', line: 2, column: null }
  expect(await ask(host, 'file-open', open)).toMatchObject({ address: null })
  expect(addresses).toEqual([expect.stringMatching(/^zed:\/\/file\/.*\/a\.ts:2$/)])
  const other = await openTestHost()
  expect((await ask(other, 'editor-test', { editor })).address).toMatch(/^zed:.*write-a-strategy\.md:3$/)
  const program = (name: string, ...args: string[]) => ({ kind: 'program' as const, program: name, args })
  const fails = program(process.execPath, '-e', 'process.exit(3)', '{file}')
  await expect(ask(other, 'editor-test', { editor: fails })).rejects.toThrow('code 3')
  const missing = program('./code', '{file}')
  await expect(ask(other, 'editor-test', { editor: missing })).rejects.toThrow('not found')
})
