import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { branchesWorld } from './branches-world.ts'

test("a branch's changes come into the files that went on, by hunk, undoable, and nobody's work is lost", async () => {
  const { host, files, project, say } = await branchesWorld({ 'a.txt': 'one\ntwo\nthree\nfour\nfive\nsix\n' })
  const first = await say(['true'])
  const copy = await ask(host, 'workspace-open', {
    projectId: project.id,
    name: 'Side',
    snapshot: first.after ?? '',
    dependencies: 'none',
  })
  const side = await say(["sed -i.bak 's/one/ONE/' a.txt && rm a.txt.bak", 'echo new > b.txt'], {
    parentId: first.turnId,
    workspaceId: copy.id,
  })
  await files.write('a.txt', 'one\ntwo\nthree\nfour\nfive\nSIX\n')
  const request = { projectId: project.id, base: side.before ?? '', theirs: side.after ?? '', into: null }
  const plan = await ask(host, 'files-merge-plan', request)
  expect(plan.files.map(({ path, state }) => [path, state])).toEqual([
    ['a.txt', 'moved'],
    ['b.txt', 'whole'],
  ])
  const choices = plan.files.map(({ path, hunks }) => ({ path, take: hunks.map((hunk) => hunk.index) }))
  const done = await ask(host, 'files-merge', { ...request, ours: plan.ours, choices })
  expect(done).toMatchObject({ undo: plan.ours, written: ['a.txt', 'b.txt'], removed: [], kept: [] })
  expect(await files.read('a.txt')).toBe('ONE\ntwo\nthree\nfour\nfive\nSIX\n')
  // What was merged through the app is nobody else's, what was typed before it is.
  const at = await ask(host, 'files-at', { runId: side.id, path: null, when: 'before', workspaceId: null })
  expect(at.foreign).toEqual(['a.txt'])
  await expect(ask(host, 'files-merge', { ...request, ours: plan.ours, choices })).rejects.toThrow('have changed since')
  await ask(host, 'files-restore', { projectId: project.id, workspaceId: null, snapshot: done.undo, expect: null })
  expect(await files.read('a.txt')).toBe('one\ntwo\nthree\nfour\nfive\nSIX\n')
  const summary = await ask(host, 'branch-summary', { turnId: side.turnId })
  expect(summary.text).toContain('1. ["sed')
  expect(summary.text).toContain('The answer:\n\nDone.')
  expect(summary.text).toContain('Changed 2 files:\n\n- a.txt (changed, +1 -1)\n- b.txt (added, +1)')
})

test('a summary begins where the branch parted, and names it', async () => {
  const { host, say } = await branchesWorld({ 'a.txt': '0\n' })
  const first = await say(['echo 1 > a.txt'])
  const left = await say(['echo 2 > a.txt'], { parentId: first.turnId })
  await say(['echo 3 > a.txt'], { parentId: first.turnId })
  const end = await say(['echo 4 > c.txt'], { parentId: left.turnId })
  await ask(host, 'turn-mark', { turnId: left.turnId, name: 'to the left' })
  const { text } = await ask(host, 'branch-summary', { turnId: end.turnId })
  expect(text).toContain('another branch, "to the left"')
  expect(text).not.toContain('echo 1')
  expect(text).toContain('2. ["echo 4 > c.txt"]')
  expect(text).toContain('- c.txt (added, +1)')
})
