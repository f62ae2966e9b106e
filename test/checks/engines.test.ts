import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findUnfitOptionals, lockFile } from './check-engines.ts'

const top = join(import.meta.dirname, '../..')
const read = (file: string): unknown => JSON.parse(readFileSync(join(top, file), 'utf8'))

const lock = (node: string, wants: Readonly<Record<string, { node: string; os?: string; cpu?: string }>>) =>
  lockFile.parse({
    packages: {
      '': { engines: { node }, devDependencies: { tool: '1.0.0' } },
      'node_modules/tool': {
        optionalDependencies: Object.fromEntries(Object.keys(wants).map((name) => [name, '1.0.0'])),
      },
      ...Object.fromEntries(
        Object.entries(wants).map(([name, { node: engine, os, cpu }]) => [
          `node_modules/${name}`,
          { engines: { node: engine }, ...(os && { os: [os] }), ...(cpu && { cpu: [cpu] }) },
        ]),
      ),
    },
  })

test('each optional package of our systems takes every Node that package.json says is enough', () => {
  expect(findUnfitOptionals(lockFile.parse(read('package-lock.json')))).toEqual([])
})

test('the versions of Node in package.json and in the lock file are the same', () => {
  const engines = lockFile.parse(read('package-lock.json')).packages['']?.engines
  expect(read('package.json')).toMatchObject({ engines })
})

test('a binding that wants a newer Node than we do is named with the version that npm leaves it out on', () => {
  const wants = { binding: { node: '^20.19.0 || >=22.12.0', os: 'linux', cpu: 'x64' } }
  expect(findUnfitOptionals(lock('>=20.18', wants))).toEqual([
    'binding wants Node ^20.19.0 || >=22.12.0: npm leaves it out on 20.18.0',
  ])
  expect(findUnfitOptionals(lock('^20.19.0 || >=22.11.0', wants))).toHaveLength(1)
  expect(findUnfitOptionals(lock('^20.19.0 || >=22.12.0', wants))).toEqual([])
})

test('a binding for a system of nobody does not count; a range that is not understood does', () => {
  const node = '>=30'
  expect(findUnfitOptionals(lock('>=24.0.0', { wasm: { node, cpu: 'wasm32' }, bsd: { node, os: 'freebsd' } }))).toEqual(
    [],
  )
  expect(findUnfitOptionals(lock('>=24.0.0', { odd: { node: 'lts/krypton' } }))).toHaveLength(1)
  expect(findUnfitOptionals(lock('24 - 26', { any: { node: '>=18' } }))).toHaveLength(1)
})
