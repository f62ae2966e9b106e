import { counted, listed } from '../../../src-shared/base/format.ts'
import { asksForCommit } from '../../../src-shared/model/commit-proposal.ts'
import { type DemoAnswer, type DemoRequest, says } from './wire.ts'

/** Maximum number of files that are named; of more, only the number is given. */
const maxNamed = 2

/**
 * A commit message with only the changed files and the sizes of the changes, since the demo model doesn't know the
 * reason. Null for other requests.
 */
export function commitMessage({ messages }: DemoRequest): DemoAnswer | null {
  const system = messages.find((each) => each.role === 'system' || each.role === 'developer')?.content ?? ''
  if (!asksForCommit(system)) return null
  const diff = messages.findLast((each) => each.role === 'user')?.content ?? ''
  const files = [...diff.matchAll(/^diff --git a\/.* b\/(.*)$/gm)].map(([, path = '']) => path)
  const lines = (sign: RegExp) => diff.split('\n').filter((line) => sign.test(line)).length
  const named = listed(files.slice(0, maxNamed))
  const what = files.length > maxNamed ? `${files.length} files` : named
  const added = lines(/^\+(?!\+\+)/)
  const size = `${counted(added, 'line')} added, ${lines(/^-(?!--)/)} removed.`
  const list = files.length > maxNamed ? `\n${files.map((path) => `- ${path}`).join('\n')}` : ''
  return says(`Change ${what}\n\n${size}${list}\n\nBranch: change-${(files[0] ?? 'files').replace(/^.*\//, '')}`)
}
