import { FailureError } from '../../../src-shared/base/failure.ts'

const otherPlace = "Choose the project's own folder or open another copy, then send the message again."
const named = (name: string | null) => (name === null ? 'The isolated copy' : `The isolated copy "${name}"`)

/** @param name null if unknown */
export const workspaceRemoved = (name: string | null) =>
  new FailureError({
    kind: 'workspace-missing',
    message: `${named(name)} for this message has been removed.`,
    advice: otherPlace,
  })

export const folderGone = (name: string) =>
  new FailureError({
    kind: 'workspace-missing',
    message: `The folder of the isolated copy "${name}" is gone.`,
    advice: `It was removed outside Stratagem. ${otherPlace}`,
  })

export const copyBeingMade = (name: string) =>
  new FailureError({
    kind: 'busy',
    message: `${named(name)} is still being made.`,
    advice: 'Wait until it is ready.',
  })

export const copyStillInUse = (name: string) =>
  new FailureError({
    kind: 'busy',
    message: `A run is still working in the isolated copy "${name}".`,
    advice: 'Stop the run or wait until it ends, then remove the copy.',
  })
