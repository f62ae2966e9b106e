import type { BatchReport, BatchReportFormat, BatchView } from '../../../../src-shared/api/comparison-requests.ts'
import { assertNever } from '../../../../src-shared/base/assert-never.ts'
import { FailureError } from '../../../../src-shared/base/failure.ts'
import type { BoundLane } from '../../../../src-shared/comparison/comparison.ts'
import type { LaneLabel } from '../../../../src-shared/comparison/lane-label.ts'
import type { HostContext } from '../../host-context.ts'
import { knownKeys } from '../../settings/redact-keys.ts'
import { createRedactor } from '../../settings/redact-secrets.ts'
import { runView } from '../run-view.ts'
import { inspectLog, inspectLogName } from './inspect-log.ts'
import type { TrialDetails } from './trial-details.ts'
import { trialTable } from './trial-rows.ts'
import { trialsCsv, trialsJsonLines, trialsParquet } from './trial-tables.ts'

type Parts = Pick<HostContext, 'options' | 'store' | 'profiles' | 'presets' | 'strategies' | 'keys'>

/**
 * The trials of a batch as a file, for people or other tools.
 * @param lane for a format that holds only one; null: the first
 * @param details reads the logs for what is said of them
 */
export async function exportTrials(
  parts: Parts,
  view: BatchView,
  format: BatchReportFormat,
  lane: LaneLabel | null,
  details: TrialDetails,
): Promise<BatchReport> {
  const { batch } = view
  const strategies = (await parts.strategies.of(batch.projectId)).infos()
  const name = reportName(batch, format, lane)
  const table = () => trialTable(view, strategies)
  switch (format) {
    case 'json':
      return { name, text: `${JSON.stringify(view, null, 2)}\n`, encoding: 'utf8' }
    case 'csv':
      return { name, text: trialsCsv(table()), encoding: 'utf8' }
    case 'jsonl':
      return { name, text: trialsJsonLines(table()), encoding: 'utf8' }
    case 'parquet':
      return { name, text: Buffer.from(await trialsParquet(table())).toString('base64'), encoding: 'base64' }
    case 'inspect': {
      const viewOf = (runId: string) => runView(parts, runId)
      const log = inspectLog(view, laneIn(view, lane), viewOf, strategies, parts.options.version)
      const redactor = createRedactor(knownKeys(parts, process.env))
      return { name, text: `${JSON.stringify(redactor.deep(log))}\n`, encoding: 'utf8' }
    }
    case 'html': {
      const presets = await parts.presets.list(parts.store.projects.get(batch.projectId) ?? null)
      const { batchReport } = await import('../../../trials/batch-report.ts')
      const read = await details.of(view, Number.POSITIVE_INFINITY)
      const text = batchReport(view, { presets, profiles: parts.profiles.list(), strategies }, read)
      return { name, text, encoding: 'utf8' }
    }
    default:
      return assertNever(format)
  }
}

function laneIn({ batch }: BatchView, label: LaneLabel | null): BoundLane {
  const lane = batch.lanes.find((each) => label === null || each.label === label)
  if (lane !== undefined) return lane
  throw new FailureError({
    kind: 'not-found',
    message: `These trials have no lane ${label}.`,
    advice: `Their lanes are ${batch.lanes.map((each) => each.label).join(', ')}.`,
  })
}

/** A file name that is valid on every system. */
function reportName(batch: BatchView['batch'], format: BatchReportFormat, lane: LaneLabel | null): string {
  const plain = batch.name
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
  const name = plain || 'trials'
  return format === 'inspect' ? inspectLogName(batch, name, lane ?? 'A') : `${name}.${format}`
}
