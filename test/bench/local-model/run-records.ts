import { appendFile, readFile } from 'node:fs/promises'
import { z } from 'zod'
import { type CallMode, callModes } from './call-modes.ts'

/** What became of one run; one line of JSON in the file of results. */
const runRecord = z.object({
  /** Of the app. */
  version: z.string(),
  strategy: z.string(),
  mode: z.enum(callModes),
  /** Index of the run among those of its strategy. */
  at: z.number(),
  status: z.string(),
  /** Kind of the failure that it ended with. */
  failure: z.string().nullable(),
  hung: z.boolean(),
  /** Calls that the model wrote, those that must not run, and those that ran. */
  calls: z.number(),
  malformed: z.number(),
  ran: z.number(),
  /** Requests to the model. */
  requests: z.number(),
  durationMs: z.number(),
  faults: z.array(z.string()),
})
export type RunRecord = z.infer<typeof runRecord>

/** Records of a version of the app, read from a file that may end in half a line. */
export async function readRecords(file: string, version: string): Promise<readonly RunRecord[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return recordsIn(text).filter((record) => record.version === version)
}

export function recordsIn(text: string): readonly RunRecord[] {
  return text.split('\n').flatMap((line) => {
    const read = runRecord.safeParse(valueIn(line))
    return read.success ? [read.data] : []
  })
}

function valueIn(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** Begins with a line end, so that half a line before it spoils nothing. */
export const addRecord = (file: string, record: RunRecord): Promise<void> =>
  appendFile(file, `\n${JSON.stringify(record)}`)

export interface PlannedRun {
  readonly strategy: string
  readonly mode: CallMode
  readonly at: number
}

/** Runs in a row with the same strategy and mode: one of each task, and the server remembers how requests begin. */
const blockLength = 5
/** Requests in text are long, so they are fewer. */
const modeOfBlock: readonly CallMode[] = [
  'native',
  'native-forced',
  'text-forced',
  'native-forced',
  'text',
  'native',
  'native-forced',
  'text-forced',
  'native-forced',
  'native',
]

/** The runs that are still to be made, in their order: some of each strategy first, so that an early end shows all. */
export function runsLeft(strategies: readonly string[], runs: number, done: readonly RunRecord[]): PlannedRun[] {
  const made = new Set(done.map(({ strategy, at }) => `${strategy} ${at}`))
  const planned: PlannedRun[] = []
  for (let from = 0; from < runs; from += blockLength)
    for (const strategy of strategies)
      for (let at = from; at < Math.min(from + blockLength, runs); at++)
        if (!made.has(`${strategy} ${at}`))
          planned.push({ strategy, at, mode: modeOfBlock[(from / blockLength) % modeOfBlock.length] ?? 'native' })
  return planned
}
