import type { Confine } from '../../src-shared/workspace/confine.ts'

/**
 * A method of the system to confine a command to some folders.
 *
 * 1. It passed its probe: a command was actually prevented from writing outside (`find-sandbox.ts`).
 * 2. If it can't be set up, it refuses to start: a command never runs less confined than requested.
 */
export interface Sandbox {
  readonly name: 'namespaces' | 'bubblewrap' | 'seatbelt'
  /** Whether it can show a folder at another path. */
  readonly showsElsewhere: boolean
  /** Whether it can lay a folder in `home` over others, on that disk. Never rejects. */
  layers(home: string): Promise<boolean>
  /** Whether it can also cut off the network. */
  readonly cutsNetwork: boolean
  /** @param place what the command may access, already resolved (`placeRules`) */
  confine(place: Confined): Promise<Confine>
}

/** Where a command works, as the host knows it. All paths are absolute. */
export interface CommandPlace {
  /** The folder it starts in; it may write there, unless that is locked. */
  readonly workspace: string
  readonly locked?: boolean
  /** Replaces the system's temporary folders; null: uses those. Created if missing. */
  readonly temporary: string | null
  /** Other folders it may write, such as git's folders of the project's history; missing ones are skipped. */
  readonly writable: readonly string[]
  /** Read-only, although the folder around them is writable. */
  readonly readable: readonly string[]
  /** Files that are read-only, although the folder around them is writable. */
  readonly kept: readonly string[]
  /** Files and folders that are shown as empty. */
  readonly hidden: readonly string[]
  /** A folder that is shown, read-only, at a path relative to the workspace; left out or null: none. */
  readonly shown?: { readonly folder: string; readonly copy: string } | null
  /** Where the caches of its project are kept; left out or null: it has none, and reads the user's. */
  readonly caches?: { readonly folder: string; readonly layers: boolean } | null
  readonly network: boolean
  /**
   * The program's own files, which it may read and write although they may hold keys; missing ones are made. Left out:
   * it has none.
   */
  readonly own?: readonly string[]
  /** Whether keys and credentials in the user's home can be read, and used through key agents. */
  readonly keys: boolean
}

/**
 * A rule for a folder and all in it, except where a deeper rule applies; outside of all rules everything is read-only.
 */
export type Rule =
  | { readonly kind: 'write' | 'read' | 'hide'; readonly path: string }
  /** Another folder is shown at this path: writable, or read-only. */
  | { readonly kind: 'instead' | 'shown'; readonly path: string; readonly from: string }
  /**
   * A folder over which another lies that keeps all that is written; `work` is the folder for what mounting needs.
   * Source: the kernel’s overlayfs.
   */
  | { readonly kind: 'layer'; readonly path: string; readonly upper: string; readonly work: string }
  /** A file that is read-only in a writable folder. */
  | { readonly kind: 'keep'; readonly path: string }
  /** A file that is shown as empty. */
  | { readonly kind: 'empty'; readonly path: string }
  /** A blocked socket. */
  | { readonly kind: 'mute'; readonly path: string }

export interface Confined {
  readonly workspace: string
  /** Outer folders first; real paths of what exists. */
  readonly rules: readonly Rule[]
  /** Its own temporary folder; null: the system's. */
  readonly temporary: string | null
  readonly network: boolean
  /** In addition to the command's own. */
  readonly environment: Readonly<Record<string, string>>
}

/** The method of this system. */
export type FoundSandbox =
  | { readonly sandbox: Sandbox }
  /** Why there is none, as a sentence. */
  | { readonly sandbox: null; readonly reason: string }
