import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { command } from '../kit/host/host-command.ts'
import { hostModelServer } from '../kit/host/host-model-server.ts'
import { temporaryFolder } from '../kit/host/host-open.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'

const secret = ['sk', 'proj', 'a1B2c3D4e5F6g7H8i9J0'].join('-')

async function oneRun() {
  const home = await temporaryFolder()
  const files = await temporaryProject({})
  const server = await hostModelServer((_asked, turn) =>
    turn === 0
      ? { calls: [{ tool: 'write_file', arguments: { path: 'emptyCart.js', content: 'x\n' } }] }
      : { text: `The pumpkin key is ${secret}.` },
  )
  const where = ['--project', files.folder, '--base-url', server.url, '--model', 'm']
  await command(home, ['run', ...where, '--approve', 'edits', 'go'])
  const [id = ''] = (await command(home, ['list'])).out.split('\t')
  return { home, files, id }
}

test('export and import: a bundle is written, what was taken out is told, and it replays in another data folder', async () => {
  const { home, id } = await oneRun()
  const file = join(await temporaryFolder(), 'it.stratagem')
  const made = await command(home, ['export', id, '--format', 'bundle', '--out', file])
  expect(made).toEqual({
    code: 0,
    out: `${file}\n`,
    error: expect.stringMatching(
      /^Removed as likely secrets:\n {2}\d+ × OpenAI key: .*answer at step .*\nReview the rest before you share/,
    ),
  })
  expect((await readFile(file)).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]))
  const here = await temporaryFolder()
  const names = []
  for (let time = 0; time < 2; time++)
    names.push((await command(home, ['export', id, '--format', 'bundle'], { INIT_CWD: here })).out.trim())
  expect(names).toEqual([join(here, 'go.stratagem'), join(here, 'go-2.stratagem')])
  const other = await temporaryFolder()
  const taken = await command(other, ['import', file])
  expect(taken).toEqual({ code: 0, out: 'conv_x\tgo\n'.replace('conv_x', taken.out.split('\t')[0] ?? ''), error: '' })
  const [copy = ''] = (await command(other, ['list'])).out.split('\t')
  expect(copy).not.toBe(id)
  expect((await command(other, ['replay', copy, '--verify'])).out).toMatch(/^equal: \d+ steps and the outcome\n/)
  expect((await command(other, ['import', file])).error).toContain('Already imported')
  const again = await command(other, ['export', taken.out.split('\t')[0] ?? '', '--format', 'markdown'])
  expect(again.out).toContain('The pumpkin key is [redacted-OpenAI-key]')
})

test('import: what is no bundle is refused in words', async () => {
  const file = join(await temporaryFolder(), 'letter.stratagem')
  await writeFile(file, 'a letter')
  const home = await temporaryFolder()
  expect(await command(home, ['import', file])).toMatchObject({
    code: 1,
    error: expect.stringContaining(
      'This file can’t be imported: it is damaged, or neither a Stratagem bundle nor a session of a known tool.',
    ),
  })
  expect(await command(home, ['import', join(home, 'nowhere')])).toMatchObject({
    code: 1,
    error: expect.stringContaining('There is no file'),
  })
})

test('search tells run, step, kind, project, title and excerpt; 1 where there is nothing', async () => {
  const { home, files, id } = await oneRun()
  const { code, out } = await command(home, ['search', 'pumpkin'])
  expect(code).toBe(0)
  const [place, kind, project, title, excerpt] = out.trimEnd().split('\t')
  expect(place).toMatch(new RegExp(`^${id} [\\d./]+$`))
  expect([kind, project, title]).toEqual(['answer', files.folder.split('/').at(-1), 'go'])
  expect(excerpt).toContain('The pumpkin key is')
  expect((await command(home, ['search', 'cart', '--project', files.folder])).out).toContain('emptyCart.js')
  expect(await command(home, ['search', 'nothing-like-it'])).toEqual({
    code: 1,
    out: '',
    error: 'Nothing found.\n',
  })
  const nowhere = await command(home, ['export', id, '--format', 'markdown', '--out', join(home, 'no', 'where.md')])
  expect(nowhere).toMatchObject({
    code: 1,
    error: expect.stringMatching(/^The file .*where\.md can’t be written\. Choose/m),
  })
  expect((await command(home, ['search'])).code).toBe(2)
})
