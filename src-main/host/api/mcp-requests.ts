import { homedir } from 'node:os'
import type { mcpRequests as requests } from '../../../src-shared/api/mcp-requests.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { found } from '../base/not-found.ts'
import type { HandlersOf } from '../handlers.ts'
import type { HostContext } from '../host-context.ts'
import { readConfigText } from '../mcp/config-text.ts'
import type { McpWorkspace } from '../mcp/mcp-target.ts'
import { findMcpFiles } from '../mcp/other-tools.ts'
import { promptText } from '../mcp/prompt-text.ts'
import { addImage } from '../prompt-sources/images.ts'

type Parts = Pick<HostContext, 'store' | 'bus' | 'mcp' | 'mcpFiles' | 'workOf' | 'options'>

export function mcpRequests({ store, bus, mcp, mcpFiles, workOf, options }: Parts): HandlersOf<keyof typeof requests> {
  const projectOf = (projectId: string | null) =>
    projectId === null ? null : found(store.projects.get(projectId), 'project')
  const placeOf = (projectId: string): McpWorkspace => {
    const project = found(store.projects.get(projectId), 'project')
    const { folder, commands } = workOf(project)
    return { project, folder, confinement: commands.confinement }
  }
  const changed = () => bus.publish({ kind: 'mcp' })
  return {
    'mcp-list': ({ projectId }) => mcp.status(projectOf(projectId)),
    'mcp-save': ({ server, before }) => {
      const isTaken = server.name !== before && mcpFiles.servers().some(({ name }) => name === server.name)
      if (isTaken) throw new FailureError(nameTaken(server.name))
      mcpFiles.save(server, before)
      changed()
      return null
    },
    'mcp-remove': ({ name }) => {
      mcpFiles.remove(name)
      changed()
      return null
    },
    'mcp-test': async ({ server, projectId }) => {
      const project = projectOf(projectId)
      const work = project === null ? null : workOf(project)
      const end = await mcp.test(server, {
        project: project ?? { id: '', folder: options.dataFolder },
        // As from a terminal; the app's own folder may be an archive, in which no program can start.
        folder: work?.folder ?? homedir(),
        confinement: () => work?.commands.confinement() ?? Promise.resolve(null),
      })
      changed()
      return end
    },
    'mcp-prompts-list': ({ projectId }) => mcp.prompts(placeOf(projectId)),
    'mcp-prompt-read': async ({ projectId, server, prompt, typed }) =>
      promptText(await mcp.prompt(placeOf(projectId), server, prompt, typed), (data) =>
        addImage(store, `image of ${prompt}`, data),
      ),
    'mcp-prompt-propose': ({ projectId, server, prompt, typed }) =>
      mcp.propose(placeOf(projectId), server, prompt, typed),
    'mcp-sign-in': ({ server, client }) => mcp.signIn(server, client),
    'mcp-signed-in': async ({ server }) => {
      await mcp.signedIn(server)
      changed()
      return null
    },
    'mcp-sign-out': async ({ server }) => {
      const isRevoked = await mcp.signOut(server)
      changed()
      return isRevoked
    },
    'mcp-found': ({ projectId }) => findMcpFiles(options.homeFolder ?? null, projectOf(projectId)?.folder ?? null),
    'mcp-import': async ({ text }) => {
      const read = await readConfigText(text)
      if (!read.ok) throw new FailureError(notRead(read.problem))
      const taken = new Set(mcpFiles.servers().map(({ name }) => name))
      const fresh = read.servers.filter(({ name }) => !taken.has(name))
      for (const server of fresh) mcpFiles.save(server, null)
      changed()
      const alreadyThere = read.servers
        .filter(({ name }) => taken.has(name))
        .map(({ name }) => `${name}: there is one of this name`)
      return { added: fresh.map(({ name }) => name), problems: [...read.problems, ...alreadyThere] }
    },
  }
}

const nameTaken = (name: string) =>
  ({
    kind: 'invalid-request',
    message: `There is already an MCP server called ${name}.`,
    advice: 'Choose another name, or change that server.',
  }) as const

const notRead = (problem: string) =>
  ({
    kind: 'invalid-request',
    message: `The servers could not be read. ${problem}`,
    advice: 'Paste the whole file, such as .mcp.json, .vscode/mcp.json or Codex’s config.toml.',
  }) as const
