import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, the longest first. */
const longest = [
  'real/set-up',
  'real/agents',
  'host/comparisons/what-if/what-if',
  'host/comparisons/batches',
  'shell-command/compare',
  'shell-command/write-a-strategy',
  'docs/contributing',
  'shell-command/tasks/laboratory-walk',
  'host/comparisons/tuning/tunings',
  'shell-command/command',
  'host/comparisons/task-sets/task-containers',
  'real/terminal-answers',
  'real/damaged-data',
  'real/trusted-bytes',
  'shell-command/tune/tune-command',
  'host/bundles/machines/machine-rules',
  'shell-command/branches',
  'shell-command/compare-resume',
  'real/files/nothing-left-out',
  'host/comparisons/lane-runs',
  'workspace/git-commit',
  'shell-command/damaged-run',
  'real/nobody-there',
  'checks/adding',
  'host/comparisons/killed-apply',
  'host/bundles/strategies',
  'host/branches/cut-off-changes',
  'host/runs/prompt-injection',
  'isolate/hostile/hostile-files',
  'workspace/read-git-hostile',
  'sandbox/escapes',
  'host/runs/outliving-commands',
  'shell-command/strategy',
  'shell-command/history',
].map((name) => `/test/${name}.test.ts`)

/**
 * Starts the longest files first: a long one that starts last is waited for alone, with all cores but one idle. The others
 * go by project: where files share a process, it is by those of one project that follow one another.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b) || b.project.name.localeCompare(a.project.name))
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = longest.findIndex((each) => moduleId.endsWith(each))
  return place < 0 ? longest.length : place
}
