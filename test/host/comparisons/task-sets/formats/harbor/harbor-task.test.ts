import { parse } from 'smol-toml'
import { expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { readHarborFolder } from '../../../../../../src-main/task-formats/harbor/harbor-task.ts'
import { sizeInMb } from '../../../../../../src-main/task-formats/harbor/task-schema.ts'
import { fullTask, helloWorld, olderTask, severalSteps } from '../../../../../kit/project/harbor-tasks.ts'

type Texts = Readonly<Record<string, string>>

const read = (texts: Texts, allowed: readonly string[] = []) =>
  readHarborFolder(
    {
      folder: 'some/task',
      name: 'task',
      toml: parse(texts['task.toml'] ?? ''),
      instruction: texts['instruction.md'] ?? null,
      stepInstructions: stepTexts(texts),
      paths: Object.keys(texts),
      compose: composeIn(texts),
      revision: null,
    },
    { allowed },
  )

const composeIn = (texts: Texts) => {
  const text = texts['environment/docker-compose.yaml']
  return text === undefined ? null : { value: parseYaml(text) }
}

const stepTexts = (texts: Texts) =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([path, text]) => {
      const [, step] = /^steps\/(.+)\/instruction\.md$/.exec(path) ?? []
      return step === undefined ? [] : [[step, text]]
    }),
  )

const readWhole = (texts: Texts, allowed: readonly string[] = []) => {
  const found = read(texts, allowed)
  if ('why' in found) throw new Error(found.why)
  return found
}

/** The same task with other text in its `task.toml`. */
const withToml = (texts: Texts, from: string, to: string): Texts => {
  const toml = texts['task.toml'] ?? ''
  if (!toml.includes(from)) throw new Error(`there is no ${from}`)
  return { ...texts, 'task.toml': toml.replace(from, to) }
}
const why = (texts: Texts) => {
  const found = read(texts)
  return 'why' in found ? found.why : null
}

test('a task is its instruction, its container and its tests', () => {
  const { task, warnings } = readWhole(helloWorld)
  expect(warnings).toEqual([])
  expect(task).toEqual({
    format: 'harbor',
    name: 'examples/hello-world',
    message: 'Create a file called hello.txt with "Hello, world!" as its content.\n',
    start: { kind: 'texts', files: {} },
    setUpCommand: null,
    check: { command: '/tests/test.sh', scorePattern: null, better: 'higher', timeLimitMs: 60_000 },
    hidden: null,
    solution: null,
    timeLimitMs: 120_000,
    tags: ['trivial', 'files', 'programming', 'easy'],
    needs: ['container'],
    revision: null,
    container: {
      folder: 'some/task',
      of: {
        image: null,
        workdir: null,
        agentUser: null,
        testsUser: null,
        network: false,
        cpus: 1,
        memoryMb: 2048,
        storageMb: 10_240,
        variables: [],
        testsVariables: [],
        solutionVariables: [],
        allowedVariables: [],
        buildLimitMs: 300_000,
        health: null,
        hasSolution: true,
      },
    },
  })
})

test('older names of fields are read, and what is left out has Harbor’s defaults', () => {
  const { task, warnings } = readWhole(olderTask)
  expect(warnings).toEqual([])
  expect(task).toMatchObject({ name: 'task', timeLimitMs: 7_200_000, tags: ['hard'], check: { timeLimitMs: 900_000 } })
  expect(task.container?.of).toMatchObject({
    image: 'example.org/tasks/fix-build:20251031',
    network: true,
    cpus: null,
    memoryMb: 2048,
    storageMb: 512,
    buildLimitMs: 600_000,
  })
  expect(
    readWhole(withToml(olderTask, 'allow_internet = true', 'allow_internet = false')).task.container?.of.network,
  ).toBe(false)
  expect(readWhole(withToml(olderTask, 'timeout_sec = 7200.0', '')).task.timeLimitMs).toBeNull()
})

test('the text of the instruction stays as it is', () => {
  expect(readWhole(olderTask).task.message).toBe(olderTask['instruction.md'])
})

test('names of variables are kept and never values; those of this computer need to be allowed', () => {
  const { task, warnings } = readWhole(fullTask, ['API_TOKEN', 'HOME'])
  expect(task.container?.of).toMatchObject({
    workdir: '/srv/data',
    agentUser: 'agent',
    testsUser: 'root',
    variables: ['PGHOST', 'TOKEN'],
    testsVariables: ['JUDGE_KEY', 'JUDGE_MODEL'],
    solutionVariables: ['ANSWER'],
    allowedVariables: ['API_TOKEN'],
    health: { command: 'pg_isready', intervalMs: 500, limitMs: 30_000, startPeriodMs: 0, retries: 10 },
    hasSolution: false,
  })
  expect(JSON.stringify(task)).not.toMatch(/localhost|\$\{|small/)
  const said = warnings.map(({ what }) => what).join(' ')
  expect(said).toMatch(/field environment\.sparkle.*field colour.*artifacts.*variable JUDGE_KEY of this computer/)
  expect(said).not.toMatch(/API_TOKEN|JUDGE_MODEL/)
})

test('a task of several steps has a message, limits and tests for each', () => {
  const { task, warnings } = readWhole(severalSteps)
  expect(warnings).toEqual([])
  expect(task).toMatchObject({ message: 'Write yes into one.txt.', timeLimitMs: 300_000 })
  expect(task.container?.of).toMatchObject({ reward: 'mean', hasSolution: true, testsVariables: ['WANTED'] })
  expect(task.container?.of.steps).toEqual([
    {
      name: 'first',
      message: 'Write yes into one.txt.',
      agentUser: null,
      agentLimitMs: 60_000,
      hasFiles: false,
      tests: { folders: ['tests', 'steps/first/tests'], limitMs: 30_000, user: null },
      minRewards: { reward: 1 },
      health: null,
    },
    {
      name: 'second',
      message: 'Write both into two.txt.',
      agentUser: null,
      agentLimitMs: 300_000,
      hasFiles: true,
      tests: {
        folders: ['tests', 'steps/second/tests'],
        limitMs: 600_000,
        user: null,
        container: {
          image: null,
          network: false,
          cpus: null,
          memoryMb: null,
          workdir: null,
          buildLimitMs: 600_000,
          collect: [],
          artifacts: [],
        },
      },
      minRewards: { reward: 0.5 },
      health: { command: 'test -f given.txt', intervalMs: 5000, limitMs: 30_000, startPeriodMs: 0, retries: 3 },
    },
  ])
  const { 'steps/second/instruction.md': _, ...silent } = severalSteps
  expect(why(silent)).toMatch(/no steps\/second\/instruction\.md/)
  const { 'steps/second/tests/test.sh': __, ...untested } = severalSteps
  expect(why(untested)).toMatch(/no steps\/second\/tests\/test\.sh/)
  const { 'steps/first/solution/solve.sh': ___, ...unsolved } = severalSteps
  expect(readWhole(unsolved).task.container?.of.hasSolution).toBe(false)
  expect(why(withToml(severalSteps, 'name = "second"', 'name = "first"'))).toMatch(/same name/)
  expect(why(withToml(severalSteps, 'name = "second"', 'name = ".."'))).toMatch(/can’t be a folder/)
})

test('tests in a container of their own get what the task names of the agent’s', () => {
  const own = `[verifier]
environment_mode = "separate"
[[verifier.collect]]
command = "git diff > /logs/artifacts/model.patch"
[verifier.environment]
allow_internet = true
cpus = 3
workdir = "/"
[verifier.unused]
timeout_sec = 60.0`
  const artifacts = 'artifacts = ["out.json", { source = "/app", exclude = [".git"] }]\nschema_version'
  const separate = withToml(withToml(helloWorld, '[verifier]\ntimeout_sec = 60.0', own), 'schema_version', artifacts)
  // Without an image of its own, it has the agent’s, but its own network and limits.
  expect(readWhole(separate).task.container?.of.tests?.container).toMatchObject({ image: null, network: true, cpus: 3 })
  const { task, warnings } = readWhole({ ...separate, 'tests/Dockerfile': 'FROM x' })
  expect(warnings.map(({ what }) => what)).toEqual([expect.stringMatching(/verifier\.unused/)])
  expect(task.container?.of.tests).toEqual({
    folders: ['tests'],
    limitMs: 600_000,
    user: null,
    container: {
      image: { builtFrom: 'tests' },
      network: true,
      cpus: 3,
      memoryMb: null,
      workdir: '/',
      buildLimitMs: 600_000,
      collect: [{ command: 'git diff > /logs/artifacts/model.patch', limitMs: 60_000 }],
      artifacts: [
        { path: 'out.json', exclude: [] },
        { path: '/app', exclude: ['.git'] },
      ],
    },
  })
  // Without an image or a table of its own, it is like the agent’s.
  const alike = readWhole(withToml(helloWorld, '[verifier]', '[verifier]\nenvironment_mode = "separate"'))
  expect(alike.task.container?.of.tests?.container).toMatchObject({ image: null, network: false, cpus: 1 })
  expect(
    why(withToml(helloWorld, 'schema_version', 'artifacts = [{ source = "/x", service = "db" }]\nschema_version')),
  ).toMatch(/Docker Compose/)
})

test('fields of a step that are not known are ignored', () => {
  const { warnings, task } = readWhole(withToml(severalSteps, 'min_reward = 1.0', 'sparkle = 1'))
  expect(warnings.map(({ what }) => what)).toEqual([expect.stringMatching(/steps\.0\.sparkle/)])
  expect(task.container?.of.steps?.[0]?.minRewards).toEqual({})
})

test('what can’t be run as it is written is refused with the reason', () => {
  expect(why({ ...helloWorld, 'environment/docker-compose.yaml': '' })).toMatch(/Compose file can’t be read/)
  expect(why({ ...helloWorld, 'tests/docker-compose.yaml': '' })).toMatch(/tests need several containers/)
  expect(why({ ...helloWorld, 'trajectory.json': '{}' })).toMatch(/earlier conversation \(trajectory\.json\)/)
  expect(why({ ...severalSteps, 'steps/second/trajectory.json': '{}' })).toMatch(/steps\/second\/trajectory\.json/)
  expect(why(withToml(helloWorld, 'cpus = 1', 'gpus = 1'))).toMatch(/graphics/)
  expect(why(withToml(helloWorld, 'cpus = 1', 'os = "Windows"'))).toMatch(/Windows/)
  expect(why(withToml(helloWorld, 'cpus = 1', 'allowed_hosts = ["pypi.org"]'))).toMatch(/only some hosts/)
  expect(why(withToml(helloWorld, 'cpus = 1', 'mcp_servers = [{ name = "x" }]'))).toMatch(/MCP/)
  expect(why(withToml(helloWorld, '"no-network"', '"allowlist"'))).toMatch(/only some hosts/)
  expect(why(withToml(helloWorld, '[verifier]', '[verifier]\nnetwork_mode = "public"'))).toMatch(/different network/)
  expect(why(withToml(helloWorld, 'cpus = 1', 'cpus = "many"'))).toMatch(/environment\.cpus/)
  const { 'tests/test.sh': _, ...untested } = helloWorld
  expect(why(untested)).toMatch(/no tests\/test\.sh/)
  expect(why({ ...helloWorld, 'instruction.md': ' \n' })).toMatch(/instruction\.md/)
  const { 'environment/Dockerfile': __, ...imageless } = helloWorld
  expect(why(imageless)).toMatch(/neither/)
})

test('the workspace takes no folder’s place that the system needs', () => {
  const at = (workdir: string) => why(withToml(helloWorld, 'cpus = 1', `workdir = ${JSON.stringify(workdir)}`))
  for (const good of ['/app', '/root', '/home/ada', '/srv/data', '/usr/src/app', '/workspace'])
    expect(at(good)).toBeNull()
  for (const bad of ['/', '/etc', '/usr', '/usr/bin', '/tests', '/logs/', 'app', '/app/../etc', '/a:b', '/var/lib'])
    expect(at(bad)).toMatch(/can’t be used/)
})

test('sizes are read with and without units', () => {
  expect(['512M', '2G', '1024K', '1.5GiB', 300, '64', null].map(sizeInMb)).toEqual([512, 2048, 1, 1536, 300, 64, null])
})

test('a Compose file that only describes the usual container is not needed; others are refused by what they ask', () => {
  const at = (text: string) => why({ ...helloWorld, 'environment/docker-compose.yaml': text })
  expect(at('services:\n  main:\n    platform: linux/amd64\n    security_opt:\n      - label=disable\n')).toBeNull()
  expect(
    at(
      'services:\n  main:\n    build:\n      context: .\n      dockerfile: Dockerfile\n    command: ["sleep", "infinity"]',
    ),
  ).toBeNull()
  expect(at('services:\n  main:\n')).toBeNull()
  expect(at('services:\n  main:\n    privileged: true\n    volumes: [x:/var/lib/docker]')).toMatch(
    /sets privileged, volumes for the container/,
  )
  expect(at('services:\n  main:\n    command: ["python", "serve.py"]')).toMatch(/sets command/)
  expect(at('services:\n  main:\n    build: ..')).toMatch(/sets build/)
  expect(at('services:\n  gateway: {}\n  ledger: {}')).toMatch(/several containers \(Docker Compose: gateway, ledger\)/)
})
