import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { appFolder } from '../../src-main/shell-command/app-folder.ts'

const root = resolve(import.meta.dirname, '../..')

test('the command line finds the folder of the app', () => {
  expect(appFolder).toBe(root)
})

test('what looks for the folder of the app lies two folders deep, as all built files do', () => {
  const sources = globSync('src-main/**/*.ts', { cwd: root }).map((file) => file.replaceAll('\\', '/'))
  const looking = sources.filter((file) => /import\.meta\.dirname,\s*'(\.\.\/)+\.\.'/.test(text(file)))
  expect(looking).toContain('src-main/shell-command/app-folder.ts')
  for (const file of looking) expect(file.split('/')).toHaveLength(3)
  const deeper = sources.filter((file) => /import\.meta\.dirname,\s*'(\.\.\/){3}/.test(text(file)))
  expect(deeper).toEqual([])
})

function text(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}
