import type { Run, Turn } from '../../../src-shared/run/conversation.ts'
import { decide } from '../../tools/gate.ts'
import type { Rule } from '../../tools/rules.ts'
import { addressIn, readPage } from '../../tools/web/fetch-page.ts'
import { guardFiles } from '../../workspace/guard/guarded-files.ts'
import type { HostContext } from '../host-context.ts'
import type { MentionSources } from '../prompt-sources/attach.ts'
import { imageFacts } from '../prompt-sources/image-file.ts'
import { addImage, imageIn } from '../prompt-sources/images.ts'
import { projectPermissions } from '../prompt-sources/project-permissions.ts'
import { hideKeys, knownKeys } from '../settings/redact-keys.ts'
import { projectGit } from '../workspaces/project-git-port.ts'
import type { ProjectWork } from '../workspaces/workspace-services.ts'

export type MentionParts = Pick<HostContext, 'options' | 'store' | 'profiles' | 'keys' | 'mcp' | 'settings'>

/** Time limit of git, ms. */
const gitWithin = 10_000
/** Time limit of a page, ms: the message waits for it. */
const pageWithin = 15_000
/** Maximum untracked files that are named. */
const maxUntracked = 100

/**
 * What messages in one workspace can attach. Runs of other projects are none.
 * @param owner the run that git belongs to; null if there is none yet, and nothing is stored
 */
export async function mentionSources(
  parts: MentionParts,
  work: ProjectWork,
  projectId: string,
  owner: string | null,
): Promise<MentionSources> {
  const { store, mcp } = parts
  const { folder, commands } = work
  const place = { project: { id: projectId, folder: commands.project }, folder, confinement: commands.confinement }
  return {
    files: await guardFiles(work.folder),
    diff: () => workingChanges(work, owner ?? 'no-run'),
    run: (id) => {
      const run = store.runs.get(id)
      const turn = run?.projectId === projectId ? store.turns.get(run.turnId) : undefined
      return run === undefined || turn === undefined ? null : runSummary(run, turn)
    },
    resource: (server, uri) => mcp.resource(place, server, uri),
    page: async (address) => {
      const url = addressIn(address)
      if (typeof url === 'string') throw new Error(url)
      if (!parts.settings.read().webPages) throw new Error(pagesAreOff)
      const { rules } = await projectPermissions(commands.project)
      if (isDenied(url, [...rules, ...store.rules.list(projectId)]))
        throw new Error('A rule of yours denies this address.')
      if (owner === null) return { later: `It is read when you send the message; ${url.host} learns the address.` }
      const { text, cut } = await readPage(url, AbortSignal.timeout(pageWithin))
      return { text, ...(cut && { more: 'The page is longer than what is read of one.' }) }
    },
    keepImage: (name, data) => {
      if (owner !== null) return addImage(store, name, data)
      imageFacts(Buffer.from(data, 'base64'))
      return null
    },
    hasImage: (ref) => imageIn(store.bodies.get(ref)) !== null,
    hide: (text) => hideKeys(knownKeys(parts, process.env)).text(text),
  }
}

const pagesAreOff = 'Web pages are switched off. Settings → Approval → Let agents read web pages switches them on.'

/** The user who writes the address and sends it has approved its host; a rule that denies comes before that. */
const isDenied = ({ href, origin }: URL, rules: readonly Rule[]): boolean => {
  const call = { tool: 'fetch_page', effect: 'command', subject: href, writes: [], key: origin, leaves: true } as const
  return decide(call, 'ask', rules).kind === 'refuse'
}

async function workingChanges(work: ProjectWork, owner: string): Promise<string> {
  const git = projectGit(work.folder, work.commands.reading)
  const confine = (await work.commands.confinement())?.confine ?? null
  const run = (...args: readonly string[]) =>
    git.run(args, { signal: AbortSignal.timeout(gitWithin), output: () => undefined, owner }, confine)
  const diff = await run('diff', 'HEAD')
  if (diff.exitCode !== 0) throw new Error('Git can’t say what has changed: the project may have no commit yet.')
  const untracked = await run('ls-files', '--others', '--exclude-standard')
  const names = untracked.exitCode === 0 ? untracked.output.split('\n').filter((name) => name !== '') : []
  const list = names.slice(0, maxUntracked).join('\n')
  return names.length === 0 ? diff.output : `${diff.output}\nNew files, not in the diff:\n${list}\n`
}

function runSummary(run: Run, { message }: Turn): { title: string; text: string } {
  const title = message.trim().split('\n', 1)[0]?.slice(0, 80) ?? ''
  const answer = run.text.trim() === '' ? 'It gave no answer.' : `Its answer:\n${run.text.trim()}`
  return { title, text: `The message:\n${message.trim()}\n\nIt ended as ${run.status}. ${answer}` }
}
