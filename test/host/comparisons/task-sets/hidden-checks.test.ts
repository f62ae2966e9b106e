import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ask } from '../../../../src-main/host/api/host-client.ts'
import { findSandbox } from '../../../../src-main/sandbox/find-sandbox.ts'
import { batchOf, batchToEnd } from '../../../kit/agent/batch-trials.ts'
import { sealedCheck, sealedTaskSet, visibleFolder } from '../../../kit/agent/sealed-task-set.ts'
import { turnOf } from '../../../kit/fake-host/lane-scripts.ts'
import { hostModelServer } from '../../../kit/host/host-model-server.ts'
import { openTestHost } from '../../../kit/host/host-open.ts'
import { temporaryProject } from '../../../kit/project/temporary-project.ts'
import { compareTalk } from '../../../kit/window/compare-lanes.ts'

// Every run has a copy made and removed: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 180_000 })

const { sandbox } = await findSandbox()
const testHere = test.skipIf(sandbox === null || process.platform !== 'linux')

testHere(
  'an agent that looks everywhere finds neither hidden tests nor answers, nor does what it leaves running',
  async () => {
    const base = visibleFolder()
    const { path, clones } = sealedTaskSet(base)
    const seen: string[] = []
    const lurk =
      'i=0; while [ $i -lt 200 ]; do if [ -e tests/check.cjs ]; then cp tests/check.cjs stolen.txt; echo yes > done.txt; fi; i=$((i+1)); sleep 0.05; done'
    const commands = [
      'pwd; ls -la . .. ../.. ../../..; env; git log --all -p',
      `grep -rE 'SEALED-[0-9]' . .. ../.. '${base}' 2>&1 | head -50`,
      `cat '${path}'; git -C '${clones}/ada__calc' log -p --all; find '${base}' -name 'check*' -o -name '*.pack' -o -name '*.jsonl'`,
      `for g in $(find '${base}' -type d -name objects 2>/dev/null); do git --git-dir "$(dirname "$g")" log -p --all; done; true`,
      "cat /proc/*/environ 2>/dev/null | tr '\\0' '\\n' | grep SEALED-; for p in /proc/[0-9]*; do ls $p/cwd/tests $p/root/tests 2>/dev/null; done; true",
      `setsid sh -c '${lurk}' >/dev/null 2>&1 &`,
      `env -i PATH="$PATH" setsid nohup sh -c '${lurk}' >/dev/null 2>&1 & disown; true`,
    ]
    const server = await hostModelServer((request) => {
      seen.push(JSON.stringify(request.messages))
      const command = commands[turnOf(request)]
      return command === undefined ? { text: 'done' } : { calls: [{ tool: 'shell', arguments: { command } }] }
    })
    const project = await temporaryProject({ 'a.txt': 'one\n' })
    const host = await openTestHost({ dataFolder: join(base, 'data') })
    const { project: opened } = await compareTalk(host, project.folder, server.url)
    const request = { projectId: opened.id, path, set: null, testCommand: null, repositories: clones }
    const { tasks, refused } = await ask(host, 'tasks-import', request)
    expect(refused).toEqual([])
    const chosen = tasks.map(({ id }) => ({ keptTask: id }))
    const { trials } = await batchToEnd(host, batchOf(opened.id, { tasks: chosen, repeats: 1 }))
    expect(trials.map(({ failure }) => failure)).toEqual(trials.map(() => null))
    // All commands ran; the check saw what the agent did, which is nothing.
    expect(trials.map(({ result }) => [result?.totals.toolCalls, result?.success])).toEqual(
      trials.map(() => [commands.length, false]),
    )
    expect(trials.map(({ result }) => result?.changes?.files)).toEqual(trials.map(() => 0))
    expect(seen.join('\n').match(/SEALED-\d/g)).toBeNull()
  },
)

testHere('a task set in the project whose agents get the project’s files is reported', async () => {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const path = join(project.folder, 'tasks.jsonl')
  const rows = [
    { name: 'open', message: 'Do it.', check: 'node tests/check.cjs', hidden: { 'tests/check.cjs': sealedCheck } },
    { name: 'apart', message: 'Do it.', files: { 'a.txt': '' }, check: 'node t.cjs', hidden: { 't.cjs': sealedCheck } },
    { name: 'nothing hidden', message: 'Do it.', check: 'node -e 0' },
  ]
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  const host = await openTestHost()
  const { id: projectId } = await ask(host, 'project-open', { folder: project.folder })
  const { warnings } = await ask(host, 'tasks-import', {
    ...{ projectId, path, set: null, testCommand: null, repositories: null },
  })
  expect(warnings).toEqual([{ name: 'open', what: expect.stringMatching(/Move that file out of the project/) }])
})
