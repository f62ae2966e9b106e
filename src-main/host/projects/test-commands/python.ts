import { type Finder, firstOf, type ProjectFiles, sectionOf, textIn } from './project-files.ts'

const requirements = [
  'requirements.txt',
  'requirements-dev.txt',
  'dev-requirements.txt',
  'requirements-test.txt',
  'test-requirements.txt',
  'requirements/dev.txt',
  'requirements/test.txt',
  'requirements_dev.txt',
  'environment.yml',
] as const

/**
 * pytest, by the program that makes the environment in which it is: elsewhere there is another one, or none.
 * Without pytest, what runs the tests in the project's own files.
 */
export const fromPython: Finder = (files, platform) => {
  const project = textIn(files, 'pyproject.toml')
  const own = hatchCommand(project) ?? poeCommand(project)
  if (own !== null) return { command: own, source: 'pyproject.toml' }
  const source = pytestIn(files)
  const [manager, marker] = managerOf(files, project)
  if (source !== undefined) return { command: `${manager}pytest`, source }
  const tox =
    firstOf(files, ['tox.ini', 'tox.toml']) ?? (/^\[tool\.tox\b/m.test(project) ? 'pyproject.toml' : undefined)
  if (tox !== undefined) return { command: 'tox', source: tox }
  if (files.has('noxfile.py')) return { command: 'nox', source: 'noxfile.py' }
  if (!files.has('manage.py')) return null
  const python = platform === 'win32' ? 'py' : 'python'
  return { command: `${marker === null ? `${python} ` : `${manager}python `}manage.py test`, source: 'manage.py' }
}

/** The file by which pytest is known to be the project's. */
function pytestIn(files: ProjectFiles): string | undefined {
  const own = firstOf(files, ['pytest.ini', '.pytest.ini', 'conftest.py', 'tests/conftest.py', 'test/conftest.py'])
  const named = ['pyproject.toml', 'tox.ini', 'setup.cfg', 'setup.py', 'Pipfile', ...requirements]
  return own ?? named.find((name) => /\bpytest\b/.test(textIn(files, name)))
}

/** What starts a program in the project's environment, and the file that says so. */
function managerOf(files: ProjectFiles, project: string): readonly [start: string, marker: string | null] {
  const lock = locks.find(([name]) => files.has(name))
  if (lock !== undefined) return [lock[1], lock[0]]
  const table = tables.find(([pattern]) => pattern.test(project))
  return table === undefined ? ['', null] : [table[1], 'pyproject.toml']
}

/** By the lock that is committed; else by the tables of `pyproject.toml`. Standard groups of dependencies are uv's. */
const locks = [
  ['uv.lock', 'uv run '],
  ['poetry.lock', 'poetry run '],
  ['pdm.lock', 'pdm run '],
  ['pixi.lock', 'pixi run '],
  ['Pipfile.lock', 'pipenv run '],
  ['Pipfile', 'pipenv run '],
  ['pixi.toml', 'pixi run '],
] as const
const tables = [
  [/^\[tool\.uv\b/m, 'uv run '],
  [/^\[tool\.poetry\b|^build-backend *= *"poetry\.core/m, 'poetry run '],
  [/^\[tool\.pdm\b|^build-backend *= *"pdm\./m, 'pdm run '],
  [/^\[tool\.rye\b/m, 'rye run '],
  [/^\[tool\.pixi\b/m, 'pixi run '],
  [/^build-backend *= *"uv_build"|^\[dependency-groups\]/m, 'uv run '],
] as const

/** A script of an environment of hatch, its own command for tests, or null if hatch runs none. */
function hatchCommand(project: string): string | null {
  for (const name of ['default', 'test', 'tests']) {
    const scripts = sectionOf(project, `tool.hatch.envs.${name}.scripts`)
    const script = scripts === null ? undefined : /^(test|tests|run|pytest|unit) *=/m.exec(scripts)?.[1]
    if (script !== undefined) return `hatch run ${name === 'default' ? '' : `${name}:`}${script}`
  }
  return /^\[tool\.hatch\.envs\b/m.test(project) && /\bpytest\b|^\[tool\.hatch\.envs\.hatch-test\b/m.test(project)
    ? 'hatch test'
    : null
}

/** A task of poethepoet, which projects of Poetry and uv use. */
function poeCommand(project: string): string | null {
  const tasks = sectionOf(project, 'tool.poe.tasks')
  const hasTest = (tasks !== null && /^test *=/m.test(tasks)) || /^\[tool\.poe\.tasks\.test\]/m.test(project)
  if (!hasTest) return null
  return `${/^\[tool\.poetry\b/m.test(project) ? 'poetry' : 'uv'} run poe test`
}
