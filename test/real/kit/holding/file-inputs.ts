import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import type { WatchedHost } from '../watched-host.ts'
import type { HoldingInput } from './holding-input.ts'

const yamlBomb = (levels: number) => {
  const names = Array.from({ length: levels }, (_, at) => `n${at}`)
  const lines = names.map(
    (name, at) =>
      `${name}: &${name} [${Array(9)
        .fill(at === 0 ? 'x' : `*n${at - 1}`)
        .join(',')}]`,
  )
  return lines.join('\n')
}
const skill = (front: string) => `---\nname: x\ndescription: d\n${front}\n---\nText`
const begun = z.object({ ok: z.literal(true), value: z.object({ importId: z.string() }) })
const opened = z.object({ ok: z.literal(true), value: z.object({ id: z.string() }) })

/** Uploads a file as the window does, then finishes. */
async function upload(host: WatchedHost, bytes: Buffer): Promise<string> {
  const { importId } = begun.parse(await host.ask('import-begin')).value
  const part = 3_000_000
  for (let at = 0; at < bytes.length; at += part)
    await host.ask('import-add', { importId, bytes: bytes.subarray(at, at + part).toString('base64') })
  return importId
}
function bundle(name: string, text: () => string): HoldingInput {
  let packed: Buffer = Buffer.alloc(0)
  return {
    way: 'request',
    name: `an import: ${name}`,
    prepare: () => {
      packed = gzipSync(text())
    },
    work: async (host) => {
      const importId = await upload(host, packed)
      return await host.ask('import-finish', { importId, projectId: null })
    },
  }
}
function results(name: string, bytes: () => Buffer): HoldingInput {
  let file: Buffer = Buffer.alloc(0)
  return {
    way: 'request',
    name: `results: ${name}`,
    prepare: () => {
      file = bytes()
    },
    work: async (host) => {
      const importId = await upload(host, file)
      const { id } = opened.parse(await host.ask('project-open', { folder: host.project })).value
      return await host.ask('results-import', { importId, projectId: id, set: 's', name: 'r.json' })
    },
  }
}

const tasks = (name: string, file: string, text: () => string): HoldingInput => ({
  way: 'request',
  name: `tasks: ${name}`,
  prepare: (host) => {
    mkdirSync(join(host.project, 'harbor'), { recursive: true })
    writeFileSync(join(host.project, 'harbor/instruction.md'), 'x')
    writeFileSync(join(host.project, file), text())
  },
  work: async (host) => {
    const { id } = opened.parse(await host.ask('project-open', { folder: host.project })).value
    const path = file.endsWith('task.toml') ? join(host.project, 'harbor') : join(host.project, file)
    return await host.ask('tasks-import', { projectId: id, path, set: null, testCommand: null, repositories: null })
  },
})
const many = (count: number, each = '{}') => `[${Array(count).fill(each).join(',')}]`
const row = '{"id":"a","prompt":"p"}\n'

/** Files of a project, and files that a user imports. */
export const fileInputs: readonly HoldingInput[] = [
  {
    way: 'files',
    short: true,
    name: 'a skill with YAML of aliases of aliases',
    files: { '.stratagem/skills/x/SKILL.md': skill(yamlBomb(8)) },
  },
  {
    way: 'files',
    name: 'a skill with deep YAML',
    files: { '.stratagem/skills/x/SKILL.md': skill(`a: ${'['.repeat(9000)}${']'.repeat(9000)}`) },
  },
  {
    way: 'files',
    name: 'a skill that never closes its front matter',
    files: { '.stratagem/skills/x/SKILL.md': `---\n${'-\n'.repeat(100_000)}` },
  },
  { way: 'files', name: 'instructions of imports', files: { 'AGENTS.md': '@a.md '.repeat(30_000) } },
  { way: 'files', name: 'instructions of spaces', files: { 'AGENTS.md': `${' '.repeat(100_000)}@` } },
  {
    way: 'files',
    name: 'a mention of a file of 4 MB',
    files: { 'big.txt': `${'\t'.repeat(4_000_000)}x` },
    message: 'See @big.txt',
  },
  { way: 'files', name: 'a message of 500,000 mentions', files: {}, message: '@a '.repeat(500_000) },
  { way: 'files', name: 'a message of a million spaces', files: {}, message: `x${' '.repeat(1_000_000)}@` },
  bundle('300 MB of zeros', () => '0'.repeat(300_000_000)),
  bundle('a line of 20 MB of values', () => `${many(5_000_000, '[]')}\n`),
  bundle('a line of 5 million levels', () => `${'['.repeat(5_000_000)}${']'.repeat(5_000_000)}\n`),
  bundle('a million lines', () => '{}\n'.repeat(1_000_000)),
  bundle('a session of another tool with 200,000 lines', () =>
    '{"type":"user","message":{"role":"user","content":"x"},"uuid":"u","cwd":"/x","sessionId":"s"}\n'.repeat(200_000),
  ),
  results('20 MB of values', () => Buffer.from(many(5_000_000))),
  results('30 MB of CSV', () => Buffer.from(`lane,task,success\n${'a,"b""c",1\n'.repeat(2_500_000)}`)),
  results('30 MB of quotation marks', () => Buffer.from(`lane,task,success\n${'"'.repeat(30_000_000)}`)),
  results('a log of Inspect with very many samples', () =>
    Buffer.from(`{"eval":{"task":"t"},"samples":${many(1_000_000, '{"id":1,"scores":{}}')}}`),
  ),
  tasks('200,000 lines', 'tasks.jsonl', () => row.repeat(200_000)),
  tasks('a line of 5 million values', 'tasks.jsonl', () => `{"id":"a","prompt":"p","x":${many(5_000_000)}}\n`),
  tasks('a TOML of a million tables', 'harbor/task.toml', () =>
    Array.from({ length: 300_000 }, (_, at) => `[a${at}]`).join('\n'),
  ),
  tasks('a TOML of deep lists', 'harbor/task.toml', () => `a = ${'['.repeat(900_000)}`),
]
