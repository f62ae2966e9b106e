import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { parseEvent } from '../../../src-shared/event.ts'
import type { ExportSubject } from '../../../src-shared/export-requests.ts'
import type { StrategyChoice } from '../../../src-shared/strategy-info.ts'
import type { MadeExport } from '../export/prepare-export.ts'
import type { Redactor } from '../export/redact-secrets.ts'
import type { HostParts } from '../host-parts.ts'
import { type BundleLine, bundleVersion, type LineOf } from './bundle-lines.ts'
import { allRefs, type Collected, type CollectedRun, collectBundle } from './collect-bundle.ts'
import { logHash } from './log-hash.ts'
import { redactBundle } from './redact-bundle.ts'

/** A run or a conversation as one file for another machine, secrets taken out (T30). */
export async function writeBundle(parts: HostParts, subject: ExportSubject, redactor: Redactor): Promise<MadeExport> {
  const whole = await collectBundle(parts, subject)
  const sources = await sourcesOf(parts, whole)
  for (const { text } of sources) redactor.learn(text)
  const clean = await redactBundle(parts, whole, redactor)
  const strategies = sources.map((each) => ({ ...each, text: redactor.text(each.text, `the strategy ${each.name}`) }))
  const lines = linesOf(parts, clean, strategies)
  const end: BundleLine = { t: 'end', lines: lines.length }
  const text = [...lines, end].map((line) => `${JSON.stringify(line)}\n`).join('')
  return {
    fileName: `${fileName(clean.title)}.stratagem`,
    bytes: await promisify(gzip)(text),
    redacted: redactor.found(),
    notes: clean.notes,
  }
}

function linesOf(
  { options, clock }: HostParts,
  clean: Collected,
  strategies: readonly LineOf<'strategy'>[],
): BundleLine[] {
  const { title, createdAt, turns, runs, bodies } = clean
  const written = new Set<string>()
  return [
    { t: 'bundle', version: bundleVersion, app: options.version, at: clock.now() },
    { t: 'conversation', title: title.slice(0, 500), createdAt },
    ...strategies,
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
    ...runs.flatMap((run) => runLines(run, bodies, written)),
  ]
}

function runLines(
  { run, texts, files }: CollectedRun,
  bodies: Collected['bodies'],
  written: Set<string>,
): BundleLine[] {
  const fresh = [...new Set(texts.flatMap((text) => allRefs(parseEvent(text))))].filter((ref) => !written.has(ref))
  for (const ref of fresh) written.add(ref)
  return [
    { t: 'run', run },
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

/** The sources of the strategies that users wrote, of all runs. */
async function sourcesOf({ strategies }: HostParts, { runs }: Collected): Promise<LineOf<'strategy'>[]> {
  const found = new Map<string, LineOf<'strategy'>>()
  for (const { run } of runs) {
    const known = await strategies.of(run.projectId)
    for (const name of namesIn(run.strategy)) {
      const source = known.infos().find((info) => info.name === name)?.source
      if (source?.kind !== 'user' || found.has(name)) continue
      const text = await readFile(join(strategies.folder, basename(source.file)), 'utf8').catch(() => null)
      if (text !== null) found.set(name, { t: 'strategy', name, text })
    }
  }
  return [...found.values()]
}

const namesIn = ({ name, inner }: StrategyChoice): string[] => [name, ...(inner === undefined ? [] : namesIn(inner))]

/** A name that every file system takes. */
export function fileName(title: string): string {
  const plain = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return plain.slice(0, 60) || 'conversation'
}
