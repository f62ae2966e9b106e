import { create } from 'zustand'
import { ask } from '../../host/host.ts'

/** A workspace of a project; null is the project's own folder. */
export interface FilesIn {
  readonly projectId: string
  readonly workspaceId: string | null
}

type Known = { readonly [path: string]: string | null }

/** Which names in texts are files, by workspace. Each name is requested once, when it first appears. */
export const useKnownFiles = create<{ readonly known: { readonly [place: string]: Known } }>(() => ({ known: {} }))

/** Delay, ms, in which names are collected for one request: the names drawn in a frame arrive together. */
const gatherMs = 40
/** The host's limit for one request. */
const maxPaths = 500

const keyOf = ({ projectId, workspaceId }: FilesIn): string => `${projectId} ${workspaceId ?? ''}`

const wanted = new Map<string, { readonly workspace: FilesIn; readonly paths: Set<string> }>()

export const knownFile = (workspace: FilesIn, path: string): string | null | undefined =>
  useKnownFiles.getState().known[keyOf(workspace)]?.[path]

export function wantFile(workspace: FilesIn, path: string): void {
  const key = keyOf(workspace)
  if (wanted.size === 0) setTimeout(askForAll, gatherMs)
  const waiting = wanted.get(key) ?? { workspace, paths: new Set() }
  waiting.paths.add(path)
  wanted.set(key, waiting)
}

function askForAll(): void {
  const all = [...wanted.values()]
  wanted.clear()
  for (const { workspace, paths } of all) {
    const list = [...paths]
    for (let at = 0; at < list.length; at += maxPaths) void askFor(workspace, list.slice(at, at + maxPaths))
  }
}

async function askFor(workspace: FilesIn, paths: string[]): Promise<void> {
  // Without a response, for example if the workspace was removed, names stay plain text.
  const none: readonly (string | null)[] = []
  const found = await ask('files-known', { ...workspace, paths }).catch(() => none)
  const more = Object.fromEntries(paths.map((path, at) => [path, found[at] ?? null]))
  const key = keyOf(workspace)
  useKnownFiles.setState(({ known }) => ({ known: { ...known, [key]: { ...known[key], ...more } } }))
}

/** Files may have been created or deleted: requests the visible names again. */
export function forgetKnownFiles(): void {
  useKnownFiles.setState({ known: {} })
}
