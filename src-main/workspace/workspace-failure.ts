import { FailureError } from '../../src-shared/base/failure.ts'

export function workspaceFailed(message: string, advice: string, detail?: string): FailureError {
  const failure = { kind: 'workspace-failed' as const, message, advice }
  return new FailureError(detail === undefined ? failure : { ...failure, detail })
}

export function workspaceMissing(folder: string): FailureError {
  return new FailureError({
    kind: 'workspace-missing',
    message: `The folder ${folder} is not there, or cannot be read.`,
    advice: 'Look at its path. If a project was moved, open it where it is now; its conversations are kept.',
  })
}
