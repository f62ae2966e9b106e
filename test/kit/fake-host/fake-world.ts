import type { HostChange } from '../../../src-shared/api/host-api.ts'
import type { Failure } from '../../../src-shared/base/failure.ts'
import type { HookEntry } from '../../../src-shared/hooks/hook.ts'
import type { Conversation, Project, Turn, TurnMark } from '../../../src-shared/run/conversation.ts'
import type { SavedBreakpoint } from '../../../src-shared/run/debug/breakpoint.ts'
import type { ApprovalRule } from '../../../src-shared/settings/settings.ts'
import { defaultSettings, type Settings } from '../../../src-shared/settings/settings.ts'
import type { PresetEntry } from '../../../src-shared/strategy/preset.ts'
import type { ProjectTrust } from '../../../src-shared/workspace/project-trust.ts'
import type { WorkspaceCopy } from '../../../src-shared/workspace/workspace.ts'
import { FakeRun, newRun } from './fake-runs.ts'
import { goal } from './fake-script.ts'
import { fakeProfiles, fakeStrategyPresets, fakeTrust } from './fake-strategies.ts'

/** The fake host's state: invented, in memory, the same at every start except for the times. */
export interface FakeWorld {
  projects: Project[]
  conversations: Conversation[]
  turns: Turn[]
  runs: Map<string, FakeRun>
  settings: Settings
  profiles: (typeof fakeProfiles)[number][]
  presets: PresetEntry[]
  trust: readonly ProjectTrust[]
  rules: ApprovalRule[]
  breakpoints: readonly SavedBreakpoint[]
  hooks: HookEntry[]
  copies: WorkspaceCopy[]
  listeners: Set<(changes: readonly HostChange[]) => void>
}

const hour = 3_600_000
const day = 24 * hour

const refused: Failure = {
  kind: 'model-key-refused',
  message: 'OpenAI refused the key of the profile “OpenAI mini” (401).',
  advice: 'Open Settings → Models, enter a valid key, and send the message again.',
  detail: 'HTTP 401 {"error":{"message":"Incorrect API key provided: sk-…"}}',
}

export function fakeWorld(now: number): FakeWorld {
  const world: FakeWorld = {
    projects: projects(now),
    conversations: [],
    turns: [],
    runs: new Map(),
    settings: { ...defaultSettings, defaultProfile: 'mini', strategy: { name: 'plan-revise-execute', options: {} } },
    profiles: [...fakeProfiles],
    presets: [...fakeStrategyPresets],
    trust: fakeTrust,
    breakpoints: [{ at: { on: 'tool', name: 'edit_file' }, active: false, trials: false }],
    hooks: [],
    rules: [
      {
        id: 'rule-1',
        projectId: 'invoice',
        tool: 'shell',
        pattern: 'npm test*',
        decision: 'allow',
        createdAt: now - day,
      },
      {
        id: 'rule-2',
        projectId: 'invoice',
        tool: 'edit_file',
        pattern: 'src/**',
        decision: 'allow',
        createdAt: now - 2 * day,
      },
    ],
    copies: [],
    listeners: new Set(),
  }
  fill(world, now)
  return world
}

function projects(now: number): Project[] {
  const make = (id: string, folder: string, ago: number, branch: string | null, present: boolean) => ({
    id,
    folder,
    name: folder.split('/').at(-1) ?? folder,
    openedAt: now - ago,
    branch,
    present,
  })
  return [
    make('invoice', '/home/ada/work/invoice-service', hour, 'main', true),
    make('compiler', '/home/ada/work/compilers/a-rather-long-folder-name-for-a-compiler-frontend', 2 * day, null, true),
    make('gone', '/media/stick/old-experiments', 30 * day, null, false),
  ]
}

/** Adds a conversation with one turn per message; each turn follows the one before. */
export function addConversation(
  world: FakeWorld,
  id: string,
  title: string,
  at: number,
  messages: string[],
): FakeRun[] {
  const runs = messages.map((message, index) => {
    const parentId = index === 0 ? null : `${id}-turn-${index}`
    return addTurn(world, {
      id: `${id}-turn-${index + 1}`,
      conversationId: id,
      parentId,
      message,
      at: at + index * 60_000,
    })
  })
  world.conversations.push({
    id,
    projectId: 'invoice',
    title,
    createdAt: at,
    updatedAt: at,
    status: null,
    strategy: null,
    cost: null,
    turns: messages.length,
    changes: null,
    deletedAt: null,
  })
  return runs
}

export function addTurn(
  world: FakeWorld,
  turn: { id: string; conversationId: string; parentId: string | null; message: string; at: number },
): FakeRun {
  const ids = {
    id: `${turn.id}-run`,
    turnId: turn.id,
    conversationId: turn.conversationId,
    projectId: 'invoice',
    startedAt: turn.at,
  }
  const run = new FakeRun(newRun(ids), turn.message, () => settle(world, run))
  world.runs.set(ids.id, run)
  const { at, ...rest } = turn
  world.turns.push({ ...rest, createdAt: at, runs: [run.run] })
  return run
}

export function publish(world: FakeWorld, change: HostChange): void {
  for (const listener of world.listeners) listener([change])
}

/** Copies a run's current state into its turn and its conversation, and notifies the window. */
function settle(world: FakeWorld, { run }: FakeRun): void {
  world.turns = world.turns.map((turn) => (turn.id === run.turnId ? { ...turn, runs: [run] } : turn))
  world.conversations = world.conversations.map((each) =>
    each.id === run.conversationId
      ? {
          ...each,
          status: run.status,
          strategy: run.strategy.name,
          cost: run.totals.cost,
          changes: run.changes,
          updatedAt: Math.max(each.updatedAt, run.startedAt),
        }
      : each,
  )
  publish(world, { kind: 'run', run })
  const conversation = world.conversations.find((each) => each.id === run.conversationId)
  if (conversation !== undefined) publish(world, { kind: 'conversation', conversation })
}

function fill(world: FakeWorld, now: number): void {
  const finish = (run: FakeRun) => settle(world, run.playAtOnce())
  const [waiting] = addConversation(world, 'totals', 'Totals are off by a cent', now - 5000, [goal])
  if (waiting) {
    waiting.playAtOnce((body) => body.type === 'approval-ask')
    waiting.waitForApproval()
  }
  addConversation(world, 'tax', 'Move the tax table to data', now - 2 * hour, [
    'Move the tax table to a data file.',
    'Now add the rates of Denmark and Norway.',
  ]).forEach(finish)
  branch(world, now - hour, finish)
  const [failed] = addConversation(world, 'flaky', 'Flaky date test', now - 4 * hour, ['Why is the date test flaky?'])
  if (failed) fail(failed, world)
  addConversation(
    world,
    'ledger',
    'Explain the ledger module and how it relates to the very long story of accounts',
    now - day,
    ['Explain the ledger module.'],
  ).forEach(finish)
  for (let index = 0; index < 60; index++)
    addConversation(world, `old-${index}`, `Earlier question ${60 - index}`, now - (3 + index) * day, [
      'Hello?',
    ]).forEach(finish)
  const [live] = addConversation(world, 'live', 'Round prices in the cart', now - 1000, [
    'Round prices in the cart, too.',
  ])
  if (live) settle(world, live.play())
}

function branch(world: FakeWorld, at: number, finish: (run: FakeRun) => void): void {
  const mark = (id: string, part: Partial<TurnMark>) => {
    const whole = { name: null, starred: false, archived: false, ...part }
    world.turns = world.turns.map((turn) => (turn.id === id ? { ...turn, mark: whole } : turn))
  }
  for (const [index, message] of ['…and of Finland instead.', '…and of Iceland, with a test.'].entries())
    finish(
      addTurn(world, {
        id: `tax-branch-${index}`,
        conversationId: 'tax',
        parentId: 'tax-turn-1',
        message,
        at: at + index * 60_000,
      }),
    )
  finish(
    addTurn(world, {
      id: 'tax-branch-test',
      conversationId: 'tax',
      parentId: 'tax-branch-0',
      message: 'Now write the test for Finland.',
      at: at + 30_000,
    }),
  )
  mark('tax-branch-0', { name: 'Finland first', starred: true })
  mark('tax-turn-2', { archived: true })
}

function fail(run: FakeRun, world: FakeWorld): void {
  run.playAtOnce((body) => body.type === 'model-start')
  run.append({
    type: 'model-end',
    path: '0.0.0',
    outcome: { ok: false, failure: refused },
    firstTokenMs: null,
    durationMs: 210,
    cost: null,
  })
  run.append({ type: 'phase-end', path: '0.0', failure: refused })
  run.append({
    type: 'run-end',
    status: 'failed',
    text: '',
    messages: [],
    meta: {},
    failure: refused,
    totals: run.run.totals,
  })
  settle(world, run)
}
