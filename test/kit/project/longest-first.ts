import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, the longest first. */
const longest = [
  'real/set-up',
  'real/agents',
  'workspace/read-git-hostile',
  'isolate/hostile/hostile-files',
  'shell-command/write-a-strategy',
  'sandbox/escapes',
  'host/comparisons/killed-apply',
  'host/comparisons/batches',
  'host/runs/demo-repair',
  'host/branches/cut-off-changes',
  'host/comparisons/truth',
  'host/runs/family-in-host',
  'host/runs/outliving-commands',
  'shell-command/compare',
  'shell-command/check',
  'host/bundles/strategies',
  'workspace/git-commit',
  'shell-command/branches',
  'shell-command/compare-resume',
  'shell-command/damaged-run',
  'isolate/hostile',
  'host/runs/demo-strategies',
  'host/comparisons/lane-runs',
].map((name) => `/test/${name}.test.ts`)

/** Starts the longest files first: a long one that starts last is waited for alone, with all cores but one idle. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = longest.findIndex((each) => moduleId.endsWith(each))
  return place < 0 ? longest.length : place
}
