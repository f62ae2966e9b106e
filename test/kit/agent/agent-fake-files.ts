import type { Copy, CopyPort, ToolPort, WorkspacePort } from '../../../src-main/agent/ports.ts'
import { scriptedTools } from './agent-ports.ts'

/**
 * A project of one file, in memory, with snapshots and copies. As on a disk, its content survives a crash of the
 * process that works on it. `write_file` writes the file; `read_file` returns the workspace of the call and the text.
 */
export interface FakeFiles {
  readonly tools: ToolPort
  readonly workspace: WorkspacePort
  /** The text of the project's file. */
  project(): string
  /** Names of the existing copies. */
  copies(): readonly string[]
  loseCopies(): void
  /** All writes in order, each with its workspace. */
  readonly written: readonly { readonly workspace: string; readonly text: string }[]
}

export function fakeFiles(text: string, check: (text: string) => { exitCode: number; output: string }): FakeFiles {
  const places = new Map([['project', text]])
  const written: { workspace: string; text: string }[] = []

  const at = (workspace: string) => {
    const now = places.get(workspace)
    if (now === undefined) throw new Error(`${workspace} is gone`)
    return now
  }
  const toolsIn = (workspace: string) =>
    scriptedTools((call, context) => {
      if (call.tool === 'read_file') return `in ${workspace}: ${at(workspace)}`
      context.begin()
      const args: unknown = JSON.parse(call.arguments)
      const content = typeof args === 'object' && args !== null && 'content' in args ? String(args.content) : ''
      at(workspace)
      places.set(workspace, content)
      written.push({ workspace, text: content })
      return 'written'
    })
  const workspaceIn = (workspace: string): WorkspacePort => ({
    // Named by content, like real snapshots.
    snapshot: async () => `snapshot of ${at(workspace)}`,
    restore: async (id) => void places.set(workspace, id.replace('snapshot of ', '')),
    changes: async (before, after) => ({
      files: [{ path: 'file', added: 1, removed: 1 }],
      patch: `${before} -> ${after}`,
    }),
    check: async () => check(at(workspace)),
    copies,
  })
  const copy = (workspace: string): Copy => ({
    tools: toolsIn(workspace),
    workspace: workspaceIn(workspace),
    remove: async () => void places.delete(workspace),
  })
  const copies: CopyPort = {
    open: async (name, { from }) => {
      places.set(name, from.replace('snapshot of ', ''))
      return copy(name)
    },
    reopen: async (name) => (places.has(name) ? copy(name) : null),
  }
  const names = () => [...places.keys()].filter((name) => name !== 'project')
  return {
    tools: toolsIn('project'),
    workspace: workspaceIn('project'),
    project: () => at('project'),
    copies: names,
    loseCopies: () => {
      for (const name of names()) places.delete(name)
    },
    written,
  }
}
