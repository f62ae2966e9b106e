import { z } from 'zod'
import type { Question } from '../../src-shared/model/question.ts'
import { visibleName } from '../tools/text/visible.ts'
import { fenced, quoted, shown } from './stranger-text.ts'

/** A page that a server wants the user to open, such as a sign-in or a payment elsewhere. */
const link = z.looseObject({
  mode: z.literal('url'),
  message: z.string(),
  url: z.string().max(2000),
  elicitationId: z.string().max(500).catch(''),
})

/** A request for a page, as it is asked. */
export interface LinkAsk {
  readonly id: string
  readonly host: string
  readonly question: Question
}

export const openedLink = 'Opened'
const decline = 'Decline'

/**
 * The question to the user; null if it is no request for a page, or for none that may be opened: https only, or a page
 * of this computer. Nothing is loaded before the user says so. Source: URL mode of `elicitation/create`.
 */
export function linkAsk(server: string, params: unknown): LinkAsk | null {
  const read = link.safeParse(params)
  const url = read.success ? URL.parse(read.data.url) : null
  if (!read.success || url === null || !isSafe(url)) return null
  const { message, elicitationId } = read.data
  return {
    id: elicitationId,
    host: url.host,
    question: {
      question: [
        `The MCP server ${visibleName(server)} asks you to open a page of **${visibleName(url.host)}**:`,
        quoted(shown(message)),
        fenced(url.href),
        'What you enter there is not shown to Stratagem or to the model.',
      ].join('\n\n'),
      options: [decline, openedLink],
      freeText: false,
      link: url.href,
    },
  }
}

const isSafe = ({ protocol, hostname, username, password }: URL): boolean =>
  username === '' &&
  password === '' &&
  (protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)))

const needed = z.looseObject({
  code: z.literal(-32042),
  data: z.looseObject({ elicitations: z.array(z.unknown()).max(5) }),
})

/** The pages that a call needs first; none if it failed for another reason. */
export const neededLinks = (thrown: unknown): readonly unknown[] =>
  needed.safeParse(thrown).data?.data.elicitations ?? []

export const finishedThere = 'I have finished there'

/** Whether the user is done on the pages, so that the call is made again. */
export const finishedQuestion = (server: string, hosts: readonly string[]): Question => ({
  question: `The MCP server ${visibleName(server)} goes on once you have finished on ${hosts.map(visibleName).join(', ')}.`,
  options: ['Give up', finishedThere],
  freeText: false,
})

const completed = z.looseObject({ elicitationId: z.string() })
export const completedLink = (params: unknown): string | null => completed.safeParse(params).data?.elicitationId ?? null
