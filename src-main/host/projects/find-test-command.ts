import { existsSync, opendirSync } from 'node:fs'
import { join } from 'node:path'
import type { TestCommand } from '../../../src-shared/comparison/test-command.ts'
import { readRegular } from '../data-folder/regular-file.ts'
import { testCommandOf } from './test-command.ts'
import { endingsOfProjects } from './test-commands/others.ts'

/** Bytes; a larger file is not read. */
const maxBytes = 1_000_000
/** Entries of the top folder that are looked at for a name that is the project's own. */
const maxEntries = 5000

/** Files whose presence is enough. */
const markers = `pnpm-lock.yaml pnpm-workspace.yaml yarn.lock bun.lock bun.lockb bunfig.toml nx.json lerna.json
  Cargo.toml go.mod go.work pytest.ini .pytest.ini conftest.py tests/conftest.py test/conftest.py uv.lock poetry.lock
  pdm.lock pixi.lock Pipfile.lock noxfile.py manage.py mix.exs pom.xml mvnw mvnw.cmd build.gradle build.gradle.kts
  settings.gradle settings.gradle.kts gradlew gradlew.bat .rspec bin/rails test artisan phpunit.xml phpunit.xml.dist
  phpunit.dist.xml build.sbt Package.swift gleam.toml rebar.config dune-project stack.yaml cabal.project project.clj
  shard.yml foundry.toml .busted test/runtests.jl MODULE.bazel WORKSPACE.bazel WORKSPACE mise-tasks/test
  .mise/tasks/test .mise-tasks/test build.mill build.sc
  pants.toml .buckconfig .moon/workspace.yml elm.json tests dub.json dub.sdl tests/testthat t Makefile.PL Build.PL
  cpanfile dist.ini tox.toml`.split(/\s+/)

/** Files that are read. */
const texts = `package.json deno.json deno.jsonc turbo.json pyproject.toml tox.ini setup.cfg setup.py Pipfile
  requirements.txt requirements-dev.txt dev-requirements.txt requirements-test.txt test-requirements.txt
  requirements/dev.txt requirements/test.txt requirements_dev.txt environment.yml deps.edn DESCRIPTION Gemfile Rakefile composer.json build.zig pubspec.yaml
  CMakeLists.txt meson.build mise.toml .mise.toml mise/config.toml .config/mise.toml pixi.toml justfile Justfile
  .justfile Taskfile.yml Taskfile.yaml taskfile.yml Taskfile.dist.yml GNUmakefile Makefile makefile`.split(/\s+/)

/** Looks for a project's test command in the files at the top of its folder. Unreadable files are ignored. */
export function findTestCommand(folder: string): TestCommand | null {
  const files = new Map<string, string | null>()
  for (const name of markers) if (existsSync(join(folder, name))) files.set(name, null)
  for (const name of filesNamedAfterProject(folder)) files.set(name, null)
  for (const name of texts) {
    const text = textOf(join(folder, name))
    if (text !== null) files.set(name, text)
  }
  return testCommandOf(files, process.platform)
}

function filesNamedAfterProject(folder: string): string[] {
  const found: string[] = []
  try {
    const entries = opendirSync(folder)
    for (let count = 0; count < maxEntries; count++) {
      const entry = entries.readSync()
      if (entry === null) break
      if (endingsOfProjects.some((ending) => entry.name.toLowerCase().endsWith(ending))) found.push(entry.name)
    }
    entries.closeSync()
  } catch {
    return []
  }
  return found.toSorted()
}

function textOf(path: string): string | null {
  try {
    return readRegular(path, maxBytes)
  } catch {
    return null
  }
}
