import type { ExportFormat, ExportSubject } from '../../../src-shared/api/export-requests.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import { found } from '../base/not-found.ts'
import { branchRuns, exportText } from '../export/export-text.ts'
import type { MadeExport } from '../export/made-export.ts'
import { type DamagedRun, refuseDamagedExport } from '../export/refuse-damaged-export.ts'
import type { HostContext } from '../host-context.ts'
import { knownKeys } from '../settings/redact-keys.ts'
import { createRedactor, sameLengthMarks } from '../settings/redact-secrets.ts'
import { writeBundle } from './write-bundle.ts'

type Parts = Pick<HostContext, 'options' | 'clock' | 'store' | 'profiles' | 'strategies' | 'keys' | 'workOf'>

/**
 * Exports a run or conversation as a file. Secrets are removed, and listed with their places (T30).
 * @param damaged whether to include what is damaged on disk, marked as such
 * @throws FailureError if something of it is damaged and `damaged` is false
 */
export async function prepareExport(
  parts: Parts,
  subject: ExportSubject,
  format: ExportFormat,
  damaged: boolean,
): Promise<MadeExport> {
  const keys = knownKeys(parts, process.env)
  if (format === 'bundle') return writeBundle(parts, subject, createRedactor(keys, sameLengthMarks()), damaged)
  const redactor = createRedactor(keys)
  const run = runOf(parts, subject)
  const named = format === 'markdown' ? branchRuns(parts, run) : [run]
  if (!damaged)
    refuseDamagedExport(
      parts.store,
      subject,
      named.flatMap((each) => damageOf(parts, each)),
    )
  const known = (await parts.strategies.of(run.projectId)).infos()
  const text = exportText(parts, run, format, redactor, known)
  const fileName = `${run.id}.${endings[format]}`
  return { fileName, bytes: Buffer.from(text), redacted: redactor.found(), notes: [] }
}

function damageOf({ store }: Pick<HostContext, 'store'>, run: Run): DamagedRun[] {
  const log = store.events.verify(run.id)
  if (log.ok && !run.damaged) return []
  return [{ run, seq: log.ok ? null : log.damagedAt }]
}

const endings: { readonly [F in Exclude<ExportFormat, 'bundle'>]: string } = {
  jsonl: 'jsonl',
  markdown: 'md',
  'chrome-trace': 'trace.json',
  otlp: 'otlp.json',
}

/** For a conversation, the run of its newest turn. */
function runOf({ store }: Pick<HostContext, 'store'>, subject: ExportSubject): Run {
  if (subject.kind === 'run') return found(store.runs.get(subject.id), 'run')
  const conversation = found(store.conversations.get(subject.id), 'conversation')
  const runs = store.turns.list(conversation.id).flatMap((turn) => turn.runs)
  return found(
    runs.reduce<Run | undefined>(
      (newest, each) => (newest && newest.startedAt > each.startedAt ? newest : each),
      undefined,
    ),
    'run',
  )
}
