import type { ImportReport, PreparedExport } from '../../../src-shared/api/export-requests.ts'
import type { Params } from '../../../src-shared/api/host-api.ts'
import type { SearchFound, SearchHit } from '../../../src-shared/api/search.ts'
import type { FakeWorld } from './fake-world.ts'

/** Finds messages and titles that contain the text. */
export function fakeSearch(world: FakeWorld, query: string, projectId: string | null): SearchFound {
  const wanted = query.toLowerCase()
  const marked = (text: string) => text.replace(new RegExp(query.replace(/\W/g, '\\$&'), 'gi'), '\u0002$&\u0003')
  const hits = world.turns.flatMap((turn): SearchHit[] => {
    const conversation = world.conversations.find((each) => each.id === turn.conversationId)
    const project = world.projects.find((each) => each.id === conversation?.projectId)
    if (conversation === undefined || (projectId !== null && conversation.projectId !== projectId)) return []
    if (!turn.message.toLowerCase().includes(wanted)) return []
    const { id: conversationId, title } = conversation
    const context = { projectId: conversation.projectId, project: project?.name ?? '', conversationId, title }
    const hit = { turnId: turn.id, runId: null, path: null, kind: 'message', who: '' } as const
    return [{ ...context, ...hit, at: turn.createdAt, excerpt: marked(turn.message) }]
  })
  return { hits: hits.slice(0, 60), more: hits.length > 60 }
}

export function fakeExport({ format }: Params<'export-prepare'>): PreparedExport {
  return {
    exportId: 'export-1',
    fileName: format === 'bundle' ? 'totals-are-off-by-a-cent.stratagem' : 'totals-are-off-by-a-cent.md',
    size: 48_211,
    redacted: [
      { kind: 'OpenAI key', count: 3, places: ['result of read_file at step 0.1', 'message of turn 2'] },
      { kind: 'password in an address', count: 1, places: ['call of shell at step 0.4'] },
    ],
    notes: [],
  }
}

export function fakeImport(world: FakeWorld, projectId: string | null): ImportReport {
  const [conversation] = world.conversations
  return {
    projectId: projectId ?? world.projects[0]?.id ?? '',
    conversationId: conversation?.id ?? '',
    title: conversation?.title ?? '',
    turns: 2,
    runs: 2,
    already: false,
    updated: false,
    notes: [],
  }
}
