import type { EventBody, StoredEvent } from './event.ts'

/** Which events start a step, by type: a new event has to be added here. */
const startsStep = {
  'model-start': true,
  'tool-start': true,
  'step-start': true,
  'phase-start': true,
  'branches-start': true,
  'child-start': true,
  'approval-answer': false,
  'approval-ask': false,
  'branches-end': false,
  'child-end': false,
  files: false,
  'files-step': false,
  'model-end': false,
  'model-retry': false,
  'model-try-now': false,
  notice: false,
  'pause-answer': false,
  'pause-ask': false,
  'phase-end': false,
  'run-end': false,
  'run-resume': false,
  'run-start': false,
  'step-end': false,
  'tool-begin': false,
  'tool-end': false,
  unknown: false,
} as const satisfies { readonly [T in StoredEvent['type']]: boolean }

type ByType = typeof startsStep
type StartType = { readonly [T in keyof ByType]: ByType[T] extends true ? T : never }[keyof ByType]

/** Whether an event starts a leaf step or a group of steps; each of these has a path, and an end event. */
export const isStepStart = <E extends EventBody | StoredEvent>(
  event: E,
): event is Extract<E, { readonly type: StartType }> => startsStep[event.type]
