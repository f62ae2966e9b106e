import type { Confine } from '../../src-shared/workspace/confine.ts'

/**
 * A means of the system to keep a command to some folders.
 *
 * 1. It passed its probe: a command was really kept from writing outside (`find-sandbox.ts`).
 * 2. What it can't set up it refuses to start: never does a command run less confined than was asked.
 */
export interface Sandbox {
  readonly name: 'namespaces' | 'bubblewrap' | 'seatbelt'
  /** Whether it can also keep commands off the network. */
  readonly cutsNetwork: boolean
  /** @param place what the command may touch, already looked up (`placeRules`) */
  confine(place: Confined): Promise<Confine>
}

/** Where a command works, as the host knows it. All paths are absolute. */
export interface Place {
  /** The folder it starts in; it may write there. */
  readonly workspace: string
  /** Takes the place of the system's temporary folders; null: those themselves. Made where it is missing. */
  readonly temporary: string | null
  /** Other folders it may write, such as where git keeps the project's history; what is not there is left out. */
  readonly writable: readonly string[]
  /** Only to be read, though what holds them may be written. */
  readonly readable: readonly string[]
  /** Files that are only to be read, though what holds them may be written. */
  readonly kept: readonly string[]
  /** Seen as empty. */
  readonly hidden: readonly string[]
  readonly network: boolean
  /** Whether keys and credentials in the user's home can be read, and asked for by the agents that keep them. */
  readonly keys: boolean
}

/** What holds for a folder and all in it, but for what a rule further down says; outside of all rules all is read-only. */
export type Rule =
  | { readonly kind: 'write' | 'read' | 'hide'; readonly path: string }
  /** Another folder, which may be written, is seen under this path. */
  | { readonly kind: 'instead'; readonly path: string; readonly from: string }
  /** A file that is only to be read, where what holds it may be written. */
  | { readonly kind: 'keep'; readonly path: string }
  /** A file that is seen as empty. */
  | { readonly kind: 'empty'; readonly path: string }
  /** A socket that nobody answers. */
  | { readonly kind: 'mute'; readonly path: string }

export interface Confined {
  readonly workspace: string
  /** A folder before what it holds; real paths of what is there. */
  readonly rules: readonly Rule[]
  /** Its own temporary folder; null: those of the system. */
  readonly temporary: string | null
  readonly network: boolean
  /** Beside the command's own. */
  readonly environment: Readonly<Record<string, string>>
}

/** What this system can do. */
export type FoundSandbox =
  | { readonly sandbox: Sandbox }
  /** Why there is none, as a sentence. */
  | { readonly sandbox: null; readonly reason: string }
