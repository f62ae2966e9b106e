import { parse } from 'smol-toml'
import { expect, test } from 'vitest'
import { readHarborFolder } from '../../../../../../src-main/task-formats/harbor/harbor-task.ts'
import { helloWorld, severalSteps } from '../../../../../kit/project/harbor-tasks.ts'

/** What Harbor 0.25’s own models say of the same texts (`TaskConfig.model_validate_toml`), where it is not plain. */

const folder = (toml: string, files: Readonly<Record<string, string>> = helloWorld) =>
  readHarborFolder(
    {
      folder: '.',
      name: 'task',
      toml: parse(toml),
      instruction: 'Do it.',
      stepInstructions: { first: 'One.', second: 'Two.' },
      paths: Object.keys(files),
      compose: null,
      revision: null,
    },
    { allowed: [] },
  )
const container = (toml: string, files?: Readonly<Record<string, string>>) => {
  const found = folder(toml, files)
  if ('why' in found) throw new Error(found.why)
  return found.task.container?.of
}
const why = (toml: string, files?: Readonly<Record<string, string>>) => {
  const found = folder(toml, files)
  return 'why' in found ? found.why : null
}

test('numbers may be written as text, and 0 is no limit', () => {
  expect(
    container('[environment]\ncpus = "2"\nmemory_mb = "2048"\nstorage_mb = 0\nbuild_timeout_sec = "60"\n'),
  ).toMatchObject({ cpus: 2, memoryMb: 2048, storageMb: null, buildLimitMs: 60_000 })
  expect(why('[environment]\ncpus = "two"\n')).toMatch(/environment\.cpus/)
})

test('an empty text is as good as none', () => {
  expect(
    container(
      '[environment]\ndocker_image = ""\nworkdir = ""\nskills_dir = ""\n[agent]\nuser = ""\n[verifier]\nuser = ""\n',
    ),
  ).toMatchObject({ image: null, workdir: null, agentUser: null, testsUser: null })
})

test('sizes of older versions become whole MB', () => {
  const memory = (size: string) => container(`[environment]\nmemory = "${size}"\n`)?.memoryMb
  expect([memory('1.5G'), memory(' 2g '), memory('512.7M'), memory('100K')]).toEqual([1536, 2048, 512, null])
  expect(container('[environment]\nmemory = "2G"\nmemory_mb = 2048\n')?.memoryMb).toBe(2048)
  expect(why('[environment]\nmemory = "3G"\nmemory_mb = 2048\n')).toMatch(/given twice/)
})

test('a step whose tests have no time limit has the usual one, not the task’s', () => {
  const steps = container(
    '[verifier]\ntimeout_sec = 30\n[[steps]]\nname = "first"\n[[steps]]\nname = "second"\n[steps.verifier]\ntimeout_sec = 40\n',
    severalSteps,
  )?.steps
  expect(steps?.map(({ tests }) => tests.limitMs)).toEqual([600_000, 40_000])
})

test('steps have names that every system takes for a folder, and takes for different ones', () => {
  const named = (first: string, second: string) =>
    why(`[[steps]]\nname = ${JSON.stringify(first)}\n[[steps]]\nname = ${JSON.stringify(second)}\n`, severalSteps)
  expect(named('first', 'second')).toBeNull()
  expect(named('first', 'First')).toMatch(/same name/)
  for (const wrong of ['CON', 'nul.txt', 'a/b', 'x.', 'x ', ' ', 'a:b', '..'])
    expect(named(wrong, 'second'), wrong).toMatch(/can’t be a folder/)
})

test('artifacts stay within the folder that they name, and tests have one place to run', () => {
  expect(why('artifacts = ["/app/../etc/shadow"]\n')).toMatch(/artifacts\.0/)
  expect(why('[verifier]\nenvironment_mode = "shared"\n[verifier.environment]\ncpus = 1\n')).toMatch(
    /Remove one of the two/,
  )
  expect(why('[[verifier.collect]]\ncommand = "true"\nservice = " main "\n')).toBeNull()
})

test('what .harborignore would leave out is copied, and the import says so', () => {
  const ignoring = folder('', { ...helloWorld, 'tests/.harborignore': 'large/' })
  expect('warnings' in ignoring && ignoring.warnings.map(({ what }) => what)).toEqual([
    expect.stringMatching(/\.harborignore is not read/),
  ])
})
