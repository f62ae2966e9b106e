import { lstat, readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, join, relative } from 'node:path'
import type { McpFoundFile } from '../../../src-shared/api/mcp-requests.ts'
import { mcpPart, readCommentedJson } from '../../../src-shared/mcp/mcp-config.ts'
import { guardFiles } from '../../workspace/guard/guarded-files.ts'
import { type ReadToml, readToml } from '../base/read-toml.ts'
import { type ReadYaml, readYaml } from '../base/read-yaml.ts'

/** Maximum size of a file that is read, bytes: Claude Code keeps its history of prompts in the same file. */
const maxBytes = 20_000_000

interface Place {
  readonly tool: string
  readonly path: string
}

interface Computer {
  readonly home: string
  readonly platform: NodeJS.Platform
  readonly environment: Readonly<Record<string, string | undefined>>
}

/**
 * Where other tools keep the user's MCP servers, absolute.
 * Sources: their manuals, on MCP and on configuration (`CODEX_HOME`, `CLAUDE_CONFIG_DIR`).
 */
export function userPlaces({ home, platform, environment }: Computer): readonly Place[] {
  const folder = (name: string, ...otherwise: readonly string[]): string => {
    const value = environment[name]
    return value !== undefined && isAbsolute(value) ? value : join(home, ...otherwise)
  }
  const config = folder('XDG_CONFIG_HOME', '.config')
  const apps =
    platform === 'win32'
      ? folder('APPDATA', 'AppData', 'Roaming')
      : platform === 'darwin'
        ? join(home, 'Library', 'Application Support')
        : config
  return [
    { tool: 'Claude Code', path: join(folder('CLAUDE_CONFIG_DIR'), '.claude.json') },
    { tool: 'Codex', path: join(folder('CODEX_HOME', '.codex'), 'config.toml') },
    { tool: 'Cursor', path: join(home, '.cursor', 'mcp.json') },
    { tool: 'VS Code', path: join(apps, 'Code', 'User', 'mcp.json') },
    { tool: 'opencode', path: join(config, 'opencode', 'opencode.json') },
    { tool: 'opencode', path: join(config, 'opencode', 'opencode.jsonc') },
    { tool: 'Windsurf', path: join(home, '.codeium', 'windsurf', 'mcp_config.json') },
    { tool: 'Gemini CLI', path: join(home, '.gemini', 'settings.json') },
    { tool: 'Qwen Code', path: join(home, '.qwen', 'settings.json') },
    { tool: 'Zed', path: join(config, 'zed', 'settings.json') },
    { tool: 'Copilot CLI', path: join(home, '.copilot', 'mcp-config.json') },
    { tool: 'Goose', path: join(config, 'goose', 'config.yaml') },
    { tool: 'LM Studio', path: join(home, '.lmstudio', 'mcp.json') },
    { tool: 'Amp', path: join(config, 'amp', 'settings.json') },
    { tool: 'Crush', path: join(config, 'crush', 'crush.json') },
    { tool: 'Claude Desktop', path: join(apps, 'Claude', 'claude_desktop_config.json') },
  ]
}

/** The same in a project, relative to its folder. Its `.mcp.json` is used as it is, once it is trusted. */
const projectPlaces: readonly Place[] = [
  { tool: 'Codex', path: '.codex/config.toml' },
  { tool: 'Cursor', path: '.cursor/mcp.json' },
  { tool: 'VS Code', path: '.vscode/mcp.json' },
  { tool: 'Gemini CLI', path: '.gemini/settings.json' },
  { tool: 'Qwen Code', path: '.qwen/settings.json' },
  { tool: 'Roo Code', path: '.roo/mcp.json' },
  { tool: 'Zed', path: '.zed/settings.json' },
  { tool: 'Crush', path: 'crush.json' },
  { tool: 'opencode', path: 'opencode.json' },
  { tool: 'opencode', path: 'opencode.jsonc' },
]

/**
 * The files of other tools that have MCP servers. A project's files are read through the path guard.
 * @param homeFolder null: the user's own, with what the environment says
 * @param projectFolder absolute; null if no project is open
 */
export async function findMcpFiles(
  homeFolder: string | null,
  projectFolder: string | null,
): Promise<readonly McpFoundFile[]> {
  const home = homeFolder ?? homedir()
  const environment = homeFolder === null ? process.env : {}
  const ofUser = userPlaces({ home, platform: process.platform, environment }).map(async ({ tool, path }) =>
    foundFile(tool, path, shortened(path, home), await readUserFile(path)),
  )
  const guarded = projectFolder === null ? null : await guardFiles(projectFolder).catch(() => null)
  const ofProject =
    guarded === null
      ? []
      : projectPlaces.map(async ({ tool, path }) => {
          const there = await guarded.resolve(path)
          const read = there.ok && there.kind !== 'none' ? await guarded.readText(path) : null
          return foundFile(tool, path, path, read?.ok === true ? read.text : null)
        })
  return (await Promise.all([...ofProject, ...ofUser])).filter((each) => each !== null)
}

async function foundFile(tool: string, path: string, file: string, text: string | null): Promise<McpFoundFile | null> {
  const part = text === null ? null : mcpPart(await parsed(path, text))
  return part === null ? null : { tool, file, ...part }
}

async function parsed(path: string, text: string): Promise<unknown> {
  if (/\.ya?ml$/.test(path)) return valueIn(await readYaml(text))
  return path.endsWith('.toml') ? valueIn(await readToml(text)) : readCommentedJson(text)
}

const valueIn = (read: ReadToml | ReadYaml): unknown => (read.ok ? read.value : null)

async function readUserFile(path: string): Promise<string | null> {
  try {
    const { size } = await lstat(path)
    return size > maxBytes ? null : await readFile(path, 'utf8')
  } catch {
    return null
  }
}

const shortened = (path: string, home: string): string => {
  const inside = relative(home, path)
  return inside.startsWith('..') || isAbsolute(inside) ? path : join('~', inside)
}
