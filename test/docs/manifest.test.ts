import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { dataFolder } from '../../src-main/host/data-folder/data-folder.ts'
import { keyVariables } from '../../src-main/host/runs/endpoint-profile.ts'
import { openProfilesFile } from '../../src-main/host/settings/profiles-file.ts'
import { readArguments } from '../../src-main/shell-command/arguments/read-arguments.ts'
import { temporaryFolder, testProfile } from '../kit/host/host-open.ts'

const root = path.resolve(import.meta.dirname, '../..')
const page = readFileSync(path.join(root, 'docs/machines.md'), 'utf8')

const named = z.object({ name: z.string() })
const container = z.object({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()).optional(),
  args: z.array(z.string()),
  env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  ports: z.array(z.object({ containerPort: z.number() })).default([]),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string(), subPath: z.string().optional() })),
})
const workload = z.object({
  kind: z.enum(['StatefulSet', 'Deployment']),
  spec: z.object({
    template: z.object({
      metadata: z.object({ labels: z.record(z.string(), z.string()) }),
      spec: z.object({ containers: z.tuple([container]), volumes: z.array(named) }),
    }),
    volumeClaimTemplates: z.array(z.object({ metadata: named })).default([]),
    selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
  }),
})
const service = z.object({
  kind: z.literal('Service'),
  metadata: named,
  spec: z.object({ selector: z.record(z.string(), z.string()), ports: z.array(z.object({ port: z.number() })) }),
})

const parts = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)]
  .flatMap(([, text = '']) => parseAllDocuments(text))
  .map((document) => z.union([workload, service]).parse(document.toJS()))
const workloads = parts.flatMap((part) => (part.kind === 'Service' ? [] : [part]))
const [server] = workloads.filter(({ kind }) => kind === 'StatefulSet')
const [machine] = workloads.filter(({ kind }) => kind === 'Deployment')
const [address] = parts.flatMap((part) => (part.kind === 'Service' ? [part] : []))
if (server === undefined || machine === undefined || address === undefined) throw new Error('A part is missing.')
const at = (one: typeof machine) => one.spec.template.spec.containers[0]

test('the manifest starts machines with options that the command line has', () => {
  const { command = [], args } = at(machine)
  const words = [...command, ...args]
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')))
  expect(words.slice(0, 4)).toEqual(['npm', 'run', '-s', Object.keys(scripts).find((name) => name === 'agent')])
  const read = readArguments(words.slice(words.indexOf('--') + 1), '/')
  expect(read).toMatchObject({ command: 'worker', kind: 'serve', unconfined: true, slots: 2 })
  if (read.command !== 'worker' || read.kind !== 'serve') throw new Error('It is no worker.')
  const { hostname, port } = new URL(read.queue.server)
  expect(hostname).toBe(address.metadata.name)
  expect(Number(port)).toBe(address.spec.ports[0]?.port)
  expect(Number(port)).toBe(at(server).ports[0]?.containerPort)
  const mounted = at(machine).volumeMounts.map(({ mountPath }) => mountPath)
  expect(mounted).toContain(path.posix.dirname(read.queue.keyFile ?? ''))
})

test('the variables and files of the manifest are those that the app reads', async () => {
  const { env, volumeMounts } = at(machine)
  const set = Object.fromEntries(env.map(({ name, value }) => [name, value]))
  expect(dataFolder({ platform: 'linux', home: '/root', environment: set })).toBe(path.resolve('/data'))
  expect(Object.keys(set)).toEqual(['STRATAGEM_HOME'])
  const profiles = volumeMounts.find(({ subPath }) => subPath !== undefined)
  expect(profiles?.mountPath).toBe(`/data/${profiles?.subPath}`)
  const folder = await temporaryFolder()
  openProfilesFile(folder, () => undefined).save(testProfile('http://127.0.0.1:1'))
  expect(readdirSync(folder)).toContain(profiles?.subPath)
  const [, key = ''] = /--from-literal=([A-Z_]+)=/.exec(page) ?? []
  expect([...keyVariables]).toContain(key)
})

test('each part of the manifest names others that are there', () => {
  for (const one of workloads) {
    const { metadata, spec } = one.spec.template
    expect(one.spec.selector.matchLabels).toEqual(metadata.labels)
    const volumes = [...spec.volumes, ...one.spec.volumeClaimTemplates.map((claim) => claim.metadata)]
    expect(
      spec.containers[0].volumeMounts
        .map(({ name }) => name)
        .filter((name) => !volumes.some((each) => each.name === name)),
    ).toEqual([])
  }
  expect(address.spec.selector).toEqual(server.spec.template.metadata.labels)
})

test('every worker option that the page names is one of the command line', () => {
  const usage = readFileSync(path.join(root, 'src-main/shell-command/arguments/usage.ts'), 'utf8')
  const lines = [...page.matchAll(/agent (?:worker|compare) [^`\n]*/g)].map(([line]) => line)
  const options = new Set(lines.flatMap((line) => [...line.matchAll(/--[a-z-]+/g)].map(([option]) => option)))
  expect(options.size).toBeGreaterThan(5)
  expect([...options].filter((option) => !usage.includes(option))).toEqual([])
})
