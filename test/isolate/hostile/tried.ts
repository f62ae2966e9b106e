import { sampleOf } from '../../kit/project/sample.ts'
import { endless } from './endless.ts'
import { engineBodies, engineFiles } from './engine.ts'
import { oddSteps } from './odd-steps.ts'

/** The hostile bodies and files that a run of the tests tries. */
export const tried = {
  steps: sampleOf([...endless, ...oddSteps], 16),
  engine: sampleOf(engineBodies, 16),
  files: sampleOf(engineFiles, 8),
}
