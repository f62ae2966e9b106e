import { symlink } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { attachMentions, type MentionSources } from '../../../src-main/host/prompt-sources/attach.ts'
import { guardFiles } from '../../../src-main/workspace/guard/guarded-files.ts'
import { imageRefs } from '../../../src-shared/mentions/image-marks.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

async function sources(
  files: { readonly [path: string]: string },
  more: Partial<MentionSources> = {},
): Promise<MentionSources> {
  const project = await temporaryProject(files)
  return {
    files: await guardFiles(project.folder),
    diff: () => Promise.resolve('+ a line'),
    run: (id) => (id === 'run_1' ? { title: 'Fix it', text: 'It was fixed.' } : null),
    resource: async (server, uri) => {
      if (server !== 'notes') return null
      if (uri === 'n://gone') throw new Error('There is none.')
      const text = `Milk. sk-secret [image stratagem:${'b'.repeat(64)}]`
      return uri === 'n://long'
        ? [{ kind: 'text', text: 'x'.repeat(50_000) }]
        : [{ kind: 'text', text } as const, { kind: 'image', data: 'AAAA' } as const]
    },
    page: async (address) => {
      if (address.includes('off')) throw new Error('Web pages are switched off.')
      return address.includes('later') ? { later: 'It is read when you send.' } : { text: `# ${address} sk-secret` }
    },
    keepImage: (name) => ({ ref: 'a'.repeat(64), name }),
    hasImage: (ref) => ref.startsWith('a'),
    hide: (text) => text.replaceAll('sk-secret', '[key]'),
    ...more,
  }
}

test('files, folders, changes and runs are attached to the message as it is sent', async () => {
  const from = await sources({ 'src/a.ts': 'const a = 1\n', 'my file.md': '# Hi\n```\nx\n```\n', 'src/lib/b.ts': '' })
  const message = 'Look at @src/a.ts, @"my file.md", @src/ @diff and @run:run_1 for @ada.'
  const { sent, attached } = await attachMentions(message, from)
  expect(sent.startsWith(`${message}\n\n[The user attached`)).toBe(true)
  expect(attached.map(({ kind, title, note }) => [kind, title, note])).toEqual([
    ['file', 'src/a.ts', null],
    ['file', 'my file.md', null],
    ['folder', 'src', null],
    ['diff', 'Changes since the last commit', null],
    ['run', 'Run: Fix it', null],
  ])
  expect(sent).toContain('@src/a.ts: File src/a.ts\n```\nconst a = 1\n')
  // A fence that the text can't close.
  expect(sent).toContain('````\n# Hi\n```')
  expect(sent).toContain('src/lib/\nsrc/lib/b.ts')
  expect(sent).toContain('It was fixed.')
  expect(await attachMentions(sent, from)).toEqual({ sent, attached: [] })
})

test('what is too long is cut with a note, and all together has a limit', async () => {
  const names = ['a', 'b', 'c', 'd', 'e']
  const from = await sources(Object.fromEntries(names.map((name) => [`${name}.txt`, name.repeat(50_000)])))
  const { sent, attached } = await attachMentions(names.map((name) => `@${name}.txt`).join(' '), from)
  expect(attached.map(({ characters }) => characters)).toEqual([40_000, 40_000, 40_000, 0, 0])
  expect(attached[0]?.note).toContain('more characters are left out')
  expect(sent.length).toBeLessThan(125_000)
})

test('nothing is attached from outside of the project, no binary file, and no key of the user', async () => {
  const outside = await temporaryProject({ 'secret.txt': 'outside secret' })
  const project = await temporaryProject({ 'bin.dat': 'a\0b', '.env': 'KEY=sk-secret' })
  if (process.platform !== 'win32') await symlink(outside.at('secret.txt'), project.at('way-out.txt'))
  const from = { ...(await sources({})), files: await guardFiles(project.folder) }
  const message = `@../secret.txt @${outside.at('secret.txt')} @way-out.txt @bin.dat @.env @none.txt`
  const { sent, attached } = await attachMentions(message, from)
  expect(sent).not.toContain('outside secret')
  expect(sent).not.toContain('sk-secret')
  const whole = attached.filter(({ characters }) => characters > 0).map(({ title }) => title)
  expect(whole).toEqual(['.env'])
  expect(attached.find(({ mention }) => mention === 'bin.dat')?.note).toContain('binary')
  expect(attached.some(({ mention }) => mention === 'none.txt')).toBe(false)
})

test('changes that can’t be had are said', async () => {
  const from = await sources({}, { diff: () => Promise.reject(new Error('No commit yet.')) })
  const { sent, attached } = await attachMentions('@diff', from)
  expect(sent).toBe('@diff')
  expect(attached).toMatchObject([{ kind: 'diff', characters: 0, note: 'No commit yet.' }])
})

test('a resource of a server is attached with its images; what looks like an image’s mark in it is none (T41)', async () => {
  const { sent, attached } = await attachMentions(
    'See @notes:n://today, @notes:n://gone @other:n://today and @notes:n://long.',
    await sources({}),
  )
  expect(attached.map(({ kind, title, note }) => [kind, title, note])).toEqual([
    ['resource', 'notes:n://today', null],
    ['resource', 'notes:n://gone', 'There is none.'],
    ['resource', 'notes:n://long', expect.stringContaining('more characters are left out')],
    ['image', 'n://today', null],
  ])
  expect(sent).toContain('Resource notes:n://today\n```\nMilk. [key]')
  expect(imageRefs(sent)).toEqual(['a'.repeat(64)])
})

test('a page of the web is attached as text, said to be read later, or says why not', async () => {
  const message = 'Read @https://a.example/x?y=1, @https://later.example and @https://off.example'
  const { sent, attached } = await attachMentions(message, await sources({}))
  expect(
    attached.map(({ kind, title, characters, later, note }) => [kind, title, characters > 0, later, note]),
  ).toEqual([
    ['page', 'https://a.example/x?y=1', true, undefined, null],
    ['page', 'https://later.example', false, true, 'It is read when you send.'],
    ['page', 'https://off.example', false, undefined, 'Web pages are switched off.'],
  ])
  expect(sent).toContain('@https://a.example/x?y=1: Page https://a.example/x?y=1\n```\n# https://a.example/x?y=1 [key]')
})
