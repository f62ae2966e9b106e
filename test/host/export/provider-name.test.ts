import { expect, test } from 'vitest'
import { providerName } from '../../../src-main/host/export/provider-name.ts'

test.each([
  ['Anthropic', 'anthropic'],
  ['OpenAI', 'openai'],
  ['Azure OpenAI', 'azure.ai.openai'],
  ['Google Gemini', 'gcp.gemini'],
  ['AWS Bedrock', 'aws.bedrock'],
  ['Mistral', 'mistral_ai'],
  ['xAI', 'x_ai'],
  ['My own server', 'My own server'],
])('%s is %s in the conventions of OpenTelemetry', (profile, name) => {
  expect(providerName(profile)).toBe(name)
})
