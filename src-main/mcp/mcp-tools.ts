import { plainText } from '../../src-shared/base/plain-text.ts'
import { commandsIn } from '../../src-shared/commands/call-commands.ts'
import { isToolOn, type McpServer, type McpTool } from '../../src-shared/mcp/mcp-server.ts'
import { writtenPaths } from '../../src-shared/run/debug/written-paths.ts'
import type { ToolCallContext } from '../tools/call-context.ts'
import { keepEnds } from '../tools/text/shorten.ts'
import { visibleName } from '../tools/text/visible.ts'
import { failed, ready, type Tool, type ToolOutcome, unknownOutcome } from '../tools/tool.ts'
import type { McpConnection } from './connection.ts'
import { completedLink, finishedQuestion, finishedThere, linkAsk, neededLinks, openedLink } from './link-requests.ts'
import { allowModel, modelAsk, modelQuestion } from './model-requests.ts'
import { callResult, resultText } from './result-text.ts'
import { formAnswer, formQuestion, type ServerRequests } from './server-requests.ts'
import { definitionKey, ownArguments, schemaOf } from './tool-definition.ts'
import { toolNames } from './tool-names.ts'
import { UnclearEnd } from './unclear-end.ts'

/** Advice for the model when a long result was shortened. */
const rest = 'Ask for less, or for a part of it.'

/**
 * A server's tools as tools of a run, with the same approval, limits and log as all others.
 *
 * 1. They count as commands, whatever the server says, unless the user marks one as read-only.
 * 2. "Always allow" applies only to a tool's current definition (T41).
 * 3. Images in a result are stored as those of messages are, and sent to models that take them.
 * 4. Forms and requests to a model that the server sends while it works are questions to the user, in the log.
 * 5. If the server has ended or does not reply, the call fails and the run continues. A tool that only reads is called
 *    once more if the connection broke.
 * @param keepImage stores an image and returns its reference; throws a FailureError if models would refuse it
 */
export function mcpTools(
  server: McpServer,
  tools: readonly McpTool[],
  connection: McpConnection,
  taken: ReadonlySet<string>,
  keepImage: (data: string) => string,
): readonly Tool[] {
  const offered = tools.filter(({ name }) => isToolOn(server, name))
  const names = toolNames(
    server.name,
    offered.map(({ name }) => name),
    taken,
  )
  return offered.map((tool) => {
    const onlyReads = server.reads.includes(tool.name)
    return {
      name: names.get(tool.name) ?? tool.name,
      description: tool.description === '' ? `The tool ${tool.name} of ${server.name}.` : tool.description,
      effect: onlyReads ? 'read' : 'command',
      parameters: schemaOf(tool),
      prepare: (given) => {
        const values = ownArguments(tool, given)
        return Promise.resolve(
          ready({
            effect: onlyReads ? 'read' : 'command',
            title: `Use ${tool.name} of ${server.name}?`,
            subject: `${tool.name} ${JSON.stringify(values)}`,
            preview: { kind: 'text', text: JSON.stringify(values, null, 2) },
            note: 'A tool of an MCP server. Stratagem does not know what it does.',
            key: definitionKey(tool),
            commands: commandsIn(values),
            touches: writtenPaths({ arguments: JSON.stringify(values) }),
            writes: [],
            perform: (doing) => perform(server, tool, connection, values, doing, keepImage),
          }),
        )
      },
      afterCrash: () => Promise.resolve(onlyReads ? null : unknownOutcome),
      fileOf: () => null,
    }
  })
}

async function perform(
  server: McpServer,
  tool: McpTool,
  connection: McpConnection,
  values: unknown,
  doing: ToolCallContext,
  keepImage: (data: string) => string,
): Promise<ToolOutcome> {
  const { signal, output, owner } = doing
  const args = typeof values === 'object' && values !== null ? Object.fromEntries(Object.entries(values)) : {}
  const asked = serverRequests(server.name, doing)
  const once = () => connection.call(tool.name, args, { signal, onProgress: output, owner, asked })
  const isRepeatable = tool.saysReads || server.reads.includes(tool.name)
  const call = () =>
    once().catch((thrown: unknown) => {
      if (isRepeatable && thrown instanceof UnclearEnd && thrown.isCut && !signal.aborted) return once()
      throw thrown
    })
  try {
    const { result: raw, note } = await call().catch(async (thrown: unknown) => {
      if (!(await pagesOpened(server.name, neededLinks(thrown), doing))) throw thrown
      return await call()
    })
    const result = callResult.parse(raw)
    const { text: whole, shown, images, data } = resultText(result, keepImage)
    const [said, summary] = [keepEnds(whole, rest), summaryOf(whole)]
    const text = note === null ? said : `${said}\n\n[${note} The call was carried out.]`
    if (result.isError === true) return { ...failed(text, summary), images, data }
    return { ok: true, text, summary, data, images, body: { kind: 'text', text: shown } }
  } catch (thrown) {
    if (signal.aborted) return failed('Stopped by the user before the server answered.', 'stopped')
    if (thrown instanceof UnclearEnd)
      return failed(
        `It is not known whether the server ${server.name} did it: ${whyOf(thrown, connection)} Look before you repeat it.`,
        'interrupted, outcome unknown',
      )
    return failed(`The server ${server.name} did not do it: ${whyOf(thrown, connection)}`, 'the MCP server failed')
  }
}

/** Whether the user has opened all pages that a call needs, and has finished there. */
async function pagesOpened(server: string, needed: readonly unknown[], { askUser }: ToolCallContext): Promise<boolean> {
  const pages = needed.map((each) => linkAsk(server, each)).filter((each) => each !== null)
  if (pages.length === 0 || pages.length < needed.length) return false
  for (const { question } of pages) if ((await askUser(question)) !== openedLink) return false
  const hosts = pages.map(({ host }) => host)
  return (await askUser(finishedQuestion(server, hosts))) === finishedThere
}

/** What a server asks for while it works goes to the user, each time; nobody there means no. */
function serverRequests(server: string, { askUser, callModel, output }: ToolCallContext): ServerRequests {
  const opened = new Map<string, string>()
  return {
    form: async (params) => {
      const page = linkAsk(server, params)
      const question = page?.question ?? formQuestion(server, params)
      if (question === null) return { action: 'decline' }
      const answer = await askUser(question).catch(() => null)
      if (answer === null) return { action: 'cancel' }
      if (page === null) return formAnswer(question, answer)
      if (answer !== openedLink) return { action: 'decline' }
      opened.set(page.id, page.host)
      return { action: 'accept', content: {} }
    },
    completed: (params) => {
      const host = opened.get(completedLink(params) ?? '')
      if (host !== undefined) output(`The server says that you are done at ${host}.\n`)
    },
    model: async (params) => {
      const asked = modelAsk(params)
      if (asked === null || callModel === undefined) return null
      try {
        if ((await askUser(modelQuestion(server, asked))) !== allowModel) return null
        const { message, model, finish } = await callModel(asked)
        const stopReason = finish === 'length' ? 'maxTokens' : 'endTurn'
        return { role: 'assistant', content: { type: 'text', text: message.text }, model, stopReason }
      } catch {
        return null
      }
    },
  }
}

/** The first line; of JSON over several lines, as much as fits in one. */
const summaryOf = (whole: string): string => {
  const text = whole.slice(0, summarized)
  return firstLine(/^[[{]\s*\n/.test(text) ? text.replace(/\s*\n\s*/g, ' ') : text)
}
/** Characters that a summary is made of. */
const summarized = 2000
const firstLine = (text: string): string => (text.split('\n', 1)[0] ?? '').slice(0, 160)

/** A message about the error, with the end of the program's standard error. */
export function whyOf(thrown: unknown, connection: McpConnection): string {
  const why = oneLine(thrown instanceof Error ? thrown.message : String(thrown))
  const last = oneLine(connection.errors().trim().split('\n').at(-1) ?? '')
  return `${why.replace(/\.$/, '')}${last === '' ? '' : ` (it said: ${last})`}.`
}

/** A stranger's words in a sentence of ours. */
const oneLine = (text: string): string => visibleName(plainText(text).slice(0, 300))
