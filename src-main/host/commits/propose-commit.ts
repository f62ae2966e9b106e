import type { CommitProposal } from '../../../src-shared/api/commit-requests.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { commitProposalSystem } from '../../../src-shared/model/commit-proposal.ts'
import { bindRoles } from '../../../src-shared/run/resolve-run.ts'
import { readGit } from '../../workspace/git/read-git.ts'
import type { HostContext } from '../host-context.ts'
import { modelPort } from '../run-ports/run-ports.ts'
import { hideKeys, knownKeys } from '../settings/redact-keys.ts'
import type { ProjectWork } from '../workspaces/workspace-services.ts'

type Parts = Pick<HostContext, 'settings' | 'profiles' | 'keys' | 'options' | 'model' | 'demo'>
type Work = Pick<ProjectWork, 'folder' | 'commands'>

/** Of a larger diff only the beginning is sent, characters. */
const maxDiff = 40_000
const answersWithin = 120_000

/**
 * Asks the default model for a commit message, once and outside of any run: nothing of it is stored. It sees what is
 * staged, or all that is changed if nothing is, and the subjects of the newest commits for their style.
 * @throws FailureError if nothing is changed, or the model fails
 */
export async function proposeCommit(parts: Parts, work: Work): Promise<CommitProposal> {
  const signal = AbortSignal.timeout(answersWithin)
  const read = async (...args: string[]) => {
    const run = await readGit({ folder: work.folder, args, signal, limit: 4_000_000, reading: work.commands.reading })
    return run.code === 0 ? run.output.toString() : ''
  }
  const staged = await read('diff', '--cached', '--no-color')
  const diff = staged === '' ? `${await read('diff', '--no-color')}${await newFiles(read)}` : staged
  if (diff.trim() === '') throw new FailureError(nothing)
  const subjects = await read('log', '--max-count=8', '--format=%s')
  const bound = bindRoles(['default'], {}, parts.settings.read(), parts.profiles.get).roles['default']
  if (bound === undefined) throw new FailureError(nothing)
  const hider = hideKeys(knownKeys(parts, process.env))
  const prompt = `Subjects of the newest commits:\n${subjects || '(none)\n'}\nThe diff:\n${diff.slice(0, maxDiff)}`
  const end = await modelPort(parts).call(
    bound,
    {
      role: 'default',
      messages: [
        { role: 'system', text: commitProposalSystem },
        { role: 'user', text: hider.text(prompt) },
      ],
      tools: [],
      toolChoice: 'none',
      stop: [],
      stopAfterCalls: 0,
      temperature: null,
    },
    { onDelta: () => {}, onCallDelta: () => {}, onRetry: () => {} },
    signal,
  )
  if (!end.ok) throw new FailureError(end.failure)
  return { ...readProposal(end.reply.message.text), by: bound.profileName }
}

const newFiles = async (read: (...args: string[]) => Promise<string>) =>
  (await read('ls-files', '--others', '--exclude-standard'))
    .split('\n')
    .filter((path) => path !== '')
    .slice(0, 200)
    .map((path) => `diff --git a/${path} b/${path}\nnew file\n`)
    .join('')

/** The message without fences and quotes around it, and the branch that the last line names. */
export function readProposal(answer: string): Omit<CommitProposal, 'by'> {
  const lines = answer
    .trim()
    .slice(0, maxAnswer)
    .replace(/^```\w*\n([\s\S]*?)\n```$/m, '$1')
    .split('\n')
  const at = lines.findLastIndex((line) => /^\W*branch\W*:/i.test(line))
  const named = at === -1 ? '' : (lines[at] ?? '').replace(/^[^:]*:/, '')
  const message = (at === -1 ? lines : lines.slice(0, at)).join('\n').trim()
  return { message, branch: branchName(named) || branchName(message.split('\n', 1)[0] ?? '') }
}

/** Characters that are read of an answer; a commit message is never so long. */
const maxAnswer = 8000

const branchName = (words: string): string =>
  words
    .slice(0, 200)
    .toLowerCase()
    .replace(/[^a-z0-9/]+/g, '-')
    .replace(/^[-/]+|[-/]+$/g, '')
    .slice(0, 50)
    .replace(/[-/]+$/, '')

const nothing = {
  kind: 'invalid-request',
  message: 'Nothing is changed, so there is nothing to propose a message for.',
  advice: 'Change or stage files first.',
} as const
