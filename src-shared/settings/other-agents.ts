import { z } from 'zod'

/** How another agent is started, which speaks the Agent Client Protocol. Holds no key. */
export const agentEntry = z.object({
  /** What strategies and the command line call it. */
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'small letters, figures and hyphens; at most 40 characters'),
  command: z.string().min(1).max(1000),
  args: z.array(z.string().max(4000)).max(50).readonly(),
  /** `${NAME}` stands for a variable of the app's own environment: only so does a key get to the agent. */
  env: z.record(z.string().min(1).max(200), z.string().max(4000)),
  /** Whether it has network access, if this computer can cut it off. */
  network: z.boolean(),
  /** Its own files in the user's home folder, which it may read and write although they may hold keys. */
  folders: z.array(z.string().min(1).max(500)).max(20).readonly(),
  /** An emoji or one or two letters; empty: none. */
  icon: z.string().max(8),
  /** Variables that get a stored key of ours: each has the id of the model whose key it is. */
  keys: z
    .record(
      z
        .string()
        .regex(/^[A-Za-z_]\w*$/)
        .max(200),
      z.string().min(1),
    )
    .default({}),
  /** Whether it is handed the user's MCP servers, without our sign-ins to them. */
  servers: z.boolean().default(false),
})
export type AgentEntry = z.infer<typeof agentEntry>

const known = (
  name: string,
  args: readonly string[],
  folders: readonly string[],
  env: AgentEntry['env'] = {},
  command = name,
): AgentEntry => ({ name, command, args, env, network: true, folders, icon: '', keys: {}, servers: false })

/**
 * Agents that are used without being set up, if their command is found. Their variables keep them from asking anybody but
 * their model. Source: what each of them was seen to do.
 */
export const knownAgents: readonly AgentEntry[] = [
  known(
    'opencode',
    ['acp'],
    ['.config/opencode', '.local/share/opencode', '.local/state/opencode', '.cache/opencode'],
    { OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1' },
  ),
  known('gemini', ['--acp'], ['.gemini']),
  known(
    'claude',
    [],
    ['.claude', '.claude.json'],
    { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_TELEMETRY: '1', DISABLE_AUTOUPDATER: '1' },
    'claude-agent-acp',
  ),
  known('codex', [], ['.codex'], {}, 'codex-acp'),
  known('goose', ['acp'], ['.config/goose', '.local/share/goose', '.local/state/goose']),
  known('qwen', ['--acp'], ['.qwen']),
  known('kimi', ['acp'], ['.kimi-code', '.kimi'], { KIMI_CODE_NO_AUTO_UPDATE: '1', KIMI_DISABLE_TELEMETRY: '1' }),
  known('pi', [], ['.pi'], { PI_OFFLINE: '1', PI_SKIP_VERSION_CHECK: '1', PI_TELEMETRY: '0' }, 'pi-acp'),
  known('cline', ['--acp'], ['.cline'], { CLINE_TELEMETRY_DISABLED: '1' }),
]

/** The user's entries come before the known ones of the same name. */
export const agentNamed = (name: string, own: readonly AgentEntry[]): AgentEntry | undefined =>
  own.find((each) => each.name === name) ?? knownAgents.find((each) => each.name === name)
