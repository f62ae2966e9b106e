import type { ViewDebt } from './check-layout.ts'

/**
 * The boundary file: which folder may import which, and which packages live where. What is not drawn here
 * is refused. A new arrow is drawn with its reason; a debt is listed as a debt.
 */
export interface Boundary {
  /** Folder, from the top of the repository. The longest that fits a file is its own. */
  readonly folder: string
  /** Folders it may import from, beside itself. */
  readonly mayUse: readonly string[]
  /** Packages it may import; `node:` means Node's own modules. */
  readonly packages: readonly string[]
}

export const boundaries: readonly Boundary[] = [
  { folder: 'src-shared', mayUse: [], packages: ['zod'] },

  // Pure: decides, never acts.
  { folder: 'src-main/strategy', mayUse: ['src-shared'], packages: ['zod'] },
  // Handed everything it needs of the world. `node:crypto` only hashes, `node:events` only raises a listener limit,
  // `node:vm` only ends a user's pattern that takes too long.
  {
    folder: 'src-main/agent',
    mayUse: ['src-shared', 'src-main/strategy'],
    packages: ['zod', 'node:crypto', 'node:events', 'node:vm'],
  },
  // The strategies that users write, each in an engine of its own: the only home of the engine and the type stripper.
  // `strategy`: what such a file becomes is a strategy like any other.
  {
    folder: 'src-main/isolate',
    mayUse: ['src-shared', 'src-main/strategy'],
    packages: ['zod', 'quickjs-emscripten-core', '@jitl/quickjs-wasmfile-release-sync', 'amaro', 'node:'],
  },
  {
    folder: 'src-main/model',
    mayUse: ['src-shared'],
    packages: ['zod', 'openai', '@anthropic-ai/sdk', '@pydantic/genai-prices', 'node:'],
  },
  // How processes are marked and ended, also when the app is gone; knows no tools and no runs.
  { folder: 'src-main/processes', mayUse: [], packages: ['node:'] },
  {
    folder: 'src-main/tools',
    mayUse: ['src-shared', 'src-main/processes'],
    packages: ['zod', '@vscode/ripgrep', 'node:'],
  },
  // Servers of the Model Context Protocol: what they offer becomes tools like any others.
  {
    folder: 'src-main/mcp',
    mayUse: ['src-shared', 'src-main/tools'],
    packages: ['zod', '@modelcontextprotocol/client', 'node:crypto'],
  },
  { folder: 'src-main/workspace', mayUse: ['src-shared', 'src-main/processes'], packages: ['zod', 'node:'] },
  // How the system keeps a command to some folders; knows no tools and no runs.
  { folder: 'src-main/sandbox', mayUse: ['src-shared'], packages: ['node:'] },
  { folder: 'src-main/store', mayUse: ['src-shared'], packages: ['zod', 'better-sqlite3', 'node:'] },

  // Figures and reports of comparisons; pure.
  { folder: 'src-main/trials', mayUse: ['src-shared'], packages: ['zod'] },

  // Plays a strategy against made-up models, tools and users: the agent in a world without I/O. `isolate`: it reads
  // the file that it is to play. `node:crypto` only hashes.
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
      'src-main/isolate',
      'src-main/model',
      'src-main/tools',
      'src-main/mcp',
      'src-main/workspace',
      'src-main/processes',
      'src-main/sandbox',
      'src-main/store',
      'src-main/trials',
    ],
    // `electron-log`: its own log, in plain Node as well.
    packages: ['zod', 'electron-log', 'node:'],
  },

  {
    folder: 'src-main/shell-electron',
    mayUse: ['src-shared', 'src-main/host'],
    packages: ['zod', 'electron', 'node:'],
  },
  { folder: 'src-main/shell-browser', mayUse: ['src-shared', 'src-main/host'], packages: ['zod', 'ws', 'node:'] },
  // `conformance`: `agent check` needs no host. `built`: itself as it was built, which main.ts prefers.
  {
    folder: 'src-main/shell-command',
    mayUse: ['src-shared', 'src-main/host', 'src-main/conformance'],
    packages: ['zod', 'node:', 'built'],
  },
  // start.ts chooses a shell: the one file beside the folders.
  { folder: 'src-main', mayUse: ['src-shared', 'src-main/host', 'src-main/shell-browser'], packages: ['node:'] },

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
      // Places the phases of a strategy.
      '@dagrejs/dagre',
      'sonner',
      '@visx/axis',
      '@visx/scale',
      '@fontsource-variable/inter',
      '@fontsource-variable/jetbrains-mono',
    ],
  },
  // Widgets know no runs: nothing of the views, nothing of the stores.
  {
    folder: 'src-renderer/widgets',
    mayUse: ['src-shared', 'src-renderer/workers'],
    packages: [
      'zod',
      'react',
      'react-dom',
      '@base-ui/react',
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

/** Finer folders whose files others of the same house may use: a view may use stores and widgets, and so on. */
export const sameHouse: readonly { readonly from: string; readonly to: string }[] = [
  { from: 'src-renderer', to: 'src-renderer/widgets' },
  { from: 'src-renderer', to: 'src-renderer/workers' },
]

/** Imports of one view by another that are known. */
export const viewDebts: readonly ViewDebt[] = [
  {
    file: 'src-renderer/views/compare/compare-side.tsx',
    imports: 'src-renderer/views/inspector/inspector.tsx',
    why: 'a comparison has its own side panel, with the inspector of the workbench in it',
  },
]

/** Folders whose rooms stand on floors: none imports one that imports it, over however many others. */
export const houses: readonly string[] = ['src-main/host', 'src-main/strategy', 'src-shared']
