import { describe, expect, it } from 'vitest'
import { choicesFor } from '../../../src-renderer/parts/choices/choices.ts'
import { emptyDraft } from '../../../src-renderer/stores/session/draft-store.ts'
import { defaultSettings } from '../../../src-shared/settings/settings.ts'
import { profileFor, rolesOf } from '../../../src-shared/strategy/resolve-choice.ts'
import { newRun } from '../../kit/fake-host/fake-runs.ts'
import { fakeProfiles, fakeStrategies } from '../../kit/fake-host/fake-strategies.ts'

const settings = { ...defaultSettings, defaultProfile: 'openai', roles: { planner: 'ollama', evaluator: 'gone' } }
const before = newRun({ id: 'run', turnId: 'turn', conversationId: 'conversation', projectId: 'project', startedAt: 0 })

describe('with what a message is sent', () => {
  it('is the settings’ word in a new conversation', () => {
    const choices = choicesFor(emptyDraft, null, settings, fakeProfiles)
    expect(choices).toEqual({
      pick: settings.strategy,
      by: 'settings',
      strategy: settings.strategy,
      roles: { default: 'openai' },
      approval: 'ask',
      mode: 'act',
    })
  })

  it('goes on as the turn before, without the wrapper that the host put around it', () => {
    const choices = choicesFor(emptyDraft, before, settings, fakeProfiles)
    expect(choices.strategy?.name).toBe('plan-revise-execute')
    expect(choices.roles).toEqual({ default: 'mini' })
  })

  it('is the draft’s own word first, but never a model that is gone', () => {
    const draft = { ...emptyDraft, mode: 'plan' as const, roles: { default: 'gone', engineer: 'ollama' } }
    const choices = choicesFor(draft, before, settings, fakeProfiles)
    expect(choices).toMatchObject({ mode: 'plan', roles: { default: 'mini', engineer: 'ollama' } })
  })

  it('keeps the effort that the draft chose, and takes none from the turn before', () => {
    const roles = { default: 'openai~ehigh', engineer: 'ollama~elow', planner: 'gone~elow' }
    const choices = choicesFor({ ...emptyDraft, roles }, before, settings, fakeProfiles)
    expect(choices.roles).toEqual({ default: 'openai~ehigh', engineer: 'ollama~elow' })
    const bound = { profileId: 'mini~emax', profileName: 'Mini', model: 'mini' }
    const varied = choicesFor(emptyDraft, { ...before, roles: { default: bound } }, settings, fakeProfiles)
    expect(varied.roles).toEqual({ default: 'mini' })
  })

  it('gives each role the model that the host will bind', () => {
    const choices = choicesFor({ ...emptyDraft, roles: { engineer: 'mini' } }, null, settings, fakeProfiles)
    const bound = rolesOf({ name: 'plan-revise-execute', options: {} }, fakeStrategies).map(({ name }) => [
      name,
      profileFor(name, choices.roles, settings, (id) => fakeProfiles.some((each) => each.id === id)),
    ])
    expect(bound).toEqual([
      ['planner', 'ollama'],
      ['evaluator', 'openai'],
      ['engineer', 'mini'],
    ])
  })
})
