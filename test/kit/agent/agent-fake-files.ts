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
  readonly written: readonly { readonly place: string; readonly text: string }[]
}

export function fakeFiles(text: string, check: (text: string) => { exitCode: number; output: string }): FakeFiles {
  const places = new Map([['project', text]])
  const written: { place: string; text: string }[] = []

  const at = (place: string) => {
    const now = places.get(place)
    if (now === undefined) throw new Error(`${place} is gone`)
    return now
  }
  const toolsIn = (place: string) =>
    scriptedTools((call, context) => {
      if (call.tool === 'read_file') return `in ${place}: ${at(place)}`
      context.begin()
      const given: unknown = JSON.parse(call.arguments)
      const content = typeof given === 'object' && given !== null && 'content' in given ? String(given.content) : ''
      at(place)
      places.set(place, content)
      written.push({ place, text: content })
      return 'written'
    })
  const workspaceIn = (place: string): WorkspacePort => ({
    // Named by content, like real snapshots.
    snapshot: async () => `snapshot of ${at(place)}`,
    restore: async (id) => void places.set(place, id.replace('snapshot of ', '')),
    changes: async (before, after) => ({
      files: [{ path: 'file', added: 1, removed: 1 }],
      patch: `${before} -> ${after}`,
    }),
    check: async () => check(at(place)),
    copies,
  })
  const copy = (place: string): Copy => ({
    tools: toolsIn(place),
    workspace: workspaceIn(place),
    remove: async () => void places.delete(place),
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
