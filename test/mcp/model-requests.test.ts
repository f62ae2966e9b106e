import { expect, test } from 'vitest'
import { preferredRole } from '../../src-main/agent/performers/preferred-role.ts'
import { modelAsk, modelQuestion } from '../../src-main/mcp/model-requests.ts'

test('what a server asks a model is shown whole, as text of the server', () => {
  const asked = modelAsk({
    messages: [
      { role: 'user', content: { type: 'text', text: 'One ```` two\u001b[2J' } },
      { role: 'assistant', content: [{ type: 'image', data: 'A', mimeType: 'image/png' }] },
    ],
    systemPrompt: 'Be brief.',
    maxTokens: 9,
    temperature: 0.2,
    stopSequences: ['END'],
    modelPreferences: { hints: [{ name: 'sonnet' }, { name: '' }], costPriority: 0.9, intelligencePriority: 0.5 },
  })
  if (asked === null) throw new Error('nothing')
  expect(asked).toMatchObject({
    messages: [
      { role: 'system' },
      { role: 'user', text: 'One ```` two' },
      { text: '[An image that is not passed on.]' },
    ],
    temperature: 0.2,
    maxOutputTokens: 9,
    stop: ['END'],
    prefers: { isSmall: true },
  })
  const { question, options } = modelQuestion('s', asked)
  expect(question).toContain('user:\n`````\nOne ```` two\n`````')
  expect(question).toContain('system:\n```\nBe brief.')
  expect(question).toContain('At most 9 tokens.')
  expect(options[0]).toBe('Deny')
  expect(modelAsk({ messages: [] })).toBeNull()
  expect(modelAsk({ messages: [{ role: 'user', content: { type: 'text', text: 'x'.repeat(100_000) } }] })).toBeNull()
})

test('its preferences choose among the models of the run', () => {
  const bound = (model: string) => ({ profileId: 'p', profileName: 'P', model })
  const roles = { default: bound('Claude-Opus'), summarizer: bound('claude-haiku'), critic: bound('gpt-x') }
  const of = (hints: readonly string[], isSmall = false) => preferredRole(roles, { hints, isSmall })
  expect(of(['gemini', 'GPT'])).toBe('critic')
  expect(of(['haiku'])).toBe('summarizer')
  expect(of(['gemini'])).toBe('default')
  expect(of(['gemini'], true)).toBe('summarizer')
  expect(of([])).toBe('default')
  expect(preferredRole({ writer: bound('x') }, { hints: [], isSmall: true })).toBe('writer')
})
