import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeNotices, noticesFile, readNotices, shippedPackages } from './notices.ts'

const root = join(import.meta.dirname, '../..')
const names = readNotices().map(({ name }) => name)
const read = (name: string) => readFileSync(join(root, name), 'utf8')

test('the file of notices is the one that the installed packages make', () => {
  expect(read('resources/THIRD-PARTY-NOTICES.txt'), 'run npm run notices').toBe(makeNotices())
})

test('every package that the app or its window names has its notice, and so has what they need', () => {
  expect(names).toEqual(expect.arrayContaining([...shippedPackages()]))
  expect(names).toEqual(expect.arrayContaining(['openai', 'react', 'scheduler', '@fontsource-variable/inter', 'shiki']))
  const text = readFileSync(noticesFile, 'utf8')
  expect(names.filter((each) => !text.includes(`\n${each} `))).toEqual([])
})

test('what only builds or tests the app is not named', () => {
  expect(names.filter((each) => /^(@types\/|vitest|typescript|playwright|electron-vite)/.test(each))).toEqual([])
})

test('every license allows what an MIT-licensed app does with it', () => {
  const known = [
    'MIT',
    'ISC',
    'MIT and ISC',
    '0BSD',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'Apache-2.0',
    'OFL-1.1',
    'Unlicense',
  ]
  expect(readNotices().filter(({ license }) => !known.includes(license))).toEqual([])
})

test('the license file says what package.json says', () => {
  expect(JSON.parse(read('package.json')).license).toBe('MIT')
  expect(read('LICENSE')).toMatch(/^MIT License\n\nCopyright \(c\) \d{4} The Stratagem authors\n/)
})
