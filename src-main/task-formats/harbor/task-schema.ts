import { z } from 'zod'

/**
 * `task.toml` of Harbor, versions 1.0 to 1.4, as of its release 0.25. Tables that only describe (`metadata`, `task`) are kept as they are.
 * Source: https://github.com/laude-institute/harbor (Apache-2.0), `src/harbor/models/task/config.py`
 */

/** Harbor also takes a number that is written as text. */
const amount = z.preprocess(
  (given) => (typeof given === 'string' && /^[+-]?\d+(\.\d+)?$/.test(given.trim()) ? Number(given) : given),
  z.number(),
)
const seconds = amount.pipe(z.number().positive())
/** Of a resource; none and 0 are no limit. */
const limit = amount
  .pipe(z.number().min(0))
  .transform((given) => given || null)
  .nullish()
/** Text that is as good as left out if it is empty. */
const optionalText = z
  .string()
  .transform((given) => given || null)
  .nullish()
const variables = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String)).default({})
const user = z.union([z.string().transform((given) => given || null), z.number().int().min(0).transform(String)])
const networkMode = z.enum(['public', 'no-network', 'allowlist'])
const anything = z.unknown().optional()
const network = { network_mode: networkMode.nullish(), allowed_hosts: z.array(z.string()).nullish() }
/** Such as `512M`, `2G`, or a number of MB. */
const size = z.union([
  z
    .string()
    .trim()
    .regex(/^\d+(\.\d+)?\s*([KMGT]i?B?)?$/i, 'is not a size such as 2G'),
  z.number(),
])

const health = z.strictObject({
  command: z.string().min(1),
  interval_sec: z.number().min(0).default(5),
  timeout_sec: seconds.default(30),
  start_period_sec: z.number().min(0).default(0),
  start_interval_sec: z.number().min(0).default(5),
  retries: z.number().int().min(1).default(3),
})

/** A name such as `registry.example:5000/team/image:tag@sha256:…`, which no engine takes for an option. */
const imageName = optionalText.refine(
  (name) => !name || /^[\w.][\w./:@-]{0,400}$/.test(name),
  'it is no name of an image',
)

const environment = z.strictObject({
  build_timeout_sec: seconds.default(600),
  docker_image: imageName,
  os: z
    .string()
    .transform((name) => name.toLowerCase())
    .pipe(z.enum(['linux', 'windows']))
    .default('linux'),
  cpus: limit,
  memory_mb: limit,
  storage_mb: limit,
  gpus: amount.pipe(z.number().min(0)).nullish(),
  gpu_types: anything,
  tpu: anything,
  ...network,
  env: variables,
  workdir: optionalText,
  skills_dir: optionalText,
  mcp_servers: z.array(z.unknown()).default([]),
  healthcheck: health.nullish(),
  // Of older versions.
  memory: size.nullish(),
  storage: size.nullish(),
  allow_internet: z.boolean().nullish(),
})

const agent = z.strictObject({ timeout_sec: seconds.nullish(), user: user.nullish(), ...network })

/** A path in the container, or one with what is left out of it. */
const artifact = z.preprocess(
  (given) => (typeof given === 'string' ? { source: given } : given),
  z.strictObject({
    source: z
      .string()
      .min(1)
      .refine((path) => !path.split('/').includes('..'), 'leads out of a folder with “..”'),
    // Where Harbor keeps it among its results.
    destination: anything,
    exclude: z.array(z.string().min(1)).default([]),
    service: z
      .string()
      .nullish()
      .transform((name) => name ?? 'main'),
  }),
)
const artifacts = z.array(artifact).default([])

const collect = z.strictObject({
  command: z.string().min(1),
  service: z.string().trim().min(1).default('main'),
  timeout_sec: seconds.default(60),
  user: user.nullish(),
})

/** Of the task or of a step: a step without a time limit has the usual one, not the task’s, as with Harbor. */
const verifier = z.strictObject({
  timeout_sec: seconds.default(600),
  env: variables,
  user: user.nullish(),
  environment_mode: z.enum(['shared', 'separate']).nullish(),
  environment: environment.nullish(),
  collect: z.array(collect).default([]),
  ...network,
})

const step = z.strictObject({
  name: z.string().min(1).max(200),
  agent: agent.prefault({}),
  verifier: verifier.prefault({}),
  /** A number is for the key `reward`. */
  min_reward: z.union([amount.transform((reward) => ({ reward })), z.record(z.string(), amount)]).nullish(),
  healthcheck: health.nullish(),
  artifacts,
})
export type HarborStep = z.infer<typeof step>

export const harborTask = z.strictObject({
  schema_version: z.string().optional(),
  /** The older name of `schema_version`. */
  version: z.string().optional(),
  source: z.string().nullish(),
  artifacts,
  multi_step_reward_strategy: z.enum(['mean', 'final']).nullish(),
  steps: z.array(step).default([]),
  task: z
    .object({ name: z.string().min(1).max(200), keywords: z.array(z.string()).default([]) })
    .loose()
    .optional(),
  metadata: z.record(z.string(), z.unknown()).default({}),
  agent: agent.prefault({}),
  verifier: verifier.prefault({}),
  environment: environment.prefault({}),
  solution: z.strictObject({ env: variables }).prefault({}),
})
export type HarborTask = z.infer<typeof harborTask>

export type ReadHarborTask =
  /** `ignored`: fields that this version does not know, as `table.field`. */
  | { readonly config: HarborTask; readonly ignored: readonly string[] }
  /** Why it can’t be read, in a sentence. */
  | { readonly why: string }

/** As Harbor does, fields that are not known are ignored. @param value the parsed TOML */
export function readHarborToml(value: unknown): ReadHarborTask {
  const strict = harborTask.safeParse(value)
  if (strict.success) return { config: strict.data, ignored: [] }
  const unknown = strict.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [],
  )
  const read = harborTask.safeParse(unknown.reduce(without, value))
  if (read.success) return { config: read.data, ignored: unknown.map((path) => path.join('.')) }
  const [issue] = read.error.issues
  return { why: `In task.toml, ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'it is not a task'}.` }
}

/** The value without the field at a path. */
function without(value: unknown, [first, ...rest]: readonly PropertyKey[]): unknown {
  if (typeof value !== 'object' || value === null || first === undefined) return value
  if (Array.isArray(value)) return value.map((each: unknown, at) => (at === first ? without(each, rest) : each))
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => {
      if (key !== first) return [[key, each]]
      return rest.length === 0 ? [] : [[key, without(each, rest)]]
    }),
  )
}

/** `allow_internet` is the older way to say it; without either, a task has the network. */
export function networkOf({ network_mode, allow_internet }: HarborTask['environment']) {
  return network_mode ?? (allow_internet === false ? 'no-network' : 'public')
}

/** A size of older versions in whole MB; a number without a unit is in MB. Null: less than one, or none. */
export function sizeInMb(text: string | number | null | undefined): number | null {
  if (text === null || text === undefined) return null
  const [, number = '', unit = 'M'] = /^([\d.]+)\s*([KMGT]?)/i.exec(String(text)) ?? []
  const mb: { readonly [unit: string]: number } = { K: 1 / 1024, M: 1, G: 1024, T: 1024 * 1024 }
  return Math.floor(Number(number) * (mb[unit.toUpperCase()] ?? 1)) || null
}

/** Seconds to ms, within what a task may take here: 1 s to a day. */
export const inMs = (seconds: number): number => Math.round(Math.min(Math.max(seconds, 1), 86_400) * 1000)
