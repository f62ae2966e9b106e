import { chmodSync, lstatSync, type Stats, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SnapshotProject, snapshotProject } from './snapshot-project.ts'

// Paths that can stand in each other's way: a file where another has a folder, and some that are ignored.
const paths = ['a', 'a/b', 'a/b/c', 'd', 'd/e f', 'ignored/x', 'x.log', 'keep.txt']
const isIgnored = (path: string) => path.startsWith('ignored/') || path.endsWith('.log')

type UserAct =
  | { readonly kind: 'write'; readonly path: string; readonly text: string }
  | { readonly kind: 'link' | 'remove' | 'executable'; readonly path: string }
type Act = UserAct | { readonly kind: 'snapshot' } | { readonly kind: 'restore' | 'undo'; readonly which: number }

const path = fc.constantFrom(...paths)
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('write' as const), path, text: fc.constantFrom('1', '22', '33\n') }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('link' as const, 'executable' as const), path }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), path }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'snapshot' as const }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('restore' as const, 'undo' as const), which: fc.nat(9) }) },
)

function look(file: string): Stats | undefined {
  try {
    return lstatSync(file)
  } catch {
    return undefined
  }
}

/** What the user does; where a file stands in the way of a folder, or the other way round, it is removed. */
function userDoes(project: SnapshotProject, act: UserAct): void {
  const file = join(project.folder, act.path)
  if (act.kind === 'executable') {
    if (look(file)?.isFile()) chmodSync(file, 0o755)
    return
  }
  for (let at = act.path; at !== '.'; at = dirname(at)) {
    const there = look(join(project.folder, at))
    if (there && (at === act.path || !there.isDirectory())) project.remove(at)
  }
  if (act.kind === 'remove') return
  project.write(act.path, act.kind === 'write' ? act.text : '')
  if (act.kind === 'write') return
  project.remove(act.path)
  symlinkSync('keep.txt', file)
}

const covered = (state: Record<string, string>) =>
  Object.fromEntries(Object.entries(state).filter(([at]) => !isIgnored(at)))
const ignored = (state: Record<string, string>) =>
  Object.fromEntries(Object.entries(state).filter(([at]) => isIgnored(at)))

test('whatever is done: a restore gives the state of its snapshot, keeps what is ignored, and can be undone (T12)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 14 }), async (acts) => {
      const project = snapshotProject({ '.gitignore': 'ignored/\n*.log\n', 'keep.txt': 'k' })
      const taken: { id: string; state: Record<string, string> }[] = []
      for (const each of acts) {
        const before = project.state()
        if (each.kind === 'snapshot')
          taken.push({ id: (await project.snapshots.snapshot()).id, state: covered(before) })
        else if ('which' in each) {
          const chosen = taken[each.which % Math.max(1, taken.length)]
          if (!chosen) continue
          const { undo, leftAlone } = await project.snapshots.restore(chosen.id)
          const after = project.state()
          // Only what is ignored may stand in the way: where there is none, nothing is left alone.
          if (Object.keys(ignored(before)).length === 0) expect(leftAlone).toEqual([])
          expect(ignored(after)).toEqual(ignored(before))
          for (const [at, content] of Object.entries(chosen.state))
            if (!leftAlone.includes(at)) expect(after[at]).toBe(content)
          expect(Object.keys(covered(after)).filter((at) => !(at in chosen.state))).toEqual([])
          if (each.kind === 'restore') continue
          await project.snapshots.restore(undo)
          expect(project.state()).toEqual(before)
        } else userDoes(project, each)
      }
    }),
    { numRuns: 20 },
  )
}, 60_000)
