import type { StartedHook } from '../../src-shared/hooks/hook.ts'
import type { ToolCall } from '../../src-shared/model/message.ts'
import type { ApprovalMode, SeenFile, ToolEffect, ToolInfo } from '../../src-shared/model/tool.ts'
import { todoToolName } from '../../src-shared/run/todos.ts'
import type { WorkMode } from '../../src-shared/strategy/task.ts'
import { askUserTool } from './built-in/ask-user.ts'
import { editFileTool } from './built-in/edit-file.ts'
import { findFilesTool } from './built-in/find-files.ts'
import { gitTool } from './built-in/git.ts'
import { listDirectoryTool } from './built-in/list-directory.ts'
import { readFileTool } from './built-in/read-file.ts'
import { createReadFiles } from './built-in/read-files.ts'
import { searchTextTool } from './built-in/search-text.ts'
import { writeFileTool } from './built-in/write-file.ts'
import type { CallContext } from './call-context.ts'
import { cleanEnvironment } from './clean-environment.ts'
import type { Confinement } from './confinement.ts'
import type { GitPort } from './git-port.ts'
import type { TrustedScripts, UsedHooks } from './hooks/trusted-scripts.ts'
import { createNestedInstructions } from './instructions/nested-instructions.ts'
import { type Pipeline, problemWith, runCall } from './pipeline.ts'
import { createReadWriteLock, type ReadWriteLock } from './read-write-lock.ts'
import { bundledRipgrep, type Ripgrep } from './ripgrep.ts'
import type { Rule } from './rules.ts'
import { shellTool } from './shell.ts'
import type { CallRun, Tool, ToolServices } from './tool.ts'
import type { GuardedFiles } from './workspace-port.ts'

/** What the host gives the tools of one run. */
export interface ToolPorts {
  readonly files: GuardedFiles
  readonly git: GitPort
  readonly work: WorkMode
  readonly approval: ApprovalMode
  /** The rules the user stored for this project; read at every call. */
  rules(): readonly Rule[]
  /** Shared by all runs in the same folder (`createReadWriteLock`). */
  readonly turns: ReadWriteLock
  /** The app's own environment; commands that the model starts get it without the secrets. */
  readonly environment: NodeJS.ProcessEnv
  /** How commands are confined, called before each; left out: they are not. */
  confinement?(scripts?: TrustedScripts | null): Promise<Confinement | null>
  /** Tools of others, such as MCP servers, whose names are none of ours. */
  readonly others?: readonly Tool[]
  /** The hooks of calls, from the user's and the project's files; left out: none. */
  readonly hooks?: readonly StartedHook[]
  /** What the project’s hooks find beside them; left out: nothing that is trusted. */
  readonly scripts?: TrustedScripts | null
  /** For the hooks after a command's edits; left out: they don't run for those. */
  readonly changedFiles?: ToolServices['changedFiles']
  /** Left out: the ripgrep that comes with the app. */
  readonly ripgrep?: Ripgrep
}

/** The tools of one run: it remembers which files the model has read. */
export interface ToolSet {
  /** What the model has seen so far, if the run is resumed; the latest entry of a file last. */
  remember(files: readonly SeenFile[]): void
  /** The tools that the mode allows, as the model sees them. */
  infos(): readonly ToolInfo[]
  effectOf(tool: string): ToolEffect
  /** Why the call would fail before it begins, or null. Reads, but changes nothing. */
  problemWith(call: ToolCall): Promise<string | null>
  /** The hooks that the run has, those at its end included. */
  readonly used: UsedHooks
  /** The context names the run as the owner of processes that a call starts. */
  run(call: ToolCall, context: CallContext): Promise<CallRun>
}

const all: readonly Tool[] = [
  readFileTool,
  listDirectoryTool,
  findFilesTool,
  searchTextTool,
  editFileTool,
  writeFileTool,
  shellTool,
  gitTool,
  askUserTool,
]

/** The names of the built-in tools, and of those that the host adds; no tool of others may have them. */
export const ownToolNames: ReadonlySet<string> = new Set([
  ...all.map(({ name }) => name),
  'load_skill',
  'fetch_page',
  todoToolName,
])

export function createTools(ports: ToolPorts): ToolSet {
  const mode = ports.work === 'plan' ? 'read-only' : ports.approval
  const every = [...all, ...(ports.others ?? [])]
  const tools = mode === 'read-only' ? every.flatMap(onlyReading) : every
  const pipe: Pipeline = {
    tools,
    services: {
      files: ports.files,
      git: ports.git,
      ripgrep: ports.ripgrep ?? bundledRipgrep,
      environment: cleanEnvironment(ports.environment),
      confinement: (scripts) => ports.confinement?.(scripts) ?? Promise.resolve(null),
      scripts: ports.scripts ?? null,
      reads: createReadFiles(),
      ...(ports.changedFiles && { changedFiles: ports.changedFiles }),
    },
    instructions: createNestedInstructions(ports.files),
    mode,
    rules: () => ports.rules(),
    hooks: ports.hooks ?? [],
    ownTurns: createReadWriteLock(),
    workspaceTurns: ports.turns,
  }
  return {
    remember: (files) => {
      for (const { path, hash } of files) pipe.services.reads.saw(path, hash)
      pipe.instructions.remember(files)
    },
    infos: () => tools.map(({ name, description, parameters, effect }) => ({ name, description, parameters, effect })),
    // A tool that is not offered is not executed.
    effectOf: (tool) => tools.find((each) => each.name === tool)?.effect ?? 'read',
    problemWith: (call) => problemWith(pipe, call),
    used: { hooks: pipe.hooks, scripts: pipe.services.scripts },
    run: (call, context) => runCall(pipe, call, context),
  }
}

/** Git stays for reading; the gate refuses the rest. */
function onlyReading(tool: Tool): Tool[] {
  if (tool === gitTool) return [{ ...tool, effect: 'read', description: `${tool.description} Only reading now.` }]
  return tool.effect === 'edit' || tool.effect === 'command' ? [] : [tool]
}
