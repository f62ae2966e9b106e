import { join } from 'node:path'
import type { ToolCallContent, ToolCallLocation, ToolKind } from '@agentclientprotocol/sdk'
import { assertNever } from '../../src-shared/base/assert-never.ts'
import type { ToolCall } from '../../src-shared/model/message.ts'
import type { ApprovalAsk, ToolBody, ToolEffect } from '../../src-shared/model/tool.ts'
import { argumentsOf, subjectOf } from '../../src-shared/run/tool-subject.ts'
import { changedText } from './whole-diff.ts'

/** Where a run works, to show its files to an editor. */
export interface ShownFiles {
  /** Absolute. */
  readonly folder: string
  /** The text of a project-relative file as it is now; null if it can't be read, or is not to be. */
  readonly textOf: (path: string) => string | null
  /** What works in an isolated copy, such as `Candidate 2`: its edits are no edits of the project. */
  readonly copy?: string
}

/** Names who works in a copy. */
export const inCopy = (title: string, { copy }: ShownFiles): string =>
  copy === undefined ? title : `${copy}: ${title}`

/** The longest text of a result that an editor is sent, characters. */
const maxShown = 20_000

/** The kind by which an editor picks an icon. */
export function kindOf(call: Pick<ToolCall, 'tool'>, effect: ToolEffect): ToolKind {
  if (call.tool === 'fetch_page') return 'fetch'
  if (call.tool === 'search_text' || call.tool === 'find_files') return 'search'
  switch (effect) {
    case 'read':
    case 'edit':
      return effect
    case 'command':
      return 'execute'
    case 'own':
      return 'think'
    case 'ask':
      return 'other'
    default:
      return assertNever(effect)
  }
}

const verbs: { readonly [tool: string]: string } = {
  read_file: 'Read',
  read_files: 'Read',
  list_directory: 'List',
  find_files: 'Find',
  search_text: 'Search for',
  edit_file: 'Edit',
  write_file: 'Write',
  fetch_page: 'Fetch',
  ask_user: 'Ask:',
}

/** `Edit src/total.js`, `npm test`, `mcp__server__tool path`. */
export function titleOf(call: ToolCall, effect: ToolEffect): string {
  const subject = subjectOf(call)
  const verb = verbs[call.tool]
  if (effect === 'command' && subject !== '') return `\`${subject}\``
  if (verb !== undefined && subject !== '') return `${verb} ${subject}`
  const name = call.tool.replaceAll('_', ' ')
  return effect === 'own' ? name.charAt(0).toUpperCase() + name.slice(1) : `${call.tool} ${subject}`.trim()
}

/** The files that a call names. */
export function locationsOf(call: ToolCall, { folder, copy }: ShownFiles): ToolCallLocation[] {
  if (copy !== undefined) return []
  const given = argumentsOf(call)
  const path = given?.['path']
  if (typeof path !== 'string' || path === '') return []
  const line = given?.['offset'] ?? given?.['line']
  const at = join(folder, path)
  return [typeof line === 'number' && line > 0 ? { path: at, line } : { path: at }]
}

/** What a call is about to do, as an editor shows it beside its question. */
export function askContent({ preview, subject, effect, note }: ApprovalAsk, files: ShownFiles): ToolCallContent[] {
  const shown = preview.kind === 'diff' ? [diffContent(preview, files, 'forward')] : bodyContent(preview, files)
  const what = effect === 'command' ? [textContent(fenced(subject))] : shown
  return [...(what.length === 0 ? [textContent(subject)] : what), ...(note === undefined ? [] : [textContent(note)])]
}

/** The result of a call. @param text what the model was given, for a body that is too large to be shown */
export function resultContent(body: ToolBody, text: string, files: ShownFiles): ToolCallContent[] {
  const shown = bodyContent(body, files)
  return shown.length > 0 || text === '' ? shown : [textContent(clipped(text))]
}

function bodyContent(body: ToolBody, files: ShownFiles): ToolCallContent[] {
  switch (body.kind) {
    case 'diff':
      return [diffContent(body, files, 'backward')]
    case 'command': {
      const exit = body.exitCode === null ? 'It was ended.' : `Exit code ${body.exitCode}.`
      return [textContent(body.output === '' ? exit : `${fenced(clipped(body.output))}\n${exit}`)]
    }
    case 'file':
      return [textContent(fenced(clipped(body.text)))]
    case 'text':
      return [textContent(clipped(body.text))]
    case 'none':
    case 'stored':
      return []
    default:
      return assertNever(body)
  }
}

function diffContent(
  { path, patch }: { readonly path: string; readonly patch: string },
  { folder, textOf, copy }: ShownFiles,
  direction: 'forward' | 'backward',
): ToolCallContent {
  if (copy !== undefined) return textContent(fenced(patch))
  return { type: 'diff', path: join(folder, path), ...changedText(patch, textOf(path), direction) }
}

export const textContent = (text: string): ToolCallContent => ({ type: 'content', content: { type: 'text', text } })

/** A fence longer than any in the text. */
export function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text.replace(/\n$/, '')}\n${fence}`
}

const clipped = (text: string): string =>
  text.length <= maxShown ? text : `${text.slice(0, maxShown / 2)}\n…\n${text.slice(-maxShown / 2)}`
