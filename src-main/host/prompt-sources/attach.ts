import { formatCount } from '../../../src-shared/base/format.ts'
import { withoutEnding } from '../../../src-shared/base/without-ending.ts'
import { resourceMention, resourceOf } from '../../../src-shared/mcp/mcp-offers.ts'
import { type Attached, hasAttached, mentionsIn, withAttached } from '../../../src-shared/mentions/attached.ts'
import { maxImages, type SentImage, withoutMarks } from '../../../src-shared/mentions/image-marks.ts'
import { imageBlock } from '../../../src-shared/mentions/sent-images.ts'
import type { Content } from '../../mcp/contents.ts'
import { visibleName } from '../../tools/text/visible.ts'
import type { GuardedFiles } from '../../tools/workspace-port.ts'

/** Maximum characters of one attachment and of all, and maximum mentions that are looked at. */
const [maxOne, maxAll, maxMentions] = [40_000, 120_000, 30]
/** Levels and entries of a folder's listing. */
const [listDepth, maxEntries] = [2, 300]

/** Where attachments come from. */
export interface MentionSources {
  readonly files: Pick<GuardedFiles, 'resolve' | 'readText' | 'list'>
  /** The changes since the last commit, as a diff. @throws if there are none to be had, with a sentence */
  diff(): Promise<string>
  /** An earlier run by its id; null if there is none. */
  run(id: string): { readonly title: string; readonly text: string } | null
  /**
   * A resource of an MCP server; null if no server has this name. Images are base64.
   * @throws Error with a sentence if it can't be read
   */
  resource(server: string, uri: string): Promise<readonly Content[] | null>
  /**
   * A page of the web as text; `later`: nothing is sent yet, and nothing was asked for.
   * @throws Error with a sentence if it can't be read
   */
  page(address: string): Promise<{ readonly text: string; readonly more?: string } | { readonly later: string }>
  /**
   * Stores an image; null if nothing is sent yet, and it was only checked.
   * @throws FailureError if models would refuse it
   */
  keepImage(name: string, data: string): SentImage | null
  /** Whether an image is stored. */
  hasImage(ref: string): boolean
  /** Removes the user's keys (T28). */
  hide(text: string): string
}

/** A message with what it mentions: as it is sent, and a line about each attachment. */
export interface AttachedMessage {
  readonly sent: string
  readonly attached: readonly Attached[]
}

type Found = Pick<Attached, 'kind' | 'title'> &
  (
    | { readonly text: string; readonly more?: string; readonly images?: readonly SentImage[] }
    | { readonly why: string; readonly later?: true }
  )

/**
 * Attaches what a message mentions by `@`: files, folders, `@diff`, `@run:ID` and
 * resources of MCP servers and pages of the web. Read once, before the run begins:
 * what was attached is part of the message in the log. A mention of nothing that exists, such as a person, stays text.
 */
export async function attachMentions(
  message: string,
  sources: MentionSources,
  images: readonly SentImage[] = [],
): Promise<AttachedMessage> {
  // A message that is sent again as it was sent before.
  if (hasAttached(message)) return { sent: message, attached: [] }
  const texts: string[] = []
  const attached: Attached[] = []
  const pictures = [...images]
  let room = maxAll
  for (const mention of mentionsIn(message).slice(0, maxMentions)) {
    const found = await lookUp(mention, sources)
    if (found === null) continue
    const { kind, title } = found
    const about = { mention, kind, title: visibleName(title) }
    if ('why' in found) {
      attached.push({ ...about, characters: 0, ...(found.later && { later: true }), note: found.why })
      continue
    }
    const whole = sources.hide(found.text)
    const text = whole.slice(0, Math.min(maxOne, room))
    room -= text.length
    const cut = text.length < whole.length ? cutNote(whole.length - text.length, kind) : null
    const note = [cut, found.more].filter((each) => each != null).join(' ')
    attached.push({ ...about, characters: text.length, note: note === '' ? null : note })
    if (text !== '' || whole === '') texts.push(blockOf(about, text, note))
    pictures.push(...(found.images ?? []))
  }
  const each = [...new Map(pictures.map((image) => [image.ref, image])).values()]
  for (const { ref, name } of each.slice(0, maxImages)) {
    const isThere = sources.hasImage(ref)
    const note = isThere ? null : 'The image is not stored any more.'
    const title = visibleName(name)
    attached.push({ mention: ref.slice(0, 12), kind: 'image', title, characters: 0, note, ...(isThere && { ref }) })
    if (isThere) texts.push(imageBlock({ ref, name: title }))
  }
  return { sent: withAttached(message, texts), attached }
}

const cutNote = (left: number, kind: Attached['kind']): string =>
  `${formatCount(left)} more characters are left out${kind === 'file' ? '; the agent can read them in the file' : ''}.`

function blockOf(
  { mention, kind, title }: Pick<Attached, 'mention' | 'kind' | 'title'>,
  text: string,
  note: string,
): string {
  const names = {
    file: `File ${title}`,
    folder: `Folder ${title}`,
    diff: 'Changes since the last commit',
    run: title,
    image: title,
    resource: `Resource ${title}`,
    page: `Page ${title}`,
  }
  // Longer than any fence in the text.
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`{3,}/g)].map(([found]) => found.length + 1)))
  const end = note === '' ? '' : `\n[${note}]`
  return `@${visibleName(mention)}: ${names[kind]}\n${fence}\n${withoutEnding(withoutMarks(text), '\n')}\n${fence}${end}`
}

async function lookUp(mention: string, sources: MentionSources): Promise<Found | null> {
  if (mention === 'diff') return await changes(sources)
  const runId = /^run:([\w-]+)$/.exec(mention)?.[1]
  if (runId !== undefined) {
    const run = sources.run(runId)
    return run === null ? null : { kind: 'run', title: `Run: ${run.title}`, text: run.text }
  }
  if (/^https?:\/\//i.test(mention)) return await readPage(mention, sources)
  const resource = resourceOf(mention)
  const contents = resource === null ? null : await readResource(resource, sources)
  if (contents !== null) return contents
  const path = mention.replace(/\/$/, '')
  const resolved = await sources.files.resolve(path)
  if (!resolved.ok) return /[/\\.]/.test(mention) ? { kind: 'file', title: mention, why: resolved.problem } : null
  if (resolved.kind === 'folder') return await listing(resolved.relative, sources)
  if (resolved.kind !== 'file') return null
  const read = await sources.files.readText(path)
  const title = resolved.relative
  return read.ok ? { kind: 'file', title, text: read.text } : { kind: 'file', title, why: read.problem }
}

async function changes({ diff }: MentionSources): Promise<Found> {
  const title = 'Changes since the last commit'
  try {
    const text = await diff()
    return text.trim() === '' ? { kind: 'diff', title, why: 'There are no changes.' } : { kind: 'diff', title, text }
  } catch (thrown) {
    return { kind: 'diff', title, why: thrown instanceof Error ? thrown.message : String(thrown) }
  }
}

async function readPage(address: string, { page }: MentionSources): Promise<Found> {
  const about = { kind: 'page', title: address } as const
  try {
    const read = await page(address)
    return 'later' in read ? { ...about, why: read.later, later: true } : { ...about, ...read }
  } catch (thrown) {
    return { ...about, why: thrown instanceof Error ? thrown.message : String(thrown) }
  }
}

async function readResource(
  { server, uri }: { readonly server: string; readonly uri: string },
  sources: MentionSources,
): Promise<Found | null> {
  const about = { kind: 'resource', title: resourceMention(server, uri) } as const
  try {
    const contents = await sources.resource(server, uri)
    if (contents === null) return null
    const images: SentImage[] = []
    const texts = contents.map((each) => {
      if (each.kind === 'text') return each.text
      const image = sources.keepImage(uri.slice(-100), each.data)
      if (image !== null) images.push(image)
      return '[An image, which follows below.]'
    })
    return { ...about, text: texts.join('\n\n'), images }
  } catch (thrown) {
    return { ...about, why: thrown instanceof Error ? thrown.message : String(thrown) }
  }
}

async function listing(path: string, { files }: MentionSources): Promise<Found> {
  const title = path === '.' ? 'the project' : path
  const listed = await files.list(path, listDepth, maxEntries)
  if (!listed.ok) return { kind: 'folder', title, why: listed.problem }
  const lines = listed.entries.map((entry) => `${visibleName(entry.path)}${entry.kind === 'folder' ? '/' : ''}`)
  const more = listed.more > 0 ? { more: `At least ${formatCount(listed.more)} more entries are left out.` } : {}
  return { kind: 'folder', title, text: lines.length === 0 ? '(The folder is empty.)' : lines.join('\n'), ...more }
}
