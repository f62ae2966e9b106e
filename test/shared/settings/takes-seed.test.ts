import { expect, it } from 'vitest'
import { takesSeed } from '../../../src-shared/settings/takes-seed.ts'

it.each([
  ['chat-completions', 'http://localhost:1234/v1', true],
  ['chat-completions', 'https://generativelanguage.googleapis.com.example.com/v1', true],
  ['chat-completions', 'https://generativelanguage.googleapis.com/v1beta/openai', false],
  ['chat-completions', 'https://generativelanguage.googleapis.com', false],
  ['responses', 'https://api.openai.com/v1', false],
  ['messages', 'https://api.anthropic.com', false],
] as const)('%s at %s: %s', (api, baseUrl, takes) => {
  expect(takesSeed({ api, baseUrl })).toBe(takes)
})
