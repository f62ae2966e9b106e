import type { ToolInfo } from '../../../src-shared/model/tool.ts'
import { cutFolderInstructions, withFolderInstructions } from '../../../src-shared/run/folder-instructions.ts'
import { argumentsOf } from '../../../src-shared/run/tool-subject.ts'
import { userText } from '../messages.ts'
import { note, phase, type Routine } from '../steps.ts'
import type { ContextPolicy } from './context-policy.ts'
import type { ContextPrompts } from './context-prompts.ts'
import { keptTodos } from './kept-todos.ts'
import { type ContextItem, contextItem, type ModelContext, tokensIn } from './model-context.ts'
import { recentFrom, withCutResults, withResultLines } from './shorten.ts'
import { summarize } from './summarize.ts'

export interface Room {
  readonly policy: ContextPolicy
  /** What the messages are to come to, in estimated tokens; the newest get half of it. */
  readonly target: number
  /** Above this even the newest results are cut. */
  readonly limit: number
  /** Tokens of the window of the model that summarizes. */
  readonly summarizerWindow: number
  readonly tools: readonly ToolInfo[]
  readonly prompts: ContextPrompts
}

/**
 * The messages shortened to what the room allows: old results first, then old rounds, and results that are too large
 * by themselves last. Every call keeps its result, and what is pinned stays as it is.
 */
export function* makeRoom(shown: ModelContext, room: Room): Routine<ModelContext> {
  return yield* phase('compact', shorten(shown, room), 'compact context')
}

function* shorten(shown: ModelContext, room: Room): Routine<ModelContext> {
  const others = shown.tokens - tokensIn(shown.items)
  const target = Math.max(0, room.target - others)
  let items = shown.items
  let [shortened, summarized, leftOut] = [0, 0, 0]
  const old = recentFrom(items, target / 2)
  if (room.policy !== 'summarize') ({ items, shortened } = withResultLines(items, old))
  if (tokensIn(items) > target) {
    // As they were before results were shortened: a summary may need what these said.
    const replaced = shown.items.slice(0, old).filter(({ kind }) => kind !== 'pinned')
    if (replaced.length > 0) {
      const messages = replaced.map(({ message }) => message)
      const summary = room.policy === 'prune' ? null : yield* summarize([messages], room.summarizerWindow, room.prompts)
      items = withSummary(items, old, inTheirPlace(summary, replaced, room, target))
      if (summary === null) leftOut = replaced.length
      else summarized = replaced.length
    }
  }
  if (tokensIn(items) > room.limit - others) {
    const cut = withCutResults(items, recentFrom(items, target / 2), target)
    items = cut.items
    shortened += cut.shortened
  }
  const tokens = tokensIn(items) + others
  yield* note('context compacted', {
    before: Math.round(shown.tokens * shown.scale),
    after: Math.round(tokens * shown.scale),
    shortened,
    summarized,
    leftOut,
  })
  return { ...shown, items, tokens, quietUntil: tokens + Math.ceil((room.limit - room.target) / 4) }
}

/** The pinned ones of the old items, a text that replaces the others, and the newest. */
function withSummary(items: readonly ContextItem[], old: number, text: string): readonly ContextItem[] {
  const pinned = items.slice(0, old).filter(({ kind }) => kind === 'pinned')
  return [...pinned, contextItem(userText(text), 'work'), ...items.slice(old)]
}

function inTheirPlace(
  summary: string | null,
  replaced: readonly ContextItem[],
  { tools, prompts }: Pick<Room, 'tools' | 'prompts'>,
  target: number,
): string {
  const count = replaced.length
  const files = editedFiles(replaced, tools)
  const edits = files.length === 0 ? '' : `\n\n${prompts.contextEdits({ files: files.join(', ') })}`
  const words = summary === null ? prompts.contextLeftOut({ count }) : prompts.contextSummary({ count, summary })
  // A summary that is longer than the messages may be would undo what it is for.
  const text = `${words.slice(0, Math.max(400, target))}${edits}${keptTodos(replaced)}\n\n${prompts.contextContinue()}`
  return withFolderInstructions(text, instructionsIn(replaced, target))
}

/** The instructions of folders that came with these results, as far as they fit into so many characters (T43). */
function instructionsIn(items: readonly ContextItem[], characters: number) {
  const found = items.flatMap(({ message }) => cutFolderInstructions(message.text).instructions)
  let left = characters
  return found.filter(({ text }, at) => {
    const fits = text.length <= left && found.findIndex((each) => each.text === text) === at
    if (fits) left -= text.length
    return fits
  })
}

/** The paths that the calls of tools that edit name, each once, at most the 50 latest. */
function editedFiles(items: readonly ContextItem[], tools: readonly ToolInfo[]): readonly string[] {
  const editing = new Set(tools.filter(({ effect }) => effect === 'edit').map(({ name }) => name))
  const calls = items.flatMap(({ message }) => (message.role === 'assistant' ? message.toolCalls : []))
  const paths = calls.flatMap((call) => {
    const path = editing.has(call.tool) ? argumentsOf(call)?.['path'] : undefined
    return typeof path === 'string' ? [path] : []
  })
  return [...new Set(paths.reverse())].slice(0, 50).reverse()
}
