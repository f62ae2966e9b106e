import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { ExportSubject } from '../../../src-shared/api/export-requests.ts'
import { type NamedBodies, namedBodies } from '../../agent/messages/named-bodies.ts'
import type { MadeExport } from '../export/made-export.ts'
import { type DamagedRun, refuseDamagedExport } from '../export/refuse-damaged-export.ts'
import type { HostContext } from '../host-context.ts'
import type { Redactor } from '../settings/redact-secrets.ts'
import { type BundleLine, bundleVersion, type LineOf } from './bundle-lines.ts'
import { type Collected, collectBundle } from './collect-bundle.ts'
import type { CollectedRun } from './collected-run.ts'
import { bodiesIn, eventOfText } from './event-of-text.ts'
import { logHash } from './log-hash.ts'
import { redactBundle } from './redact-bundle.ts'

type Parts = Pick<HostContext, 'options' | 'clock' | 'store' | 'strategies' | 'workOf'>

/**
 * Writes a run or a conversation as one file for another machine, without secrets (T30).
 * @param damaged whether to include what is damaged on disk, marked as such
 * @throws FailureError if something of it is damaged and `damaged` is false
 */
export async function writeBundle(
  parts: Parts,
  subject: ExportSubject,
  redactor: Redactor,
  damaged: boolean,
): Promise<MadeExport> {
  const whole = await collectBundle(parts, subject)
  if (!damaged) refuseDamagedExport(parts.store, subject, damagedRuns(whole))
  const clean = await redactBundle(parts, whole, redactor)
  const lines = linesOf(parts, clean)
  const end: BundleLine = { t: 'end', lines: lines.length }
  const text = [...lines, end].map((line) => `${JSON.stringify(line)}\n`).join('')
  return {
    fileName: `${fileName(clean.title)}.stratagem`,
    bytes: await promisify(gzip)(text),
    redacted: redactor.found(),
    notes: clean.notes,
  }
}

function linesOf({ options, clock }: Pick<HostContext, 'options' | 'clock'>, clean: Collected): BundleLine[] {
  const { title, createdAt, turns, runs, bodies } = clean
  const written = new Set<string>()
  const named = namedBodies((ref) => bodies.get(ref) ?? null)
  return [
    {
      t: 'bundle',
      version: bundleVersion,
      app: options.version,
      at: clock.now(),
    },
    { t: 'conversation', title: title.slice(0, 500), createdAt },
    ...strategyLines(runs),
    ...turns.map(
      ({ id, parentId, message, createdAt: at, mark }): BundleLine => ({
        t: 'turn',
        id,
        parentId,
        message,
        createdAt: at,
        mark: mark ?? null,
      }),
    ),
    ...runs.flatMap((run) => runLines(run, bodies, written, named)),
  ]
}

function runLines(
  { run, texts, damaged, sources, files }: CollectedRun,
  bodies: Collected['bodies'],
  written: Set<string>,
  named: NamedBodies,
): BundleLine[] {
  const fresh = [...new Set(texts.flatMap((text) => bodiesIn(named, eventOfText(text))))].filter(
    (ref) => !written.has(ref),
  )
  for (const ref of fresh) written.add(ref)
  return [
    { t: 'run', run, strategies: sources.map(({ text }) => hash('sha256', text)) },
    ...fresh.map((ref): BundleLine => {
      const text = bodies.get(ref) ?? null
      return text === null ? { t: 'lost', ref } : { t: 'body', ref, text }
    }),
    ...texts.map(
      (text, seq): BundleLine => ({ t: 'event', text, ...(damaged.has(seq) && { damaged: true as const }) }),
    ),
    { t: 'log', count: texts.length, hash: logHash(texts) },
    ...files.map(({ before, after, changes }): BundleLine => {
      const { files: changed, notCovered } = changes
      return { t: 'changes', before, after, changes: { files: [...changed], notCovered: [...notCovered] } }
    }),
  ]
}

function damagedRuns({ runs, bodies }: Collected): DamagedRun[] {
  return runs.flatMap(({ run, texts, damaged }) => {
    const [seq = null] = damaged
    const named = namedBodies((ref) => bodies.get(ref) ?? null)
    const lost = texts.some((text) => bodiesIn(named, eventOfText(text)).some((ref) => !bodies.get(ref)))
    return run.damaged || seq !== null || lost ? [{ run, seq }] : []
  })
}

/** The sources of the strategies of all runs, each once. */
function strategyLines(runs: readonly CollectedRun[]): LineOf<'strategy'>[] {
  const lines = runs.flatMap(({ sources }) => sources.map(({ name, text }) => ({ t: 'strategy' as const, name, text })))
  return [...new Map(lines.map((line) => [`${line.name}\n${line.text}`, line])).values()]
}

/** A name that is valid on every file system. */
export function fileName(title: string): string {
  const plain = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return plain.slice(0, 60) || 'conversation'
}
