import { chmod, symlink, truncate } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { makeFifo } from '../kit/project/temporary-project.ts'
import { type ToolBench, toolBench } from './tool-kit.ts'

const posix = process.platform !== 'win32'

/** A folder with everything in it that could hang or flood a tool that is not careful. */
async function oddProject(): Promise<ToolBench> {
  const bench = await toolBench({ 'good.txt': 'needle\n', 'sub/closed.txt': 'needle\n' })
  const { project } = bench
  await project.write('binary', Buffer.from([0, 1, 2, 3]))
  await project.write('latin.txt', Buffer.from('caf\u00E9 needle\n', 'latin1'))
  await project.write(`${'n'.repeat(251)}.txt`, 'needle\n')
  await project.write('sparse.txt', '')
  await truncate(project.at('sparse.txt'), 1_000_000_000)
  await chmod(project.at('sub/closed.txt'), 0o000)
  if (!posix) return bench
  await makeFifo(project.at('fifo'))
  await symlink('self', project.at('self'))
  await symlink('..', project.at('sub/up'))
  await symlink('/dev/zero', project.at('zero'))
  return bench
}

test('a project full of odd files is listed and searched to the end (T15)', async () => {
  const bench = await oddProject()
  const listed = await bench.run('list_directory', { depth: 6 })
  expect(listed.result.ok).toBe(true)
  expect(listed.result.text).toContain('sparse.txt  1.0 GB')
  const found = await bench.run('find_files', { glob: '*.txt' })
  expect(found.result.text.split('\n')).toContain('good.txt')
  const searched = await bench.run('search_text', { pattern: 'needle' })
  expect(searched.result.text).toContain('good.txt:1:needle')
  expect(searched.result.text.match(/good\.txt/g)).toHaveLength(1)
})

const odd = ['binary', 'sparse.txt', 'latin.txt', ...(posix ? ['fifo', 'self', 'zero', 'sub/up'] : [])]
test.each(odd)('%s harms nothing by any tool, and the model is told (T15)', async (path) => {
  const bench = await oddProject()
  for (const [tool, args] of [
    ['read_file', { path }],
    ['edit_file', { path, old_text: 'a', new_text: 'b' }],
    ['write_file', { path, content: 'b' }],
  ] as const) {
    const { result } = await bench.run(tool, args)
    expect(result.ok).toBe(false)
    expect(result.text.length).toBeGreaterThan(20)
    expect(result.summary).not.toBe('the tool broke')
  }
  const searched = await bench.run('search_text', { pattern: 'ne+dle', path })
  expect(searched.result.ok).toBe(!['sparse.txt', 'fifo', 'self', 'zero'].includes(path))
  expect(bench.story).toEqual([])
})

test('a name of 255 bytes is read and written like any other (T15)', async () => {
  const bench = await oddProject()
  const path = `${'n'.repeat(251)}.txt`
  expect((await bench.run('read_file', { path })).result.text).toBe('needle')
  expect((await bench.run('edit_file', { path, old_text: 'needle', new_text: 'pin' })).result.ok).toBe(true)
  expect((await bench.run('write_file', { path: 'n'.repeat(256), content: '' })).result.text).toContain('too long')
})
