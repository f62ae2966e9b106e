import type { FilesAt } from '../../../src-shared/api/files-requests.ts'
import type { Method, Params, Result } from '../../../src-shared/api/host-api.ts'
import type { Turn } from '../../../src-shared/run/conversation.ts'
import type { Changes } from '../../../src-shared/workspace/changes.ts'
import type { FilesChanged, MergePlan } from '../../../src-shared/workspace/merge.ts'
import { addTurn, type FakeWorld, publish } from './fake-world.ts'

/** The fake host's replies about branches, their files, copies and merging. */
type Answered =
  | 'turn-mark'
  | 'turn-delete'
  | 'turn-undelete'
  | 'files-at'
  | 'files-before-message'
  | 'files-restore'
  | 'files-merge-plan'
  | 'files-merge'
  | 'files-between'
  | 'files-count'
  | 'workspace-open'
  | 'workspace-cancel'
  | 'workspaces-list'
  | 'workspace-remove'
  | 'run-fork'
  | 'branch-summary'

type Answers = { [M in Answered & Method]: (params: Params<M>, world: FakeWorld) => Result<M> }

const now = 'c'.repeat(40)

const patchOf = (path: string) =>
  `--- a/${path}\n+++ b/${path}\n@@ -3,4 +3,5 @@\n /** The rate of a country, as a part of one. */\n export function rateOf(country) {\n-  return rates[country]\n+  const rate = rates[country]\n+  return rate ?? 0\n }\n`

const hunk = (at: number, from: string, to: string) =>
  `@@ -${at},3 +${at},3 @@\n export function rateOf(country) {\n-${from}\n+${to}\n }\n`

const changes: Changes = {
  files: [
    {
      path: 'src/data/tax-rates.json',
      kind: 'removed',
      added: 0,
      removed: 3,
      binary: false,
      patch: '--- a/src/data/tax-rates.json\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-{\n-  "DK": 0.25, "NO": 0.25\n-}\n',
    },
    { path: 'src/tax.js', kind: 'changed', added: 2, removed: 1, binary: false, patch: patchOf('src/tax.js') },
    { path: 'docs/rates.png', kind: 'added', added: 0, removed: 0, binary: true, patch: '' },
  ],
  notCovered: [],
}

function plan({ base, theirs }: Params<'files-merge-plan'>): MergePlan {
  const file = (path: string) => ({ path, kind: 'changed' as const, binary: false })
  return {
    base,
    theirs,
    ours: now,
    files: [
      {
        ...file('src/tax.js'),
        state: 'whole',
        hunks: [
          { index: 0, state: 'clean', patch: hunk(4, '  return rates[country]', '  return rates[country] ?? 0') },
          { index: 1, state: 'clean', patch: hunk(41, '  return 0', '  return usual') },
        ],
      },
      {
        ...file('src/total.js'),
        state: 'moved',
        hunks: [
          { index: 0, state: 'there', patch: hunk(3, '  return sum', '  return round(sum)') },
          { index: 1, state: 'clean', patch: hunk(18, '  let sum = 0', '  let sum = start') },
          { index: 2, state: 'conflict', patch: hunk(30, '  return gross', '  return net') },
        ],
      },
      { path: 'docs/rates.png', kind: 'added', binary: true, state: 'conflict', hunks: [] },
      {
        path: 'test/tax.test.js',
        kind: 'added',
        binary: false,
        state: 'whole',
        hunks: [{ index: 0, state: 'clean', patch: '@@ -0,0 +1,2 @@\n+test("rates", () => {})\n+\n' }],
      },
    ],
  }
}

function filesAt({ runId }: Params<'files-at'>): FilesAt {
  const differs = !runId.startsWith('ledger')
  return {
    snapshot: 'b'.repeat(40),
    now,
    changes: differs ? changes : { files: [], notCovered: [] },
    foreign: differs ? ['docs/rates.png'] : [],
    chosen: false,
    beside: [],
  }
}

const changed: FilesChanged = {
  undo: now,
  after: now,
  written: ['src/tax.js', 'docs/rates.png'],
  removed: ['src/data/tax-rates.json'],
  kept: [],
}

function mark(world: FakeWorld, { turnId, name, starred, archived }: Params<'turn-mark'>): null {
  const marked = (turn: Turn): Turn => {
    const old = turn.mark ?? { name: null, starred: false, archived: false }
    return {
      ...turn,
      mark: {
        name: name === undefined ? old.name : name,
        starred: starred ?? old.starred,
        archived: archived ?? old.archived,
      },
    }
  }
  world.turns = world.turns.map((turn) => (turn.id === turnId ? marked(turn) : turn))
  return null
}

const deleted = new Map<string, readonly Turn[]>()

function remove(world: FakeWorld, turnId: string): null {
  const gone = new Set([turnId])
  for (const turn of world.turns) if (turn.parentId !== null && gone.has(turn.parentId)) gone.add(turn.id)
  deleted.set(
    turnId,
    world.turns.filter((turn) => gone.has(turn.id)),
  )
  world.turns = world.turns.filter((turn) => !gone.has(turn.id))
  return null
}

let made = 0

function fork({ runId, path, message, workspaceId, answer }: Params<'run-fork'>, world: FakeWorld) {
  const from = world.turns.find((turn) => turn.runs.some((run) => run.id === runId))
  const run = addTurn(world, {
    id: `turn-forked-${++made}`,
    conversationId: from?.conversationId ?? '',
    parentId: from?.parentId ?? null,
    message: message ?? from?.message ?? '',
    at: Date.now(),
  })
  run.run = {
    ...run.run,
    forkedFrom: { runId, path, copied: 0, ms: 0, edited: answer !== null, messages: [] },
    ...(workspaceId === undefined || workspaceId === null ? {} : { workspaceId }),
  }
  publish(world, { kind: 'turn-added', conversationId: run.run.conversationId, turnId: run.run.turnId })
  run.play(2)
  return run.run
}

export const branchAnswers: Answers = {
  'turn-mark': (params, world) => mark(world, params),
  'turn-delete': ({ turnId }, world) => remove(world, turnId),
  'turn-undelete': ({ turnId }, world) => {
    world.turns = [...world.turns, ...(deleted.get(turnId) ?? [])]
    return null
  },
  'branch-summary': () => ({
    text: 'This is the result of another branch.\n\nMessages:\n\n1. Mend the total\n\nChanged 1 file:\n\n- src/total.js (changed, +1 -1)',
  }),
  'files-at': filesAt,
  // The made-up runs wrote nothing that asking again would take back.
  'files-before-message': () => ({
    snapshot: now,
    now,
    changes: { files: [], notCovered: [] },
    foreign: [],
    chosen: false,
    beside: [],
  }),
  'files-restore': () => changed,
  'files-merge-plan': plan,
  'files-merge': () => changed,
  'files-between': () => changes,
  'files-count': () => ({ files: 3, added: 2, removed: 4 }),
  'workspace-open': ({ projectId, name, snapshot }, world) => {
    const copy = {
      id: `copy-${++made}`,
      projectId,
      purpose: 'branch' as const,
      name,
      from: snapshot,
      folder: `/home/ada/.local/share/stratagem/copies/copy-${made}`,
      createdAt: Date.now(),
    }
    world.copies = [...world.copies, copy]
    return copy
  },
  'workspace-cancel': () => null,
  'workspaces-list': ({ projectId }, world) => world.copies.filter((copy) => copy.projectId === projectId),
  'workspace-remove': ({ workspaceId }, world) => {
    world.copies = world.copies.filter((copy) => copy.id !== workspaceId)
    return null
  },
  'run-fork': fork,
}
