import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { agentNamed } from '../../../../src-shared/settings/other-agents.ts'
import type { FetchedName } from './fetched-agents.ts'

/** Where the endpoint is, where the agents are: there is no other network. */
export const agentPort = 4310
const url = `http://127.0.0.1:${agentPort}`

type Files = Readonly<Record<string, string>>
const json = (value: unknown) => JSON.stringify(value, null, 1)
const lines = (...all: readonly string[]) => `${all.join('\n')}\n`

/**
 * What a user of each agent has in the home folder once the agent is set up with an endpoint of one's own: each by the
 * agent's own files, since Stratagem passes no variables on that its entry doesn't name.
 */
const files: { readonly [name in FetchedName]: Files } = {
  opencode: {
    '.config/opencode/opencode.json': json({
      provider: {
        scripted: {
          npm: '@ai-sdk/openai-compatible',
          options: { baseURL: `${url}/v1`, apiKey: 'none' },
          models: { m: { name: 'M' } },
        },
      },
      model: 'scripted/m',
      small_model: 'scripted/m',
    }),
  },
  claude: {
    // Claude Code writes this file at its first start: whoever has used it has it.
    '.claude.json': json({ hasCompletedOnboarding: true, numStartups: 3 }),
    '.claude/settings.json': json({
      env: {
        ANTHROPIC_BASE_URL: url,
        ANTHROPIC_AUTH_TOKEN: 'none',
        ANTHROPIC_MODEL: 'scripted',
        CLAUDE_CODE_ENABLE_PROMPT_SUGGESTION: 'false',
      },
    }),
  },
  pi: {
    '.pi/agent/models.json': json({
      providers: {
        scripted: { baseUrl: `${url}/v1`, apiKey: 'none', api: 'openai-completions', models: [{ id: 'm' }] },
      },
    }),
    '.pi/agent/settings.json': json({ defaultProvider: 'scripted', defaultModel: 'm' }),
  },
  codex: {
    '.codex/config.toml': lines(
      'model = "scripted"',
      'model_provider = "s"',
      'check_for_update_on_startup = false',
      '[analytics]',
      'enabled = false',
      '[model_providers.s]',
      'name = "s"',
      `base_url = "${url}/v1"`,
      'wire_api = "responses"',
    ),
  },
  gemini: {
    '.gemini/settings.json': json({
      security: { auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
      general: { enableAutoUpdate: false, disableAutoUpdate: true },
      model: { name: 'gemini-2.5-pro' },
    }),
  },
  qwen: {
    '.qwen/settings.json': json({
      security: { auth: { selectedType: 'openai' } },
      memory: { enableManagedAutoMemory: false },
      ui: { enableFollowupSuggestions: false },
      privacy: { usageStatisticsEnabled: false },
      general: { enableAutoUpdate: false, disableAutoUpdate: true },
    }),
    '.qwen/.env': lines('OPENAI_API_KEY=none', `OPENAI_BASE_URL=${url}/v1`, 'OPENAI_MODEL=scripted'),
  },
  kimi: {
    '.kimi-code/config.toml': lines(
      'default_model = "m"',
      '[providers.s]',
      'type = "openai"',
      `base_url = "${url}/v1"`,
      'api_key = "none"',
      '[models.m]',
      'provider = "s"',
      'model = "scripted"',
      'max_context_size = 100000',
    ),
  },
  cline: {},
}

/** These take key and endpoint from variables alone, so their users have entries of their own that name them. */
const variables: { readonly [name in FetchedName]?: Readonly<Record<string, string>> } = {
  gemini: { GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: url },
  cline: { CLINE_API_KEY: 'none', CLINE_API_BASE_URL: url, CLINE_MODEL: 'scripted' },
}

/**
 * Sets an agent up as its user would.
 * @param home the user's home folder
 * @param data Stratagem's data folder
 */
export function setUpAgent(name: FetchedName, home: string, data: string): void {
  const [known, more] = [agentNamed(name, []), variables[name]]
  if (known !== undefined && more !== undefined) {
    const agents = [{ ...known, env: { ...known.env, ...more } }]
    writeFileSync(join(data, 'settings.json'), json({ agents }))
  }
  for (const [file, text] of Object.entries(files[name])) {
    const at = join(home, file)
    mkdirSync(dirname(at), { recursive: true })
    writeFileSync(at, text, { mode: 0o600 })
  }
}
