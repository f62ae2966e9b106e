import { FailureError } from '../../../src-shared/base/failure.ts'

/** A file that is not imported. @param why what is wrong with it, as the rest of a sentence */
export function badBundle(why: string, detail?: string): FailureError {
  return new FailureError({
    kind: 'invalid-request',
    message: `This file cannot be imported: ${why}.`,
    advice: 'Nothing was written. Ask whoever gave it to you to export it again.',
    ...(detail === undefined ? {} : { detail: detail.slice(0, 2000) }),
  })
}
