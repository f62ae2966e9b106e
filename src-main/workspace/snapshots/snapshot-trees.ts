import { type GitConversation, openGitConversation } from '../git/git-conversation.ts'
import type { SnapshotRepository } from './snapshot-repository.ts'
import { writeObject } from './write-object.ts'

/** One name in a folder of a snapshot. Modes as git writes them: `40000` is a folder. */
export interface TreeEntry {
  readonly mode: string
  readonly id: string
}
export type Tree = ReadonlyMap<string, TreeEntry>

/** Reads and writes the trees of snapshots without starting git for each. */
export interface SnapshotTrees {
  read(id: string): Promise<Tree>
  write(tree: Tree): Promise<string>
  /** The root folder of a snapshot. */
  ofSnapshot(id: string): Promise<string>
  close(): void
}

export const folderMode = '40000'
const maxKept = 2000

export function snapshotTrees(repository: SnapshotRepository): SnapshotTrees {
  const git: GitConversation = openGitConversation(repository.start(['cat-file', '--batch']))
  const known = new Map<string, Tree>()
  const remember = (id: string, tree: Tree) => {
    known.delete(id)
    known.set(id, tree)
    const [oldest] = known.keys()
    if (known.size > maxKept && oldest !== undefined) known.delete(oldest)
  }
  const content = async (id: string) => {
    const found = await git.ask(`${id}\n`, objectFrom)
    if (found === null) throw new Error(`${id} is not in the store.`)
    return found
  }
  return {
    read: async (id) => {
      const tree = known.get(id) ?? treeFrom(await content(id))
      remember(id, tree)
      return tree
    },
    write: async (tree) => {
      const id = await writeObject(repository, 'tree', bytesOf(tree))
      remember(id, tree)
      return id
    },
    ofSnapshot: async (id) => {
      const tree = /^tree ([0-9a-f]{40})\n/.exec((await content(id)).toString())?.[1]
      if (tree === undefined) throw new Error(`${id} is no snapshot.`)
      return tree
    },
    close: git.close,
  }
}

/** `<id> <kind> <size>\n<content>\n`, or `<id> missing\n`. Source: git-cat-file(1), "BATCH OUTPUT". */
function objectFrom(bytes: Buffer): { answer: Buffer | null; length: number } | null {
  const line = bytes.indexOf(10)
  if (line < 0) return null
  const size = Number(/ (\d+)$/.exec(bytes.toString('latin1', 0, line))?.[1] ?? Number.NaN)
  if (Number.isNaN(size)) return { answer: null, length: line + 1 }
  const length = line + 1 + size + 1
  return bytes.length < length ? null : { answer: Buffer.from(bytes.subarray(line + 1, length - 1)), length }
}

function treeFrom(bytes: Buffer): Tree {
  const tree = new Map<string, TreeEntry>()
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(32, at)
    const end = bytes.indexOf(0, space)
    const mode = bytes.toString('latin1', at, space)
    tree.set(bytes.toString('utf8', space + 1, end), { mode, id: bytes.toString('hex', end + 1, end + 21) })
    at = end + 21
  }
  return tree
}

/** Git's order: by bytes, a folder as if its name ended with a slash. Latin-1 strings compare like their bytes. */
function bytesOf(tree: Tree): Buffer {
  const entries = [...tree].map(([name, { mode, id }]) => {
    const bytes = Buffer.from(name).toString('latin1')
    return {
      key: mode === folderMode ? `${bytes}/` : bytes,
      text: `${mode} ${bytes}\0${Buffer.from(id, 'hex').toString('latin1')}`,
    }
  })
  entries.sort((a, b) => (a.key < b.key ? -1 : 1))
  return Buffer.from(entries.map((each) => each.text).join(''), 'latin1')
}
