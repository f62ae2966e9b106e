import { realpathSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { McpServer, type ServerContext, type Transport } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { FailureError } from '../../src-shared/base/failure.ts'
import { check } from '../../src-shared/comparison/comparison.ts'
import type { ApprovalMode } from '../../src-shared/model/tool.ts'
import { ask } from '../host/api/host-client.ts'
import type { Host } from '../host/host.ts'
import { checkedFolder } from '../host/projects/folder-checks.ts'
import type { ClientAnswerer } from './client-answerer.ts'
import { listStrategies, readRun, searchRuns } from './read-tools.ts'
import { asResult } from './tool-results.ts'
import { compareStrategies, startRun, type Work } from './work-tools.ts'

export interface McpOptions {
  readonly version: string
  /** Profile ids by role; empty: as the settings and presets say. */
  readonly roles: Work['roles']
  /** Null: asks where the client can ask, and else only reads. */
  readonly approval: ApprovalMode | null
  /** The only folder that is worked in and read about; null: any. */
  readonly project: string | null
}

const project = z.string().describe('Absolute path of the project folder.')
const message = z.string().trim().min(1).max(1_000_000).describe('What is to be done, in words.')

/**
 * The host as a server of the Model Context Protocol, for agents that look things up in past runs, or hand work to a
 * strategy. It is served in the protocol's version that lets a server ask the user: runs pass the same gate as others.
 */
export async function serveMcp(
  host: Host,
  transport: Transport,
  answerer: ClientAnswerer,
  options: McpOptions,
): Promise<McpServer> {
  const server = new McpServer({ name: 'stratagem', title: 'Stratagem', version: options.version })
  answerer.connect(server)
  const only = options.project === null ? null : await projectAt(host, options.project)

  /** @throws FailureError if it is not the folder that is served */
  async function allowedProject(folder: string): Promise<string> {
    if (only !== null && realOf(folder) !== only.folder) throw new FailureError(otherFolder(only.folder))
    return (await projectAt(host, folder)).id
  }
  const place = async (folder: string | undefined) =>
    folder === undefined ? (only?.id ?? null) : allowedProject(folder)

  async function workFor(context: ServerContext, given: { project: string; message: string }): Promise<Work> {
    const approval = options.approval ?? (answerer.canAsk() ? 'ask' : 'read-only')
    const projectId = await allowedProject(given.project)
    const { signal } = context.mcpReq
    return {
      host,
      projectId,
      message: given.message,
      roles: options.roles,
      approval,
      signal,
      progress: progressOf(context),
    }
  }

  server.registerTool(
    'search_runs',
    {
      title: 'Search past runs',
      description:
        'Searches the messages, calls and results of past runs. Gives the id of each run with an excerpt, best first.',
      inputSchema: z.object({
        query: z.string().trim().min(1).max(200).describe('Words; put "quotes" around a phrase.'),
        project: project.optional(),
      }),
      annotations: { readOnlyHint: true },
    },
    ({ query, project: folder }) => asResult(async () => searchRuns(host, query, await place(folder))),
  )
  server.registerTool(
    'read_run',
    {
      title: 'Read a run',
      description:
        'One past run as Markdown: the message, what was done, the answer. Likely secrets are removed. Long runs come in parts.',
      inputSchema: z.object({
        run: z.string().min(1).max(64).describe('The id of the run, such as run_….'),
        offset: z.number().int().min(0).default(0).describe('The character to begin at.'),
      }),
      annotations: { readOnlyHint: true },
    },
    ({ run, offset }) => asResult(() => readRun(host, run, offset, (id) => only === null || id === only.id)),
  )
  server.registerTool(
    'list_strategies',
    {
      title: 'List strategies',
      description: 'The strategies and presets that start_run and compare_strategies take, with what each does.',
      inputSchema: z.object({ project: project.optional() }),
      annotations: { readOnlyHint: true },
    },
    ({ project: folder }) => asResult(async () => listStrategies(host, await place(folder))),
  )
  server.registerTool(
    'start_run',
    {
      title: 'Start a run',
      description:
        'Has a strategy work on a project folder until it is done, and gives its answer. It may change files and run commands there as far as the user allows it.',
      inputSchema: z.object({
        project,
        message,
        strategy: z
          .string()
          .min(1)
          .max(300)
          .optional()
          .describe('Such as tool-loop or retry(tool-loop); see list_strategies.'),
      }),
      annotations: { readOnlyHint: false, destructiveHint: true },
    },
    (given, context) => asResult(async () => startRun(await workFor(context, given), given.strategy ?? null)),
  )
  server.registerTool(
    'compare_strategies',
    {
      title: 'Compare strategies',
      description:
        'Gives one message to 2 to 4 strategies, each in its own copy of the project, and says how they did. The project is not changed.',
      inputSchema: z.object({
        project,
        message,
        strategies: z.array(z.string().min(1).max(300)).min(2).max(4),
        check: z
          .string()
          .trim()
          .min(1)
          .max(10_000)
          .optional()
          .describe('A command that decides success by its exit code.'),
      }),
      annotations: { readOnlyHint: false },
    },
    (given, context) =>
      asResult(async () => {
        const work = await workFor(context, given)
        return compareStrategies(work, given.strategies, await checkOf(given.check, answerer, options, work.signal))
      }),
  )
  await server.connect(transport)
  return server
}

/** The project in a folder. @throws FailureError if it can't be opened */
async function projectAt(host: Host, folder: string) {
  if (!isAbsolute(folder)) throw new FailureError(notAbsolute(folder))
  return ask(host, 'project-open', { folder: checkedFolder(folder) })
}

function realOf(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}

/** A check runs in each copy without another question, so it is asked for here. @throws FailureError if it is refused */
async function checkOf(
  command: string | undefined,
  answerer: ClientAnswerer,
  { approval }: McpOptions,
  signal: AbortSignal,
) {
  if (command === undefined) return null
  const asked = {
    tool: 'shell',
    effect: 'command',
    title: 'Run this command in the copy of each strategy, to check it?',
    subject: command,
    preview: { kind: 'none' },
    rule: null,
  } as const
  const answer = approval === 'everything' ? 'allow' : (await answerer.approve(asked, signal, null)).decision
  if (answer === 'deny') throw new FailureError(checkRefused)
  return check.parse({ command })
}

/** Sends progress if the client asked for it. */
function progressOf({ mcpReq }: ServerContext): (text: string) => void {
  const progressToken = mcpReq._meta?.progressToken
  let progress = 0
  return (text) => {
    if (progressToken === undefined) return
    progress += 1
    const params = { progressToken, progress, message: text.slice(0, 500) }
    // A client that is gone ends the connection.
    void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
}

const notAbsolute = (folder: string) =>
  ({
    kind: 'workspace-missing',
    message: `${JSON.stringify(folder)} is not an absolute path.`,
    advice: 'Give the whole path of the project folder.',
  }) as const

const otherFolder = (folder: string) =>
  ({
    kind: 'workspace-missing',
    message: `This server works only in ${folder}.`,
    advice: 'Use this folder, or start the server with another --project.',
  }) as const

const checkRefused = {
  kind: 'invalid-request',
  message: 'The check command was not allowed.',
  advice: 'Compare without a check, or start the server with --approve everything.',
} as const
