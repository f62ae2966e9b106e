import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { openStore } from '../../../src-main/store/open-store.ts'
import { openSnapshots } from '../../../src-main/workspace/snapshots/snapshots.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { WorkspaceCopy } from '../../../src-shared/workspace/workspace.ts'
import { temporaryFolder } from '../../kit/host/host-open.ts'
import { folderHash } from '../../kit/project/folder-hash.ts'
import { stateOf, userGit } from '../../workspace/snapshot-project.ts'
import { branchesWorld } from './branches-world.ts'

// Few files and contents, so that branches meet on the same ones.
const path = fc.constantFrom('a.txt', 'b.txt', 'd/c.txt')
const content = fc.constantFrom('1', '22', '333')
const which = fc.nat(99)
const where = fc.nat(2)
const command = fc.oneof(
  fc.tuple(path, content).map(([to, text]) => `mkdir -p d && printf '%s\\n' top ${text} end > ${to}`),
  path.map((gone) => `rm -f ${gone}`),
)
const act = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('type' as const), where, path, content }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('run' as const),
      where,
      which,
      other: fc.boolean(),
      commands: fc.array(command, { minLength: 1, maxLength: 2 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('restore' as const),
      where,
      which,
      when: fc.constantFrom('before' as const, 'after' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('merge' as const), where, which, whole: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('copy' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('remove-copy' as const, 'delete-turn' as const), which }) },
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never
type World = Awaited<ReturnType<typeof randomTree>>

/** A world with a tree of runs in it, and a witness of its own of all that was ever on disk when the app acted. */
async function randomTree() {
  const world = await branchesWorld({ 'a.txt': 'top\n0\nend\n', 'b.txt': 'top\n0\nend\n', '.gitignore': 'secret\n' })
  await world.files.write('secret', 'mine alone\n')
  userGit(world.files.folder, 'init', '--quiet')
  userGit(world.files.folder, 'add', '-A')
  const witnesses = await temporaryFolder()
  const seen = new Map<string, Readonly<Record<string, string>>>()
  const runs: Run[] = [await world.say(['true'])]
  const copies: WorkspaceCopy[] = []
  const folderOf = (copy: WorkspaceCopy | undefined) => copy?.folder ?? world.files.folder
  /** Ids of snapshots say what they hold, so that a store of one's own names them alike. */
  const witness = async (copy: WorkspaceCopy | undefined) => {
    const store = join(witnesses, copy?.id ?? 'project')
    const snapshots = openSnapshots({ store, project: folderOf(copy) })
    seen.set((await snapshots.snapshot()).id, covered(stateOf(folderOf(copy))))
    snapshots.close()
  }
  return { ...world, runs, copies, folderOf, witness, seen }
}

const covered = (state: Record<string, string>) =>
  Object.fromEntries(Object.entries(state).filter(([each]) => each !== 'secret'))

const pick = <T>(from: readonly T[], at: number): T | undefined => from[at % Math.max(1, from.length)]

async function carryOut(world: World, done: Act): Promise<void> {
  const { host, project, runs, copies } = world
  const copy = 'where' in done && done.where > 0 ? pick(copies, done.where - 1) : undefined
  const workspace = { projectId: project.id, workspaceId: copy?.id ?? null }
  const run = 'which' in done ? pick(runs, done.which) : undefined
  switch (done.kind) {
    case 'type':
      mkdirSync(dirname(join(world.folderOf(copy), done.path)), { recursive: true })
      writeFileSync(join(world.folderOf(copy), done.path), `top\n${done.content}\nend\n`)
      return
    case 'run': {
      await world.witness(copy)
      const parentId = done.other ? null : (run?.turnId ?? null)
      const more = { parentId, workspaceId: workspace.workspaceId }
      const made = done.other ? await world.other(done.commands, more) : await world.say(done.commands, more)
      expect(made.status).toBe('completed')
      if (!done.other) runs.push(made)
      return world.witness(copy)
    }
    case 'restore': {
      await world.witness(copy)
      const request = { runId: run?.id ?? '', path: null, when: done.when, workspaceId: workspace.workspaceId }
      const at = await ask(host, 'files-at', request)
      await ask(host, 'files-restore', { ...workspace, snapshot: at.snapshot ?? '', expect: at.now })
      return world.witness(copy)
    }
    case 'merge': {
      await world.witness(copy)
      const states = {
        projectId: project.id,
        base: run?.before ?? '',
        theirs: run?.after ?? '',
        into: workspace.workspaceId,
      }
      const { ours, files } = await ask(host, 'files-merge-plan', states)
      const choices = files.map(({ path: of, hunks }) => ({
        path: of,
        take: done.whole ? ('theirs' as const) : hunks.map((hunk) => hunk.index),
      }))
      await ask(host, 'files-merge', { ...states, ours, choices })
      return world.witness(copy)
    }
    case 'copy': {
      const request = { projectId: project.id, name: 'Copy', snapshot: run?.after ?? '', dependencies: 'none' as const }
      copies.push(await ask(host, 'workspace-open', request))
      return
    }
    case 'remove-copy': {
      const gone = pick(copies, done.which)
      if (gone === undefined) return
      await world.witness(gone)
      copies.splice(copies.indexOf(gone), 1)
      await ask(host, 'workspace-remove', { workspaceId: gone.id })
      return
    }
    case 'delete-turn': {
      // The first one stays, for the others to stand on.
      const gone = pick(runs.slice(1), done.which)
      if (gone === undefined) return
      await ask(host, 'turn-delete', { turnId: gone.turnId })
      const { turns } = await ask(host, 'conversation-open', { conversationId: world.conversation.id })
      const there = runs.filter((each) => turns.some((turn) => turn.id === each.turnId))
      runs.splice(0, runs.length, ...there)
      return
    }
  }
}

test('whatever is branched, edited, brought back, merged and copied: every state that the app met can be found again (T12, T13, T14)', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 12 }), async (acts) => {
      const world = await randomTree()
      const git = folderHash(join(world.files.folder, '.git'))
      for (const each of acts) await carryOut(world, each)
      const store = openStore(join(world.dataFolder, 'stratagem.db'))
      const named = new Set(store.fileActs.snapshots(world.project.id, 0))
      store.close()
      expect([...world.seen.keys()].filter((id) => !named.has(id))).toEqual([])
      for (const [id, state] of [...world.seen].slice(-3)) {
        const request = { projectId: world.project.id, name: 'Found', snapshot: id, dependencies: 'none' as const }
        const found = await ask(world.host, 'workspace-open', request)
        expect(stateOf(found.folder)).toEqual(state)
      }
      expect(await world.files.read('secret')).toBe('mine alone\n')
      expect(folderHash(join(world.files.folder, '.git'))).toBe(git)
      await world.host.close()
    }),
    { numRuns: 6 },
  )
})
