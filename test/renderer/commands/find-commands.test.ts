import { describe, expect, test, vi } from 'vitest'

vi.hoisted(() => {
  vi.stubGlobal('window', { stratagem: undefined })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} })
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }))
})
vi.mock('../../../src-renderer/host/host.ts', () => ({ ask: async () => null, follow: () => () => {} }))
const { appCommands } = await import('../../../src-renderer/commands/app-commands.ts')
const { findAll } = await import('../../../src-renderer/commands/find-commands.ts')
const { branchCommands } = await import('../../../src-renderer/views/branches/tree/branch-commands.ts')
const { mergeCommand } = await import('../../../src-renderer/views/branches/files/copy-pill.tsx')
const { compareCommands } = await import('../../../src-renderer/views/compare/compare-commands.ts')

const all = [...appCommands, ...branchCommands, ...compareCommands, mergeCommand]
const first = (typed: string) => findAll(typed, all, (each) => each)[0]?.id

describe('what is typed is found first, whatever its group', () => {
  test.each([
    ['settings', 'settings'],
    ['dark', 'theme-dark'],
    ['theme', 'theme-light'],
    ['compose', 'compose-strategy'],
    ['stop', 'stop-run'],
    ['merge', 'merge-copy'],
    ['compare', 'compare'],
    ['export', 'export-conversation'],
    ['import', 'import'],
    ['new', 'new-conversation'],
    ['timeline', 'toggle-timeline'],
    ['go to the timeline', 'focus-timeline'],
    ['Stratagem: New strategy', 'new-strategy'],
    ['back to the projects', 'leave-project'],
    ['preferences', 'settings'],
    ['shortcuts', 'shortcuts'],
  ])('%s: %s', (typed, id) => {
    expect(first(typed)).toBe(id)
  })
})

test('each word has to fit: letters scattered over a title find nothing', () => {
  expect(first('xqz')).toBeUndefined()
  expect(first('settings xqz')).toBeUndefined()
  expect(findAll('stp', all, (each) => each)).toEqual([])
})

test('nothing typed leaves all in their order, and no command stands there twice', () => {
  expect(findAll('  ', all, (each) => each)).toEqual(all)
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
})
