import { callToTest, testRules } from '../../../src-main/host/settings/test-rules.ts'
import { hookConcerns } from '../../../src-main/tools/hooks/hook-concerns.ts'
import { type Method, type Params, type Result, requests } from '../../../src-shared/api/host-api.ts'
import { type Failure, FailureError } from '../../../src-shared/base/failure.ts'
import type { Conversation, Project, Run } from '../../../src-shared/run/conversation.ts'
import { knownAgents } from '../../../src-shared/settings/other-agents.ts'
import { settingsPatch } from '../../../src-shared/settings/settings.ts'
import { presetText, readPreset } from '../../../src-shared/strategy/preset.ts'
import { isChoice } from '../../../src-shared/strategy/strategy-pick.ts'
import type { Changes } from '../../../src-shared/workspace/changes.ts'
import { fakeOffers, fakeSignIns } from './fake-agents.ts'
import { branchAnswers } from './fake-branch-answers.ts'
import { comparisonAnswers } from './fake-comparisons.ts'
import { fakeExport, fakeImport, fakeSearch } from './fake-history.ts'
import type { FakeRun } from './fake-runs.ts'
import { fakeCheck, fakeOwnStrategies, fakePresets, fakeStrategies } from './fake-strategies.ts'
import { viewingAnswers } from './fake-viewing-answers.ts'
import { addConversation, addTurn, type FakeWorld, publish } from './fake-world.ts'

type Answers = { [M in Method]: (params: Params<M>, world: FakeWorld) => Result<M> | Promise<Result<M>> }

/** @throws FailureError if the real host would reply with a failure */
export async function answerOf(world: FakeWorld, method: Method, params: unknown): Promise<Result<Method>> {
  // The parameters have just been validated with this method's schema.
  const answer = answers[method] as (params: unknown, world: FakeWorld) => Result<Method> | Promise<Result<Method>>
  return await answer(requests[method].params.parse(params), world)
}

let made = 0
const freshId = (kind: string) => `${kind}-made-${++made}`

function fail(failure: Omit<Failure, 'kind'>, kind: Failure['kind'] = 'not-found'): never {
  throw new FailureError({ kind, ...failure })
}
function missing(what: string): never {
  return fail({ message: `The ${what} is not there.`, advice: 'It may have been deleted; go back to the list.' })
}

function conversationOf(world: FakeWorld, id: string): Conversation {
  return world.conversations.find((each) => each.id === id) ?? missing('conversation')
}
function runOf(world: FakeWorld, id: string): FakeRun {
  return world.runs.get(id) ?? missing('run')
}
function change(world: FakeWorld, id: string, part: Partial<Conversation>): Conversation {
  const conversation = { ...conversationOf(world, id), ...part }
  world.conversations = world.conversations.map((each) => (each.id === id ? conversation : each))
  publish(world, { kind: 'conversation', conversation })
  return conversation
}

function openFolder(world: FakeWorld, folder: string): Project {
  const known = world.projects.find((each) => each.folder === folder)
  if (known?.present === false || !folder.startsWith('/'))
    return fail(
      {
        message: `The folder “${folder}” can't be read.`,
        advice: 'Connect the drive it is on, or choose another folder.',
      },
      'workspace-missing',
    )
  const made = {
    id: 'invoice',
    folder,
    name: folder.split('/').at(-1) ?? '',
    openedAt: Date.now(),
    branch: null,
    present: true,
  }
  return known ?? made
}

const changes: Changes = {
  files: [
    {
      path: 'src/total.js',
      kind: 'changed',
      added: 2,
      removed: 1,
      binary: false,
      patch:
        "--- a/src/total.js\n+++ b/src/total.js\n@@ -3,5 +3,6 @@\n /** The gross total of an invoice's lines, in whole cents. */\n export function total(lines) {\n-  return lines.reduce((sum, line) => sum + round(line.net * (1 + line.rate)), 0)\n+  const exact = lines.reduce((sum, line) => sum + line.net * (1 + line.rate), 0)\n+  return round(exact)\n }\n",
    },
    { path: 'docs/totals.png', kind: 'added', added: 0, removed: 0, binary: true, patch: '' },
  ],
  notCovered: [],
}

const files = [
  'package.json',
  'README.md',
  'src/total.js',
  'src/round.js',
  'src/tax.js',
  'src/data/tax-rates.json',
  'src/ledger/accounts.js',
  'src/ledger/entries.js',
  'test/total.test.js',
  'test/date.test.js',
]

function startRun(params: Params<'run-start'>, world: FakeWorld): Run {
  const { conversationId, parentId, message } = params
  const run = addTurn(world, { id: freshId('turn'), conversationId, parentId, message, at: Date.now() })
  const strategy = params.strategy !== null && isChoice(params.strategy) ? params.strategy : run.run.strategy
  run.run = { ...run.run, strategy, mode: params.mode, approval: params.approval }
  const old = conversationOf(world, conversationId)
  const title = old.turns === 0 ? message.slice(0, 60) : old.title
  change(world, conversationId, { title, turns: old.turns + 1, status: 'running', updatedAt: Date.now() })
  publish(world, { kind: 'turn-added', conversationId, turnId: run.run.turnId })
  run.play(2)
  return run.run
}

const answers: Answers = {
  ...branchAnswers,
  ...comparisonAnswers,
  'results-import': () => missing('task set'),
  'results-list': () => [],
  'results-remove': () => null,
  'score-add': () => missing('result'),
  'scored-result': () => missing('result'),
  'scores-list': () => [],
  'evaluator-accuracy': () => [],
  leaderboard: ({ set }) => ({ set, sets: [], tasks: 0, entries: [], lines: [], alpha: 0.05 }),
  'run-events': ({ runId, afterSeq }, world) => ({
    events: runOf(world, runId).events.filter(({ seq }) => seq > afterSeq),
    more: false,
  }),
  'run-page': ({ runId, afterSeq }, world) => {
    const events = world.runs.get(runId)?.events.filter((event) => event.seq > afterSeq) ?? []
    return { events, through: events.at(-1)?.seq ?? afterSeq, more: false }
  },
  'run-part': ({ runId }, world) => ({ afterSeq: -1, through: runOf(world, runId).events.length - 1 }),
  'span-read': () => null,
  'host-info': () => ({
    version: '0.1.0',
    shell: 'browser',
    platform: 'linux',
    dataFolder: '/home/ada/.local/share/stratagem',
    logFile: '/home/ada/.local/share/stratagem/logs/stratagem.log',
    keyStorage: {
      kind: 'session',
      reason: 'No system keychain was found, so keys are kept in memory until Stratagem is closed.',
    },
    notices: [],
    folderDialog: false,
    revealFile: false,
    openProject: null,
  }),
  'host-diagnostics': () => 'Stratagem 0.1.0 (browser) on linux\n',
  'log-reveal': () => null,
  'projects-list': (_, world) => world.projects,
  'project-open': ({ folder }, world) => openFolder(world, folder),
  'project-open-sample': (_, world) => world.projects[0] ?? missing('sample project'),
  'project-pick': () => null,
  'project-test-command': () => null,
  'project-forget': ({ projectId }, world) => {
    world.projects = world.projects.filter((each) => each.id !== projectId)
    return null
  },
  'folders-list': ({ folder }) => {
    const here = folder ?? '/home/ada'
    if (here.includes('secret'))
      return fail(
        { message: `You may not look into “${here}”.`, advice: 'Choose another folder.' },
        'workspace-missing',
      )
    const parent = here === '/' ? null : here.split('/').slice(0, -1).join('/') || '/'
    return { folder: here, parent, folders: ['.config', 'archive', 'invoice-service', 'secret', 'work'] }
  },
  'prompt-files-list': () => [],
  'skills-list': () => [],
  'left-out-files': () => [],
  'mentions-find': ({ query }) =>
    files
      .filter((each) => each.toLowerCase().includes(query.toLowerCase()))
      .map((mention) => ({ mention, kind: 'file', title: mention.split('/').at(-1) ?? mention, detail: mention })),
  'mentions-look': () => [],
  'files-find': ({ query }) => files.filter((each) => each.toLowerCase().includes(query.toLowerCase())),
  'conversations-list': ({ projectId }, world) => world.conversations.filter((each) => each.projectId === projectId),
  'history-search': ({ query, projectId }, world) => fakeSearch(world, query, projectId),
  'export-prepare': fakeExport,
  'export-read': () => ({ bytes: btoa('a bundle'), last: true }),
  'import-begin': () => ({ importId: 'import-1' }),
  'import-add': () => null,
  'import-finish': ({ projectId }, world) => fakeImport(world, projectId),
  'sessions-find': () => [
    { tool: 'claude-code', id: 'session-1', title: 'Rounding of invoice totals', at: Date.UTC(2026, 0, 10, 9) },
    { tool: 'codex', id: 'session-2', title: 'Move the tax rules out of the invoice', at: Date.UTC(2026, 0, 9, 16) },
  ],
  'session-import': ({ projectId }, world) => fakeImport(world, projectId),
  'conversation-create': (_, world) => {
    const id = freshId('conversation')
    addConversation(world, id, 'New conversation', Date.now(), [])
    return conversationOf(world, id)
  },
  'conversation-end-read': () => null,
  'conversation-open': ({ conversationId }, world) => ({
    conversation: conversationOf(world, conversationId),
    turns: world.turns.filter((each) => each.conversationId === conversationId),
  }),
  'turn-read': ({ turnId }, world) => world.turns.find((each) => each.id === turnId) ?? null,
  'conversation-rename': ({ conversationId, title }, world) => change(world, conversationId, { title }),
  'conversation-mark': ({ conversationId, mark }, world) => change(world, conversationId, { mark: mark ?? undefined }),
  'conversation-delete': ({ conversationId }, world) => {
    change(world, conversationId, { deletedAt: Date.now() })
    return null
  },
  'conversation-undelete': ({ conversationId }, world) => {
    change(world, conversationId, { deletedAt: null })
    return null
  },
  'runs-under-way': (_, world) =>
    [...world.runs.values()]
      .filter(({ run }) => run.status === 'running' || run.status === 'waiting')
      .map(({ run }) => ({ run, title: conversationOf(world, run.conversationId).title, project: 'invoice-service' })),
  'run-start': startRun,
  'run-stop': ({ runId }, world) => {
    runOf(world, runId).stop()
    publish(world, { kind: 'queue', runId, waiting: [] })
    return null
  },
  'run-try-now': () => null,
  'run-resume': ({ runId }, world) => runOf(world, runId).play().run,
  'run-dismiss': () => null,
  'run-queue-read': () => [],
  'run-queue-write': () => null,
  'run-send-now': () => null,
  'run-queue': ({ runId, message }, world) => {
    const run = runOf(world, runId)
    run.queue.push(message)
    publish(world, { kind: 'queue', runId, waiting: [...run.queue] })
    return null
  },
  'run-approve': ({ runId, decision }, world) => {
    runOf(world, runId).approve(decision)
    return null
  },
  'run-answer': () => null,
  'run-exchange': () => ({
    messages: [
      { role: 'system', text: 'You are a coding agent.' },
      { role: 'user', text: 'The invoice total is one cent off for some orders.' },
    ],
    tools: [],
    parameters: { stream: true },
    sent: '{"model":"gpt-5.6-mini","stream":true}',
    resent: [],
  }),
  'image-add': ({ name }) => ({ ref: '0'.repeat(64), name, width: 1, height: 1, size: 1 }),
  'image-read': () => ({ mediaType: 'image/png', data: '' }),
  'run-instructions': () => [],
  'run-changes': () => changes,
  'run-replay': () => ({
    steps: 12,
    divergence: null,
    versions: { logged: 'conversation@1(tool-loop@1)', present: 'conversation@1(tool-loop@1)' },
    reached: 'outcome',
    damage: null,
  }),
  'body-read': () => ({ kind: 'text', text: 'The whole text of a stored body.' }),
  'strategies-list': () => [...fakeStrategies, ...fakeOwnStrategies],
  'strategy-new': ({ name }) => ({
    file: `/home/ada/.local/share/stratagem/strategies/${name}.ts`,
    source: { kind: 'user', file: `${name}.ts` },
  }),
  'strategy-reveal': () => null,
  'tools-list': () => [],
  ...viewingAnswers,
  'strategy-check': ({ strategy }) => fakeCheck(strategy),
  'strategy-defaults-read': () => ({ project: null, conversation: null }),
  'strategy-default-set': () => null,
  'presets-list': (_, world) => world.presets,
  'preset-save': ({ source, id, preset }, world) => {
    const entry = {
      id: id ?? freshId('preset'),
      source,
      name: preset.name,
      file: null,
      preset,
      problem: null,
      text: null,
    }
    world.presets = [...world.presets.filter((each) => each.id !== entry.id), entry]
    publish(world, { kind: 'presets' })
    return entry
  },
  'preset-delete': ({ id }, world) => {
    world.presets = world.presets.filter((each) => each.id !== id)
    publish(world, { kind: 'presets' })
    return null
  },
  'preset-export': ({ id }, world) => {
    const preset = world.presets.find((each) => each.id === id)?.preset ?? missing('preset')
    return { text: presetText(preset) }
  },
  'preset-import': ({ text }) => readPreset(text),
  'project-trust-read': (_, world) => world.trust,
  'project-trust': ({ part, decision }, world) => {
    const state = ({ trust: 'trusted', refuse: 'refused', ask: 'undecided' } as const)[decision]
    world.trust = world.trust.map((each) => (each.part === part ? { ...each, state } : each))
    publish(world, { kind: 'presets' })
    return null
  },
  'agents-list': () =>
    knownAgents.map((entry) => ({
      entry,
      own: false,
      program: entry.name === 'opencode' ? '/usr/local/bin/opencode' : null,
      offers: entry.name === 'opencode' ? fakeOffers : null,
    })),
  'agent-test': ({ entry }) =>
    entry.command === 'opencode'
      ? { ok: true, ...fakeOffers }
      : {
          ok: false,
          failure: {
            kind: 'agent-failed',
            message: 'The agent wants you to sign in first.',
            advice: 'Sign in with one of the ways below.',
          },
          signIns: fakeSignIns,
        },
  'agent-sign-in': () => ({ ok: true, ...fakeOffers }),
  'agent-version': () => '0.61.0',
  'command-means': () => ({
    confines: true,
    cutsNetwork: true,
    words: 'On this computer commands are kept to their folder by Linux namespaces.',
  }),
  'listener-secrets': () => [],
  'listener-secret-save': () => null,
  'webhook-test': () => null,
  'machines-look': () => ({ ok: true, key: 'UKEY', version: '2.14.0', experiments: [], machines: [] }),
  'settings-read': (_, world) => world.settings,
  'settings-write': (params, world) => {
    const values = Object.entries(settingsPatch.parse(params)).filter(([, value]) => value !== undefined)
    world.settings = { ...world.settings, ...Object.fromEntries(values) }
    publish(world, { kind: 'settings', settings: world.settings })
    return world.settings
  },
  'profiles-list': (_, world) => ({ profiles: world.profiles, presets: fakePresets }),
  'profile-save': ({ profile, key }, world) => {
    const old = world.profiles.find((each) => each.id === profile.id)
    const hasKey = key === null ? (old?.hasKey ?? false) : key !== ''
    world.profiles = [...world.profiles.filter((each) => each.id !== profile.id), { ...profile, hasKey }]
    publish(world, { kind: 'profiles' })
    return profile
  },
  'profile-delete': ({ profileId }, world) => {
    world.profiles = world.profiles.filter((each) => each.id !== profileId)
    publish(world, { kind: 'profiles' })
    return null
  },
  'hooks-list': (_, world) => ({ hooks: world.hooks, problem: null }),
  'hook-save': ({ hook }, world) => {
    const saved = { ...hook, id: hook.id || `hook-${world.hooks.length + 1}` }
    const entry = { ...saved, source: 'user' as const }
    world.hooks = [...world.hooks.filter(({ id }) => id !== saved.id), entry]
    publish(world, { kind: 'hooks' })
    return saved
  },
  'hook-remove': ({ id }, world) => {
    world.hooks = world.hooks.filter((each) => each.id !== id)
    publish(world, { kind: 'hooks' })
    return null
  },
  'hook-switch': ({ id, enabled }, world) => {
    world.hooks = world.hooks.map((each) => (each.id === id ? { ...each, enabled } : each))
    publish(world, { kind: 'hooks' })
    return null
  },
  'hook-test': ({ hook, tool, subject }) => ({
    runs: hook.event === 'run-end' || hookConcerns(hook, callToTest(tool, subject)),
    place: { folder: '/projects/shop', confined: 'Can write only in this folder.' },
  }),
  'mcp-list': () => [],
  'mcp-save': () => null,
  'mcp-remove': () => null,
  'mcp-test': () => ({ ok: true, tools: [] }),
  'mcp-prompts-list': () => [],
  'mcp-prompt-read': () => ({ text: '', images: [], note: null }),
  'mcp-prompt-propose': () => [],
  'mcp-sign-in': () => ({ page: 'https://example.com/authorize', host: 'example.com' }),
  'mcp-signed-in': () => null,
  'mcp-sign-out': () => null,
  'mcp-found': () => [],
  'mcp-import': () => ({ added: [], problems: [] }),
  'model-facts': ({ baseUrl }) => ({
    price: baseUrl.startsWith('https:') ? { input: 1.25, cachedInput: 0.125, output: 10 } : null,
    contextWindow: baseUrl.startsWith('https:') ? 400_000 : null,
  }),
  'profile-test': ({ profile }) =>
    profile.baseUrl.includes('11434')
      ? {
          ok: false,
          models: [],
          failure: {
            kind: 'model-unreachable',
            message: `Nothing answers at ${profile.baseUrl}.`,
            advice: 'Start Ollama, or correct the address.',
          },
        }
      : { ok: true, models: ['gpt-5.6', 'gpt-5.6-mini', 'gpt-5.6-nano'], answer: 'Ready.', firstTokenMs: 412 },
  'breakpoints-list': (_, world) => world.breakpoints,
  'breakpoints-save': ({ projectId, breakpoints }, world) => {
    world.breakpoints = breakpoints
    publish(world, { kind: 'breakpoints', projectId })
    return null
  },
  'run-pause': () => null,
  'pause-edited': () => null,
  'pause-read': () => ({
    kind: 'call',
    tool: 'edit_file',
    arguments: JSON.stringify({ path: 'src/total.js', old_text: 'price', new_text: 'price * count' }),
    limits: { writable: null, readOnly: [] },
  }),
  'pause-answer': () => null,
  'rules-list': (_, world) => world.rules,
  'rule-save': ({ rule }, world) => {
    const saved = { ...rule, id: rule.id || `rule-${world.rules.length + 1}`, createdAt: 0 }
    world.rules = [...world.rules.filter((each) => each.id !== saved.id), saved]
    publish(world, { kind: 'rules' })
    return saved
  },
  'rule-test': (test, world) => testRules(world.rules, test),
  'rule-delete': ({ ruleId }, world) => {
    world.rules = world.rules.filter((each) => each.id !== ruleId)
    publish(world, { kind: 'rules' })
    return null
  },
}
