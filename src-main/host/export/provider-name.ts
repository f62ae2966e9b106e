/**
 * Values that the conventions define for `gen_ai.provider.name`, by what the names of providers and profiles contain.
 * Backends look prices up by them. Source: https://opentelemetry.io/docs/specs/semconv/registry/attributes/gen-ai/
 */
const known: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/bedrock/, 'aws.bedrock'],
  [/azure.*openai|openai.*azure/, 'azure.ai.openai'],
  [/azure/, 'azure.ai.inference'],
  [/vertex/, 'gcp.vertex_ai'],
  [/gemini|google ai/, 'gcp.gemini'],
  [/watsonx/, 'ibm.watsonx.ai'],
  [/^anthropic\b|^claude\b/, 'anthropic'],
  [/^openai\b|^codex\b|^chatgpt\b/, 'openai'],
  [/^google\b/, 'gcp.gen_ai'],
  [/^cohere\b/, 'cohere'],
  [/^deepseek\b/, 'deepseek'],
  [/^groq\b/, 'groq'],
  [/^mistral\b/, 'mistral_ai'],
  [/^perplexity\b/, 'perplexity'],
  [/^x\.?ai\b|^grok\b/, 'x_ai'],
]

/** What the conventions call a provider; one that they don't know is called as its profile is. */
export function providerName(profile: string): string {
  const text = profile.toLowerCase().slice(0, 200)
  return known.find(([pattern]) => pattern.test(text))?.[1] ?? profile
}
