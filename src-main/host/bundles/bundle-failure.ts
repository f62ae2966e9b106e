import { FailureError } from '../../../src-shared/base/failure.ts'

/** A file that is not imported. @param why what is wrong with it, as the rest of a sentence */
export function badBundle(why: string, detail?: string): FailureError {
  return new FailureError({
    kind: 'invalid-request',
    message: `This file can’t be imported: ${why}.`,
    advice: 'Nothing was written. Ask for a new export of the file.',
    ...(detail === undefined ? {} : { detail: detail.slice(0, 2000) }),
  })
}
