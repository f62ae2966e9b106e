import { z } from 'zod'

/**
 * An entry of `[mcp_servers.NAME]` in Codex's `config.toml`, as the one that other tools write.
 * Source: developers.openai.com/codex/mcp and the configuration reference there.
 */
export const codexEntry = z
  .looseObject({
    /** Names of variables that the server gets from the environment. */
    env_vars: z.array(z.union([z.string(), z.looseObject({ name: z.string() })])).default([]),
    env: z.record(z.string(), z.coerce.string()).default({}),
    bearer_token_env_var: z.string().optional(),
    http_headers: z.record(z.string(), z.string()).default({}),
    /** The values are names of variables. */
    env_http_headers: z.record(z.string(), z.string()).default({}),
    startup_timeout_sec: z.number().optional(),
    startup_timeout_ms: z.number().optional(),
    tool_timeout_sec: z.number().optional(),
    enabled_tools: z.array(z.string()).optional(),
    disabled_tools: z.array(z.string()).optional(),
  })
  .transform((given) => {
    const { env_vars, env, bearer_token_env_var, http_headers, env_http_headers, ...rest } = given
    const { startup_timeout_sec, startup_timeout_ms, tool_timeout_sec, enabled_tools, disabled_tools, ...other } = rest
    const passed = env_vars.map((each) => (typeof each === 'string' ? each : each.name))
    return {
      ...other,
      // Codex passes on what is set, and says nothing of the rest.
      env: { ...Object.fromEntries(passed.map((name) => [name, `\${${name}:-}`])), ...env },
      headers: {
        ...http_headers,
        ...eachOf(env_http_headers, (name) => `\${${name}}`),
        ...(bearer_token_env_var === undefined ? {} : { Authorization: `Bearer \${${bearer_token_env_var}}` }),
      },
      startSeconds: startup_timeout_sec ?? (startup_timeout_ms === undefined ? undefined : startup_timeout_ms / 1000),
      callSeconds: tool_timeout_sec,
      only: enabled_tools,
      off: disabled_tools,
    }
  })

const eachOf = (values: Readonly<Record<string, string>>, change: (value: string) => string) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
