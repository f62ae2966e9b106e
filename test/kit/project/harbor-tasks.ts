import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Tasks in Harbor's format, as their authors write them: texts by path. */

type Texts = Readonly<Record<string, string>>

const testsOf = (condition: string) => `#!/bin/sh
if ${condition}; then echo 1 > /logs/verifier/reward.txt; else echo 0 > /logs/verifier/reward.txt; fi
`

/** As `harbor init` makes one. */
export const helloWorld: Texts = {
  'instruction.md': 'Create a file called hello.txt with "Hello, world!" as its content.\n',
  'task.toml': `schema_version = "1.3"

[task]
name = "examples/hello-world"
description = "A first task"
authors = [{ name = "Ada", email = "ada@example.org" }]
keywords = ["files"]

[metadata]
difficulty = "easy"
category = "programming"
tags = ["trivial", "files"]

[agent]
timeout_sec = 120.0

[verifier]
timeout_sec = 60.0

[environment]
build_timeout_sec = 300.0
cpus = 1
memory_mb = 2048
storage_mb = 10240
network_mode = "no-network"
`,
  'environment/Dockerfile': 'FROM ubuntu:24.04\nWORKDIR /app\n',
  'solution/solve.sh': '#!/bin/sh\necho "Hello, world!" > hello.txt\n',
  'tests/test.sh': testsOf('[ "$(cat /app/hello.txt)" = "Hello, world!" ]'),
  'README.md': '# Hello\n',
}

/** Of the time of Terminal-Bench 2.0: the older names of fields, and everything in English units. */
export const olderTask: Texts = {
  'instruction.md': '# Fix the build\r\n\r\nMake `make` work.\r\n',
  'task.toml': `version = "1.0"

[metadata]
author_name = "Bob"
difficulty = "hard"
expert_time_estimate_min = 30.0

[verifier]
timeout_sec = 900.0

[agent]
timeout_sec = 7200.0

[environment]
docker_image = "example.org/tasks/fix-build:20251031"
memory = "2G"
storage = "512M"
allow_internet = true
`,
  'solution/solve.sh': 'make\n',
  'tests/test.sh': testsOf('make -C /app'),
  'tests/test_outputs.py': 'def test_build(): pass\n',
}

/** With variables, users, a health check and fields of a version to come. */
export const fullTask: Texts = {
  'instruction.md': 'Query the database.\n',
  'task.toml': `schema_version = "1.4"
artifacts = ["/app/out.json"]
colour = "blue"

[agent]
user = "agent"

[verifier]
user = "root"
[verifier.env]
JUDGE_KEY = "\${JUDGE_KEY}"
JUDGE_MODEL = "\${JUDGE_MODEL:-small}"

[environment]
workdir = "/srv/data"
cpus = 2
sparkle = 3
[environment.env]
PGHOST = "localhost"
TOKEN = "\${API_TOKEN}"
[environment.healthcheck]
command = "pg_isready"
interval_sec = 0.5
retries = 10

[solution.env]
ANSWER = "42"
`,
  'environment/Dockerfile': 'FROM postgres:17\n',
  'environment/seed/data.sql': 'select 1;\n',
  'tests/test.sh': testsOf('true'),
}

/** Two messages; the second begins only if the first was done. */
export const severalSteps: Texts = {
  'task.toml': `schema_version = "1.3"
multi_step_reward_strategy = "mean"

[task]
name = "examples/steps"

[agent]
timeout_sec = 300

[verifier.env]
WANTED = "yes"

[environment]
network_mode = "no-network"

[[steps]]
name = "first"
min_reward = 1.0
[steps.agent]
timeout_sec = 60
[steps.verifier]
timeout_sec = 30

[[steps]]
name = "second"
min_reward = { reward = 0.5 }
[steps.verifier]
environment_mode = "separate"
[steps.verifier.env]
WANTED = "both"
[steps.healthcheck]
command = "test -f given.txt"
`,
  'steps/first/instruction.md': 'Write yes into one.txt.',
  'steps/first/tests/test.sh': testsOf('test "$(cat one.txt)" = "$WANTED" && test -f /tests/shared.txt'),
  'steps/first/solution/solve.sh': '#!/bin/sh\necho yes > one.txt\n',
  'steps/second/instruction.md': 'Write both into two.txt.',
  'steps/second/workdir/given.txt': 'for the second step\n',
  'steps/second/workdir/setup.sh': '#!/bin/sh\necho set up > made.txt\n',
  'steps/second/tests/test.sh': testsOf('test -f /tests/shared.txt'),
  'steps/second/solution/solve.sh': '#!/bin/sh\necho both > two.txt\n',
  'tests/shared.txt': 'only for the tests\n',
  'environment/Dockerfile': 'FROM scratch',
}

/** @param folder made if it is missing */
export function writeTexts(folder: string, texts: Texts): void {
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** So many tasks, each in a folder of its own. */
export function writeHelloWorlds(folder: string, count: number): void {
  for (let at = 1; at <= count; at++) {
    const settings = helloWorld['task.toml']?.replace('hello-world', `hello-world-${at}`) ?? ''
    const own = { 'task.toml': settings, 'instruction.md': `Do number ${at}.\n` }
    writeTexts(join(folder, `task-${at}`), { ...helloWorld, ...own })
  }
}
