import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openStore } from '../../../src-main/store/open-store.ts'
import { temporaryFolder } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'
import { playCalls } from '../kit/played-calls.ts'

// Every command is a process of its own: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 180_000 })

const search = (args: object) => ({ tool: 'search_text', arguments: args })
const find = (args: object) => ({ tool: 'find_files', arguments: args })
const write = (path: string) => ({ tool: 'write_file', arguments: { path, content: 'x\n' } })
const shell = (command: string) => ({ tool: 'shell', arguments: { command } })

test('names in brackets are found by their own name', async () => {
  const project = await temporaryProject({
    'app/[slug]/page.tsx': 'needle\n',
    'app/[[...all]]/page.tsx': 'needle\n',
    'cafe\u0301/a.md': 'needle\n',
  })
  const { results } = await playCalls(await temporaryFolder(), project.folder, [
    find({ glob: 'app/[slug]/page.tsx' }),
    find({ glob: 'app/[[...all]]/**' }),
    search({ pattern: 'needle', glob: 'app/[slug]/*.tsx' }),
    find({ glob: 'caf\u00E9/*.md' }),
  ])
  expect(results[0]).toBe('app/[slug]/page.tsx')
  expect(results[1]).toBe('app/[[...all]]/page.tsx')
  expect(results[2]).toContain('app/[slug]/page.tsx:1:needle')
  expect(results[3]).toContain('a.md')
})

test('ignored files are given where nothing else is found, and called so', async () => {
  const project = await temporaryProject({
    '.gitignore': 'logs/*\nsecret.txt\n',
    'logs/x.txt': 'needle\n',
    'secret.txt': 'only here\n',
    'a.txt': 'else\n',
  })
  execFileSync('git', ['init', '-q'], { cwd: project.folder })
  const { results } = await playCalls(await temporaryFolder(), project.folder, [
    search({ pattern: 'needle', path: 'logs' }),
    find({ glob: '*', path: 'logs' }),
    search({ pattern: 'only here' }),
    search({ pattern: 'nowhere' }),
    search({ pattern: 'else' }),
  ])
  expect(results[0]).toBe('logs/x.txt:1:needle\n[These files are ignored (.gitignore). Nothing else matches.]')
  expect(results[1]).toBe('[This file is ignored (.gitignore). No other file matches.]\nlogs/x.txt')
  expect(results[2]).toMatch(/secret\.txt:1:only here\n\[These files are ignored/)
  expect(results[3]).toBe('Nothing matches nowhere.')
  expect(results[4]).toBe('a.txt:1:else')
})

test('a match far behind the beginning of a line is shown with what is around it', async () => {
  const line = `${'a'.repeat(30_000)}NEEDLE.HERE${'b'.repeat(30_000)}`
  const project = await temporaryProject({ 'min.js': `first\n${line}\nlast\n`, '-odd name.js': `${line}\n` })
  const { results } = await playCalls(await temporaryFolder(), project.folder, [
    search({ pattern: 'needle\\.[A-Z]+', ignore_case: true, context: 1 }),
    search({ pattern: 'NEEDLE.', literal: true, path: 'min.js' }),
  ])
  for (const result of results)
    expect(result).toMatch(/min\.js:2:\[from column 29801 of a long line\] a+NEEDLE\.HEREb+\n?/)
  expect(results[0]).toContain('min.js-1-first')
  expect(results[0]).toMatch(/-odd name\.js:1:.*NEEDLE/)
})

test('a command of a hundred thousand characters runs as a short one does', async () => {
  const project = await temporaryProject({})
  const text = 'あ'.repeat(60_000)
  const { results } = await playCalls(await temporaryFolder(), project.folder, [
    shell(`cat > big.txt <<'EOT'\n${text}\nEOT\ncat; wc -m < big.txt; exit 7`),
  ])
  expect(await project.read('big.txt')).toBe(`${text}\n`)
  expect(results[0]).toMatch(/^\s*60001\n\[exit code 7\]$/)
})

test('a rule that denies edits of a folder covers what is in it, however its name is written', async () => {
  const home = await temporaryFolder()
  const project = await temporaryProject({ 'db/migrations/1.sql': '1\n', 'app/[slug]/page.tsx': 'x\n', 'free.txt': '' })
  const store = openStore(join(home, 'stratagem.db'))
  for (const [at, pattern] of ['migrations', 'app/[slug]/**', 'caf\u00E9/**'].entries())
    store.rules.save({ id: `rule_${at}`, projectId: null, tool: 'edit_file', pattern, decision: 'deny', createdAt: at })
  store.close()
  const { results } = await playCalls(home, project.folder, [
    write('db/migrations/2.sql'),
    write('app/[slug]/new.tsx'),
    write('cafe\u0301/a.md'),
    shell('rm -rf db/migrations'),
    shell("rm -rf 'app/[slug]'"),
    shell('echo x > db/migrations/3.sql'),
    write('other.txt'),
  ])
  for (const result of results.slice(0, 6)) expect(result).toMatch(/denies this/)
  expect(results[6]).toContain('Wrote')
})
