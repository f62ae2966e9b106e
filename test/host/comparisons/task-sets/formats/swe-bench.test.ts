import { expect, test } from 'vitest'
import { readAllLines } from './read-all-lines.ts'

const row = {
  instance_id: 'ada__calc-7',
  repo: 'ada/calc',
  base_commit: '0123456789abcdef0123456789abcdef01234567',
  patch: 'the answer',
  test_patch: 'the tests',
  problem_statement: 'sum() drops the last number.\n',
  hints_text: 'It is an off-by-one error.',
  created_at: '2026-01-01',
  version: '1.0',
  FAIL_TO_PASS: '["tests/test_sum.py::test_last"]',
  PASS_TO_PASS: ['tests/test_sum.py::test_none', 'tests/test_sum.py::test_odd[a b]'],
}
const read = (more: object = {}, testCommand: string | null = null, platform: NodeJS.Platform = 'linux') =>
  readAllLines(JSON.stringify({ ...row, ...more }), { testCommand, platform })

test('a row becomes a task: problem, commit, hidden tests, and a check by the tests it names', () => {
  expect(read()).toEqual({
    refused: [],
    warnings: [],
    tasks: [
      {
        format: 'swe-bench',
        name: 'ada__calc-7',
        message: 'sum() drops the last number.',
        start: { kind: 'commit', repository: 'ada/calc', commit: row.base_commit },
        setUpCommand: null,
        check: {
          command:
            "python -m pytest -q tests/test_sum.py::test_last tests/test_sum.py::test_none 'tests/test_sum.py::test_odd[a b]'",
          scorePattern: null,
          better: 'higher',
          timeLimitMs: 1_800_000,
        },
        hidden: { kind: 'patch', patch: 'the tests' },
        solution: { files: { kind: 'patch', patch: 'the answer' }, command: null },
        timeLimitMs: null,
        tags: [],
        needs: [],
      },
    ],
  })
})

test('what holds the answer does not reach the agent', () => {
  const [task] = read().tasks
  expect(JSON.stringify([task?.message, task?.start, task?.check])).not.toMatch(/answer|off-by-one/)
})

test('names of tests are quoted for the shell of the system', () => {
  const tests = { FAIL_TO_PASS: ["a.py::it's[$(rm -rf x)]"], PASS_TO_PASS: [] }
  expect(read(tests).tasks[0]?.check?.command).toBe("python -m pytest -q 'a.py::it'\\''s[$(rm -rf x)]'")
  const windows = read({ FAIL_TO_PASS: ['a.py::x["%PATH%"]'], PASS_TO_PASS: [] }, null, 'win32')
  expect(windows.tasks[0]?.check?.command).toBe('python -m pytest -q "a.py::x[""%%PATH%%""]"')
})

test('tests of another runner need a command, which also makes an image unnecessary', () => {
  const tests = { FAIL_TO_PASS: ['test_last (calc.tests.SumTest)'] }
  expect(read(tests).refused[0]).toMatchObject({ name: 'ada__calc-7', why: expect.stringMatching(/Give the command/) })
  const inImage = { ...tests, image: 'swebench/x' }
  expect(read(inImage, './run-tests.sh').tasks[0]).toMatchObject({ check: { command: './run-tests.sh' }, needs: [] })
  expect(read(inImage).tasks[0]).toMatchObject({ check: null, needs: ['container'] })
  expect(read({ image: 'swebench/x' }).tasks[0]?.needs).toEqual(['container'])
})

test.each(['image', 'dockerhub_tag', 'docker_image', 'image_name'])('%s is the name of an image', (field) => {
  expect(read({ [field]: 'x/y' }).tasks[0]?.needs).toEqual(['container'])
})

// As 662 names of SWE-bench Verified are.
test('names that are cut off within a bracket run the whole test, and that is said', () => {
  const tests = {
    FAIL_TO_PASS: ['t/test_a.py::test_units[log(kilo', 't/test_a.py::test_units[b]', 't/test_a.py::test_c[d e]'],
    PASS_TO_PASS: ['t/test_a.py::test_units[sqrt('],
  }
  const { tasks, warnings } = read(tests)
  expect(tasks[0]?.check?.command).toBe("python -m pytest -q t/test_a.py::test_units 't/test_a.py::test_c[d e]'")
  expect(warnings).toEqual([{ name: 'ada__calc-7', what: expect.stringMatching(/^2 names of tests end within/) }])
})

test('a name of a test is never an option of its runner', () => {
  const tests = { FAIL_TO_PASS: ['--collect-only/a.py::x'], PASS_TO_PASS: [] }
  expect(read(tests).tasks[0]?.check?.command).toBe('python -m pytest -q ./--collect-only/a.py::x')
})

test('rows without a commit say so, and rows with pictures too', () => {
  const { base_commit: _, ...smith } = row
  expect(readAllLines(JSON.stringify(smith), { testCommand: null, platform: 'linux' }).refused[0]?.why).toMatch(
    /^base_commit: it names no commit/,
  )
  const pictures = { image_assets: '{"problem_statement": ["https://example.org/a.png"]}' }
  expect(read(pictures).warnings[0]?.what).toMatch(/pictures/)
  expect(read({ image_assets: null }).warnings).toEqual([])
})

test('a row of Multi-SWE-bench has its commit, its issues and its tests under other names', () => {
  const multi = {
    org: 'ada',
    repo: 'calc',
    number: 7,
    base: { label: 'main', ref: 'main', sha: row.base_commit },
    resolved_issues: [{ number: 3, title: 'Wrong sum', body: 'The last number is missing.' }],
    fix_patch: 'the answer',
    test_patch: 'the tests',
    f2p_tests: { 'calc:sum': {} },
    p2p_tests: { 'calc:none': {} },
  }
  const lines = JSON.stringify(multi)
  expect(readAllLines(lines, { testCommand: null, platform: 'linux' }).refused[0]?.why).toMatch(/Give the command/)
  expect(readAllLines(lines, { testCommand: 'make test', platform: 'linux' }).tasks[0]).toMatchObject({
    name: 'ada__calc-7',
    message: 'Wrong sum\n\nThe last number is missing.',
    start: { kind: 'commit', repository: 'ada/calc', commit: row.base_commit },
    solution: { files: { kind: 'patch', patch: 'the answer' } },
  })
})

test('rows that Python and viewers write: NaN, nothing, indentation, a page', () => {
  const options = { testCommand: null, platform: 'linux' } as const
  const nan = `${JSON.stringify({ ...row, PASS_TO_PASS: null }).slice(0, -1)}, "difficulty": NaN}`
  expect(readAllLines(nan, options)).toMatchObject({ refused: [], tasks: [{ tags: [] }] })
  const second = { ...row, instance_id: 'b' }
  const printed = [row, second].map((each) => JSON.stringify(each, null, 2)).join('\n')
  expect(readAllLines(printed, options).tasks.map(({ name }) => name)).toEqual(['ada__calc-7', 'b'])
  const page = JSON.stringify({ features: [], rows: [{ row_idx: 0, row, truncated_cells: [] }] }, null, 1)
  expect(readAllLines(page, options).tasks).toHaveLength(1)
})

test.each([
  ['of numpy', "['t.py::a' 't.py::b']"],
  ['a name a line', 't.py::a\nt.py::b\n'],
  ['with commas', 't.py::a, t.py::b'],
])('tests as text, %s', (_, tests) => {
  const { tasks } = read({ FAIL_TO_PASS: tests, PASS_TO_PASS: null })
  expect(tasks[0]?.check?.command).toBe('python -m pytest -q t.py::a t.py::b')
})

test('a list that numpy shortened is no list', () => {
  expect(read({ FAIL_TO_PASS: "['t.py::a' ... 't.py::b']" }).tasks).toEqual([])
})

test('rows of one object: by name, under a name, as columns, and as a page in one line', () => {
  const second = { ...row, instance_id: 'b' }
  const columns = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, { 0: value }]))
  const cut = { row_idx: 1, row: second, truncated_cells: ['patch'] }
  for (const [value, names] of [
    [{ a: row, b: second }, ['ada__calc-7', 'b']],
    [{ version: 1, instances: [row] }, ['ada__calc-7']],
    [columns, ['ada__calc-7']],
    [{ rows: [{ row_idx: 0, row, truncated_cells: [] }, cut] }, ['ada__calc-7']],
  ] as const) {
    const { tasks, refused } = readAllLines(JSON.stringify(value), { testCommand: null, platform: 'linux' })
    expect(tasks.map(({ name }) => name)).toEqual(names)
    expect(refused).toEqual(
      'rows' in value ? [{ name: 'Task 2', why: expect.stringContaining('only parts of it') }] : [],
    )
  }
})

test.each(['https://github.com/ada/calc', 'https://github.com/ada/calc.git', 'git@github.com:ada/calc.git'])(
  'a repository by its address: %s',
  (repo) => expect(read({ repo }).tasks[0]?.start).toMatchObject({ repository: 'ada/calc' }),
)

test('a row of another data set is refused with what it has', () => {
  const { refused } = readAllLines('{"task_id": "HumanEval/0", "prompt": "def f"}', {
    testCommand: null,
    platform: 'linux',
  })
  expect(refused[0]?.why).toBe('message: the message for the agent is missing. The fields are task_id and prompt.')
})

test.each([
  [{ FAIL_TO_PASS: '[]', PASS_TO_PASS: '[]' }, /names no tests/],
  [{ FAIL_TO_PASS: 'not a list' }, /FAIL_TO_PASS/],
  [{ problem_statement: '' }, /problem_statement/],
  [
    { PASS_TO_PASS: Array.from({ length: 9000 }, (_, at) => `tests/test_a.py::test_${at}`) },
    /too many for one command/,
  ],
])('%j is refused', (more, why) => {
  expect(read(more).refused[0]?.why).toMatch(why)
})

test('hundreds of tests fit in one command, but not on Windows', () => {
  const many = { PASS_TO_PASS: Array.from({ length: 900 }, (_, at) => `tests/test_a.py::test_${at}`) }
  expect(read(many).tasks[0]?.check?.command).toMatch(/ tests\/test_a\.py::test_899$/)
  expect(read(many, null, 'win32').refused[0]?.why).toMatch(/too many for one command/)
})

// As the rows of Django have them, by the version of Python that they were made with.
test('names that unittest prints become those that it takes', () => {
  const tests = {
    FAIL_TO_PASS: '["test_ascii (auth_tests.test_validators.UsernameTests)"]',
    PASS_TO_PASS: '["test_help (auth_tests.test_validators.UsernameTests.test_help)", "aggregation.tests.test_sum"]',
    environment_setup_commit: '0'.repeat(40),
    version: '3.0',
  }
  expect(read(tests, 'python tests/runtests.py {tests}').tasks[0]?.check?.command).toBe(
    'python tests/runtests.py auth_tests.test_validators.UsernameTests.test_ascii auth_tests.test_validators.UsernameTests.test_help aggregation.tests.test_sum',
  )
  const described = { FAIL_TO_PASS: ['Named URLs should be reversible'], PASS_TO_PASS: [] }
  expect(read(described, 'run {tests}').refused[0]?.why).toMatch(/“Named URLs .*description.*without \{tests\}/)
  expect(read(described, 'run all').tasks).toHaveLength(1)
})

// Rows of SWE-Gym and of SWE-bench Pro.
test('lists as Python prints them, names in small letters, and a problem in three parts', () => {
  const { FAIL_TO_PASS: _, PASS_TO_PASS: __, ...nameless } = row
  const pro = {
    ...nameless,
    problem_statement: '"**Wrong sum**\\n\\nThe last number is missing."',
    requirements: '"- `total` counts all numbers."',
    interface: 'No new interfaces are introduced.',
    fail_to_pass: `['tests/test_sum.py::test_last', "tests/test_sum.py::test_x[it's]", ]`,
    pass_to_pass: '["tests/test_sum.py::test_none"]',
    dockerhub_tag: 'ada.calc-ada__calc-7',
  }
  const [task] = readAllLines(JSON.stringify(pro), { testCommand: null, platform: 'linux' }).tasks
  expect(task).toMatchObject({
    message:
      '**Wrong sum**\n\nThe last number is missing.\n\nRequirements:\n- `total` counts all numbers.\n\nNew interfaces introduced:\nNo new interfaces are introduced.',
    needs: ['container'],
  })
  expect(task?.check?.command).toBe(
    `python -m pytest -q tests/test_sum.py::test_last 'tests/test_sum.py::test_x[it'\\''s]' tests/test_sum.py::test_none`,
  )
  expect(read({ FAIL_TO_PASS: "['a.py::b'", PASS_TO_PASS: [] }).refused[0]?.why).toMatch(/FAIL_TO_PASS/)
})
