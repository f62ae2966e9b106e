/** The thread in which a stranger's data is worked on, one job at a time. */

import { parentPort } from 'node:worker_threads'
import { assertNever } from '../../src-shared/base/assert-never.ts'
import { excessIn } from '../../src-shared/base/excess.ts'
import { FailureError } from '../../src-shared/base/failure.ts'
import type { Job } from './job.ts'

// The other side sends the next job when the last is answered.
parentPort?.on('message', (job: Job) => {
  void answered(job)
})

async function answered(job: Job): Promise<void> {
  try {
    const work = await loaded(job)
    parentPort?.postMessage({ kind: 'begun' })
    parentPort?.postMessage({ kind: 'done', value: await work() })
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown)
    const failure = thrown instanceof FailureError ? thrown.failure : null
    parentPort?.postMessage({ kind: 'failed', why: why.slice(0, 500), failure })
  }
}

/** Loads what a job needs; loading is not the job's fault, and has no part in its time. */
async function loaded(job: Job): Promise<() => unknown> {
  switch (job.kind) {
    case 'page-text': {
      const { pageText } = await import('./page-text.ts')
      return () => pageText(job.html, job.much)
    }
    case 'schema-match': {
      const { schemaFault } = await import('./schema-fault.ts')
      return () => schemaFault(job.schema, job.value)
    }
    case 'yaml': {
      const { parse } = await import('yaml')
      const schema = job.failsafe ? 'failsafe' : 'core'
      return () => counted(parse(job.text, { schema, maxAliasCount: 10, logLevel: 'error' }))
    }
    case 'results': {
      const { readOutsideFile } = await import('./results/outside-file.ts')
      return () => readOutsideFile(Buffer.from(job.bytes.buffer, job.bytes.byteOffset, job.bytes.length), job.score)
    }
    case 'toml': {
      const { parseToml } = await import('./toml-text.ts')
      await parseToml('')
      return async () => counted(await parseToml(job.text))
    }
    default:
      return assertNever(job)
  }
}

/** The data, if it is no more than the host can take in at once. */
function counted(data: unknown): unknown {
  const excess = excessIn(data)
  if (excess !== null) throw new Error(excess)
  return data
}
