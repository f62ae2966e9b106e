import type { SnapshotRepository } from '../snapshots/snapshot-repository.ts'
import { type GitConversation, openGitConversation } from './git-conversation.ts'

/** Asks git which paths are ignored, by the rules at the time when a folder is first asked about. */
export interface IgnoredAsk {
  /** Those of `paths` that are ignored. No parent folder of a path may be a link. */
  ignoredOf(paths: readonly string[]): Promise<ReadonlySet<string>>
  close(): void
}

export function askIgnored(repository: SnapshotRepository): IgnoredAsk {
  const git: GitConversation = openGitConversation(
    repository.start(['check-ignore', '--no-index', '-z', '--stdin', '--verbose', '--non-matching']),
  )
  return {
    ignoredOf: async (paths) => {
      const ignored = new Set<string>()
      if (paths.length === 0) return ignored
      // `./`, so that a path that begins with a colon is taken literally.
      const question = paths.map((path) => `./${path}\0`).join('')
      const answers = await git.ask(question, (bytes) => fieldsOf(bytes, paths.length))
      // Four fields per path: the rule's file, its line, the rule, the path. A rule with `!` re-includes.
      for (let at = 0; at < answers.length; at += 4) {
        const [rule = '', path = ''] = answers.slice(at + 2, at + 4)
        if (rule !== '' && !rule.startsWith('!')) ignored.add(path.slice(2))
      }
      return ignored
    },
    close: git.close,
  }
}

function fieldsOf(bytes: Buffer, paths: number): { answer: string[]; length: number } | null {
  let end = 0
  for (let fields = 0; fields < paths * 4; fields++) {
    const next = bytes.indexOf(0, end)
    if (next < 0) return null
    end = next + 1
  }
  return { answer: bytes.toString('utf8', 0, end - 1).split('\0'), length: end }
}
