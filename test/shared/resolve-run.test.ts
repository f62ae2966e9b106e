import { describe, expect, it } from 'vitest'
import { chooseStrategy, chooseWorkspace, type RunResolution, resolveRun } from '../../src-shared/run/resolve-run.ts'
import type { RunRequest } from '../../src-shared/run/run-request.ts'
import { baseProfileId } from '../../src-shared/settings/profile-variant.ts'
import { autoPick, type StrategyPick } from '../../src-shared/strategy/strategy-pick.ts'
import { defaultBudget } from '../../src-shared/strategy/task.ts'
import { fakeStrategies } from '../kit/fake-host/fake-strategies.ts'

const chat = { name: 'chat', options: {} }
const plan = { name: 'plan-revise-execute', options: {} }

const profile = (id: string, name = id) => ({ id, name, model: `model-${id}`, contextWindow: 1000 })
const profiles = [profile('usual'), profile('a', 'Large'), profile('b', 'a')]
const preset = (roles: { [role: string]: string }) => ({
  id: 'p',
  name: 'Careful',
  preset: { name: 'Careful', about: '', strategy: plan, roles },
})

const around: RunResolution = {
  projectId: 'proj',
  defaults: { conversation: null, project: null, source: null, settings: chat },
  presets: [preset({ planner: 'a', engineer: 'Large', critic: 'Gone' })],
  profiles,
  profileOf: (id) => profiles.find((each) => each.id === id),
  strategies: fakeStrategies,
  settings: { roles: {}, defaultProfile: 'usual', budget: defaultBudget },
  auto: () => ({ pick: plan, rule: { name: 'Plans', matched: 'plan' } }),
  before: null,
}
const request = (more: Partial<RunRequest> = {}): RunRequest => ({
  conversationId: 'conv',
  parentId: null,
  message: 'Make a plan',
  strategy: null,
  roles: {},
  mode: 'act',
  approval: 'ask',
  ...more,
})
const profilesOf = ({ roles }: ReturnType<typeof resolveRun>) =>
  Object.fromEntries(Object.entries(roles).map(([role, { profileId }]) => [role, profileId]))

describe('a request', () => {
  it('that names everything is resolved to just that', () => {
    const budget = { ...defaultBudget, steps: 3 }
    const resolved = resolveRun(
      request({ strategy: chat, roles: { default: 'a' }, workspaceId: 'copy', budget }),
      around,
    )
    expect(resolved).toMatchObject({ projectId: 'proj', strategy: chat, routed: null, workspaceId: 'copy', budget })
    expect(resolved.roles['default']).toEqual({ profileId: 'a', profileName: 'Large', model: 'model-a' })
    expect(resolved.windows['default']).toBe(1000)
  })

  it('that names nothing gets the defaults, and whose word it was is said', () => {
    const resolved = resolveRun(request(), around)
    expect(resolved).toMatchObject({ strategy: chat, workspaceId: null, budget: defaultBudget })
    expect(resolved.routed).toEqual({ by: 'settings', pick: chat, label: 'Chat', preset: null, rule: null })
    expect(profilesOf(resolved)).toMatchObject({ default: 'usual' })
  })

  it('for auto is resolved by the rules, and names the one that fits', () => {
    const { strategy, routed } = resolveRun(request({ strategy: autoPick }), around)
    expect(strategy).toEqual(plan)
    expect(routed).toMatchObject({ by: 'message', pick: autoPick, rule: { name: 'Plans', matched: 'plan' } })
  })

  it('for a preset with a temperature of its own gets its models with that temperature', () => {
    const entry = preset({ planner: 'a' })
    const cool = { ...entry, preset: { ...entry.preset, temperature: 0.2 } }
    const resolved = resolveRun(request({ strategy: { preset: 'p' } }), { ...around, presets: [cool] })
    expect(resolved.roles['planner']?.profileId).toBe('a~t0.2')
  })

  it('with an effort of its own keeps it, for all roles or one, whatever a preset says', () => {
    const varied = { ...around, profileOf: (id: string) => around.profileOf(baseProfileId(id)) && profile(id) }
    const all = resolveRun(request({ strategy: plan, roles: { default: 'a~ehigh', planner: 'b~elow' } }), varied)
    expect(profilesOf(all)).toMatchObject({ default: 'a~ehigh', engineer: 'a~ehigh', planner: 'b~elow' })
    const entry = preset({})
    const strong = { ...entry, preset: { ...entry.preset, temperature: 0.2, reasoningEffort: 'max' as const } }
    const roles = { default: 'a~elow' }
    const resolved = resolveRun(request({ strategy: { preset: 'p' }, roles }), { ...varied, presets: [strong] })
    expect(resolved.roles['planner']?.profileId).toBe('a~t0.2~elow')
  })

  it('for a preset gets its strategy, and its models by id or name below the message’s own', () => {
    const resolved = resolveRun(request({ strategy: { preset: 'p' }, roles: { planner: 'b' } }), around)
    expect(resolved.routed).toMatchObject({ preset: 'Careful', label: 'Plan, revise, execute' })
    expect(profilesOf(resolved)).toMatchObject({ planner: 'b', engineer: 'a', evaluator: 'usual' })
  })

  it('names the roles whose models call tools in text', () => {
    const inText = (id: string) => ({ ...profile(id), ...(id === 'a' && { toolCalls: 'text' as const }) })
    const resolved = resolveRun(request({ strategy: plan, roles: { planner: 'a' } }), { ...around, profileOf: inText })
    expect(resolved.textTools).toEqual(['planner'])
    expect(resolveRun(request(), around).textTools).toEqual([])
  })

  it('follows the run before it into its workspace', () => {
    expect(resolveRun(request(), { ...around, before: { workspaceId: 'copy' } }).workspaceId).toBe('copy')
    const home = request({ workspaceId: null })
    expect(resolveRun(home, { ...around, before: { workspaceId: 'copy' } }).workspaceId).toBeNull()
  })

  it('is refused if rules pick auto again, or a chosen model is gone', () => {
    const again = { ...around, auto: () => ({ pick: autoPick, rule: null }) }
    expect(() => resolveRun(request({ strategy: autoPick }), again)).toThrow('auto')
    expect(() => resolveRun(request({ roles: { default: 'gone' } }), around)).toThrow('default')
  })
})

it('what a window shows before there is a message leaves auto open', () => {
  const shown = (strategy: StrategyPick) => chooseStrategy({ strategy, roles: {} }, { ...around, auto: null })
  expect(shown(autoPick)).toMatchObject({ pick: autoPick, strategy: null, roles: {}, routed: null })
  expect(shown({ preset: 'p' })).toMatchObject({ strategy: plan, roles: { planner: 'a', engineer: 'a' } })
  expect(shown({ preset: 'gone' })).toMatchObject({ strategy: null, roles: {} })
})

it('a copy that is gone gives way to the project’s folder only for who knows the copies', () => {
  const gone = () => false
  expect(chooseWorkspace('copy', null)).toBe('copy')
  expect(chooseWorkspace('copy', null, gone)).toBeNull()
  expect(chooseWorkspace(undefined, { workspaceId: 'copy' }, gone)).toBeNull()
})
