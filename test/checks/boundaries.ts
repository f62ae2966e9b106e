import type { ViewDebt } from './check-layout.ts'
import { computedName } from './module-graph.ts'

/**
 * The import rules: which folders and packages each folder may import. Anything not listed here
 * is refused. A new rule needs a reason; a known violation is listed as a debt.
 */
export interface Boundary {
  /** Path from the top of the repository. The longest folder that contains a file applies to it. */
  readonly folder: string
  /** Folders it may import from, besides itself. */
  readonly mayUse: readonly string[]
  /** Packages it may import; `node:` means all built-in modules of Node. */
  readonly packages: readonly string[]
}

/** Packages, or parts of one, that only some folders or files may import, whatever the rules of the others allow. */
export interface Kept {
  readonly packages: readonly string[]
  readonly places: readonly string[]
  readonly why: string
}
export const kept: readonly Kept[] = [
  {
    // Two are Node's own bindings; the last one starts a server itself.
    packages: [
      ...['node:child_process', 'child_process', 'node:cluster', 'cluster', 'spawn_sync', 'process_wrap'],
      '@modelcontextprotocol/client/stdio',
    ],
    // `own-node`: goes on as another Node, before anything is loaded.
    places: ['src-main/processes', 'src-main/own-node'],
    why: 'processes are started by startChild, which sees to their end',
  },
  { packages: ['htmlparser2'], places: ['src-shared/test-output'], why: 'only JUnit reports are XML' },
  {
    packages: [computedName],
    places: ['src-main/own-node/run.js', 'src-main/shell-command/agent.js', 'src-main/start.js'],
    why: 'it could be one that starts processes',
  },
]

export const boundaries: readonly Boundary[] = [
  { folder: 'src-shared', mayUse: [], packages: ['zod', 'htmlparser2'] },

  // Pure: requests steps and never executes them.
  { folder: 'src-main/strategy', mayUse: ['src-shared'], packages: ['zod'] },
  // Its I/O goes through ports. `node:crypto` only hashes, `node:events` only raises a listener limit,
  // `node:vm` only interrupts a user's pattern that takes too long.
  {
    folder: 'src-main/agent',
    mayUse: ['src-shared', 'src-main/strategy'],
    packages: ['zod', 'node:crypto', 'node:events', 'node:vm'],
  },
  // The strategies that users write, each in its own engine: only this folder may import the engine and the type
  // stripper.
  // `strategy`: such a file becomes a strategy like any other.
  // `processes`: where the file of a thread is.
  {
    folder: 'src-main/isolate',
    mayUse: ['src-shared', 'src-main/strategy', 'src-main/processes'],
    packages: ['zod', 'quickjs-emscripten-core', '@jitl/quickjs-wasmfile-release-sync', 'amaro', 'node:'],
  },
  {
    folder: 'src-main/model',
    mayUse: ['src-shared', 'src-main/network'],
    packages: ['zod', 'openai', '@anthropic-ai/sdk', '@pydantic/genai-prices', 'node:'],
  },
  // Requests as the user's environment wants them: proxies, and the certificates that the system trusts.
  { folder: 'src-main/network', mayUse: ['src-shared'], packages: ['node:'] },
  // Work on data of strangers, in threads that can be ended: pages, schemas, YAML, TOML. The MCP package only checks schemas.
  {
    folder: 'src-main/bounded',
    mayUse: ['src-shared', 'src-main/trials', 'src-main/processes'],
    // `yauzl`, `fzstd`: the archive of a log of Inspect; the Node of the desktop app has no Zstandard.
    packages: ['zod', 'node:', 'html-to-text', 'yaml', 'smol-toml', '@modelcontextprotocol/client', 'yauzl', 'fzstd'],
  },
  // Finds the project's own Node and goes on as it: plain JavaScript, run before anything else is loaded.
  { folder: 'src-main/own-node', mayUse: [], packages: ['node:', computedName] },
  // Finds programs, starts child processes and ends them, even after the app has exited; independent of tools and runs.
  // `src-shared`: the type of a confinement. `own-node`: where no program is looked for.
  { folder: 'src-main/processes', mayUse: ['src-shared', 'src-main/own-node'], packages: ['node:'] },
  {
    folder: 'src-main/tools',
    mayUse: ['src-shared', 'src-main/processes', 'src-main/bounded', 'src-main/network'],
    packages: ['zod', '@vscode/ripgrep', 'node:'],
  },
  // Servers of the Model Context Protocol: their tools become tools like any others.
  {
    folder: 'src-main/mcp',
    // `processes`: a server is a child process.
    mayUse: ['src-shared', 'src-main/tools', 'src-main/bounded', 'src-main/processes', 'src-main/network'],
    // The browser's answer to a sign-in is awaited on a port of this computer.
    packages: ['zod', '@modelcontextprotocol/client', 'node:crypto', 'node:http'],
  },
  // Agents of others, over the Agent Client Protocol; each a process of its own. Independent of runs.
  {
    folder: 'src-main/acp',
    mayUse: ['src-shared', 'src-main/processes'],
    packages: ['zod', '@agentclientprotocol/sdk', 'node:'],
  },
  { folder: 'src-main/workspace', mayUse: ['src-shared', 'src-main/processes'], packages: ['zod', 'node:'] },
  // The operating system's means to confine a command to some folders; independent of tools and runs.
  { folder: 'src-main/sandbox', mayUse: ['src-shared', 'src-main/processes'], packages: ['node:'] },
  // Containers, by the command line of docker or podman; independent of tools and runs.
  { folder: 'src-main/containers', mayUse: ['src-shared', 'src-main/processes'], packages: ['zod', 'node:'] },
  { folder: 'src-main/store', mayUse: ['src-shared'], packages: ['zod', 'better-sqlite3', 'node:'] },

  // Figures and reports of comparisons; pure functions.
  { folder: 'src-main/trials', mayUse: ['src-shared'], packages: ['zod'] },

  // Reads task sets of others, and ours; pure functions.
  { folder: 'src-main/task-formats', mayUse: ['src-shared'], packages: ['zod'] },

  // Trials as jobs of a queue for other machines: only this folder knows NATS. Loaded when it is needed.
  {
    folder: 'src-main/lab',
    mayUse: ['src-shared'],
    packages: [
      'zod',
      'node:',
      '@nats-io/transport-node',
      '@nats-io/jetstream',
      '@nats-io/kv',
      '@nats-io/obj',
      '@nats-io/nkeys',
    ],
  },

  // Executes a strategy with simulated models, tools and users: the agent without I/O. `isolate`: it reads
  // the strategy file. `node:crypto` only hashes.
  {
    folder: 'src-main/conformance',
    mayUse: ['src-shared', 'src-main/agent', 'src-main/strategy', 'src-main/isolate'],
    packages: ['zod', 'node:crypto'],
  },

  {
    folder: 'src-main/host',
    mayUse: [
      'src-shared',
      'src-main/agent',
      'src-main/strategy',
      'src-main/bounded',
      'src-main/isolate',
      'src-main/model',
      'src-main/network',
      'src-main/tools',
      'src-main/mcp',
      'src-main/acp',
      'src-main/workspace',
      'src-main/processes',
      'src-main/sandbox',
      'src-main/containers',
      'src-main/store',
      'src-main/lab',
      'src-main/task-formats',
      'src-main/trials',
    ],
    // `electron-log`: the host's log, in plain Node too.
    // `@opentelemetry`: sends spans to the collector that the user set.
    packages: ['zod', 'electron-log', 'node:', '@opentelemetry/*', 'hyparquet-writer'],
  },

  {
    folder: 'src-main/shell-electron',
    mayUse: ['src-shared', 'src-main/host'],
    packages: ['zod', 'electron', 'node:'],
  },
  // `processes`: the file manager is a program.
  {
    folder: 'src-main/shell-browser',
    mayUse: ['src-shared', 'src-main/host', 'src-main/processes'],
    packages: ['zod', 'ws', 'node:'],
  },
  // The host as an agent of the Agent Client Protocol, for editors; `agent acp` starts it.
  {
    folder: 'src-main/shell-editor',
    mayUse: ['src-shared', 'src-main/host'],
    packages: ['zod', 'node:', '@agentclientprotocol/sdk'],
  },
  // The host as a server of the Model Context Protocol; `agent mcp` starts it.
  {
    folder: 'src-main/shell-mcp',
    mayUse: ['src-shared', 'src-main/host'],
    packages: ['zod', 'node:', '@modelcontextprotocol/server'],
  },
  // `conformance`: `agent check` needs no host. The computed name: its own build output, which
  // agent.js prefers.
  {
    folder: 'src-main/shell-command',
    mayUse: [
      'src-shared',
      'src-main/own-node',
      'src-main/host',
      'src-main/conformance',
      'src-main/shell-editor',
      'src-main/shell-mcp',
    ],
    // The protocols' framing of standard input and output.
    packages: ['zod', 'node:', computedName, '@agentclientprotocol/sdk', '@modelcontextprotocol/server'],
  },
  // start.ts chooses a shell, and builds or opens the desktop app (`processes`): the only files outside the folders.
  // `shell-command`: where the app lies. The computed name is that of the built program, which start.js prefers.
  {
    folder: 'src-main',
    mayUse: [
      'src-shared',
      'src-main/own-node',
      'src-main/host',
      'src-main/shell-browser',
      'src-main/shell-command',
      'src-main/processes',
    ],
    packages: ['node:', computedName],
  },

  {
    folder: 'src-renderer',
    mayUse: ['src-shared'],
    packages: [
      'zod',
      'zustand',
      'react',
      'react-dom',
      '@base-ui/react',
      'cmdk',
      'lucide-react',
      'react-resizable-panels',
      '@tanstack/react-virtual',
      // Lays out the phases of a strategy.
      '@dagrejs/dagre',
      'sonner',
      '@visx/axis',
      '@visx/scale',
      '@fontsource-variable/inter',
      '@fontsource-variable/jetbrains-mono',
    ],
  },
  // Widgets are independent of runs: they import neither views nor stores.
  {
    folder: 'src-renderer/widgets',
    mayUse: ['src-shared', 'src-renderer/workers'],
    packages: [
      'zod',
      'react',
      'react-dom',
      '@base-ui/react',
      'cmdk',
      'lucide-react',
      'react-resizable-panels',
      '@tanstack/react-virtual',
      'sonner',
      'marked',
      'remend',
      'react-markdown',
      'remark-gfm',
      'diff',
    ],
  },
  { folder: 'src-renderer/workers', mayUse: ['src-shared'], packages: ['shiki', '@shikijs/*'] },
]

/** Imports allowed from a folder to one inside it that has its own rule. */
export const sameHouse: readonly { readonly from: string; readonly to: string }[] = [
  { from: 'src-renderer', to: 'src-renderer/widgets' },
  { from: 'src-renderer', to: 'src-renderer/workers' },
]

/** Known imports of one view by another. */
export const viewDebts: readonly ViewDebt[] = [
  {
    file: 'src-renderer/views/compare/compare-side.tsx',
    imports: 'src-renderer/views/inspector/inspector.tsx',
    why: 'a comparison has its own side panel, with the inspector of the workbench in it',
  },
]

/** Folders whose subfolders are layered: no circular imports between them, not even through others. */
export const houses: readonly string[] = ['src-main/host', 'src-main/strategy', 'src-shared']
