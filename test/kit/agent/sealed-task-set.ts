import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { userGit } from '../../workspace/snapshot-project.ts'

/** Not in a temporary folder, which commands in a copy don’t see anyway; removed after the test. */
export function visibleFolder(): string {
  const cache = join(import.meta.dirname, '../../../node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'hidden-checks-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export const sealedCheck =
  "process.exit(require('fs').readFileSync('done.txt', 'utf8').trim() === 'yes' ? 0 : 1) // SEALED-1"

/** Two tasks that nobody solves, whose tests and answers hold `SEALED-` and a number. @returns the file and the clones */
export function sealedTaskSet(base: string) {
  const folder = join(base, 'bench')
  mkdirSync(join(folder, 'hidden/tests'), { recursive: true })
  writeFileSync(join(folder, 'hidden/tests/check.cjs'), sealedCheck)
  const clone = join(base, 'clones/ada__calc')
  mkdirSync(clone, { recursive: true })
  userGit(clone, 'init', '-q')
  writeFileSync(join(clone, 'done.txt'), 'no\n')
  userGit(clone, 'add', '-A')
  userGit(clone, 'commit', '-qm', 'first')
  const commit = userGit(clone, 'rev-parse', 'HEAD').trim()
  writeFileSync(join(clone, 'done.txt'), 'yes, SEALED-2\n')
  userGit(clone, 'commit', '-qam', 'the answer, SEALED-3')
  const shared = { message: 'Do it.', check: 'node tests/check.cjs' }
  const rows = [
    { name: 'folder', ...shared, files: { 'done.txt': 'no\n' }, hidden: 'hidden' },
    {
      name: 'clone',
      ...shared,
      repository: 'ada/calc',
      commit,
      hidden: { 'tests/check.cjs': sealedCheck },
      solution: { files: { 'done.txt': 'yes', 'x.txt': 'SEALED-4' } },
    },
  ]
  const path = join(folder, 'tasks.jsonl')
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  return { path, clones: join(base, 'clones') }
}
