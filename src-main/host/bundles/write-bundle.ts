import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { parseEvent } from '../../../src-shared/event.ts'
import type { ExportSubject } from '../../../src-shared/export-requests.ts'
import { type NamedBodies, namedBodies } from '../../agent/named-bodies.ts'
import type { MadeExport } from '../export/prepare-export.ts'
import type { Redactor } from '../export/redact-secrets.ts'
import type { HostParts } from '../host-parts.ts'
import { type BundleLine, bundleVersion, type LineOf } from './bundle-lines.ts'
import { type Collected, type CollectedRun, collectBundle } from './collect-bundle.ts'
import { logHash } from './log-hash.ts'
import { redactBundle } from './redact-bundle.ts'

/** A run or a conversation as one file for another machine, secrets taken out (T30). */
export async function writeBundle(parts: HostParts, subject: ExportSubject, redactor: Redactor): Promise<MadeExport> {
  const whole = await collectBundle(parts, subject)
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

function linesOf({ options, clock }: HostParts, clean: Collected): BundleLine[] {
  const { title, createdAt, turns, runs, bodies } = clean
  const written = new Set<string>()
  const named = namedBodies((ref) => bodies.get(ref) ?? null)
  return [
    { t: 'bundle', version: bundleVersion, app: options.version, at: clock.now() },
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
  { run, texts, sources, files }: CollectedRun,
  bodies: Collected['bodies'],
  written: Set<string>,
  named: NamedBodies,
): BundleLine[] {
  const fresh = [...new Set(texts.flatMap((text) => named.of(parseEvent(text))))].filter((ref) => !written.has(ref))
  for (const ref of fresh) written.add(ref)
  return [
    { t: 'run', run, strategies: sources.map(({ text }) => hash('sha256', text)) },
    ...fresh.map((ref): BundleLine => {
      const text = bodies.get(ref) ?? null
      return text === null ? { t: 'lost', ref } : { t: 'body', ref, text }
    }),
    ...texts.map((text): BundleLine => ({ t: 'event', text })),
    { t: 'log', count: texts.length, hash: logHash(texts) },
    ...files.map(({ before, after, changes }): BundleLine => {
      const { files: changed, notCovered } = changes
      return { t: 'changes', before, after, changes: { files: [...changed], notCovered: [...notCovered] } }
    }),
  ]
}

/** The sources of the strategies of all runs, each once. */
function strategyLines(runs: readonly CollectedRun[]): LineOf<'strategy'>[] {
  const lines = runs.flatMap(({ sources }) => sources.map(({ name, text }) => ({ t: 'strategy' as const, name, text })))
  return [...new Map(lines.map((line) => [`${line.name}\n${line.text}`, line])).values()]
}

/** A name that every file system takes. */
export function fileName(title: string): string {
  const plain = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return plain.slice(0, 60) || 'conversation'
}
