import { z } from 'zod'

const names = z.record(z.string(), z.string()).default({})
const systems = z.union([z.string().transform((one) => [one]), z.array(z.string())]).optional()
const lockedPackage = z.object({
  dependencies: names,
  devDependencies: names,
  optionalDependencies: names,
  engines: z.object({ node: z.string().optional() }).optional().catch(undefined),
  os: systems,
  cpu: systems,
})
type LockedPackage = z.infer<typeof lockedPackage>
/** The parts of `package-lock.json` that say what npm installs where. */
export const lockFile = z.object({ packages: z.record(z.string(), lockedPackage) })

/** Users' systems, by the words of npm. */
const ours = { os: ['darwin', 'linux', 'win32'], cpu: ['arm64', 'x64'] }

/**
 * Optional packages of our systems that do not fit the Node that we say is enough: npm leaves them out without a word,
 * and what needs them fails later.
 */
export function findUnfitOptionals({ packages }: z.infer<typeof lockFile>): readonly string[] {
  const root = packages['']
  const engines = root?.engines?.node
  if (root === undefined || engines === undefined) return ['package.json names no versions of Node under "engines"']
  const versions = versionsOf(engines)
  if (versions.length === 0) return [`engines.node "${engines}" is not read by this check: write ^a.b.c or >=a.b.c`]
  return optionalsOf(packages).flatMap((place) => {
    const wants = packages[place]?.engines?.node ?? '*'
    const unfit = versions.find((version) => !satisfies(version, wants))
    const name = place.replace(/^.*node_modules\//, '')
    return unfit === undefined ? [] : [`${name} wants Node ${wants}: npm leaves it out on ${unfit.join('.')}`]
  })
}

/** Places of all optional packages that are installed on one of our systems. */
function optionalsOf(packages: Readonly<Record<string, LockedPackage>>): readonly string[] {
  const seen = new Set<string>()
  const optional = new Set<string>()
  const visit = (place: string) => {
    const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = packages[place] ?? {}
    for (const name of Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
      const found = placeOf(packages, place, name)
      if (found === null || !isOurs(packages[found])) continue
      if (name in optionalDependencies) optional.add(found)
      if (seen.has(found)) continue
      seen.add(found)
      visit(found)
    }
  }
  visit('')
  return [...optional]
}

/** Where Node finds a package that another one names. */
function placeOf(packages: Readonly<Record<string, LockedPackage>>, from: string, name: string): string | null {
  const place = `${from === '' ? '' : `${from}/`}node_modules/${name}`
  if (place in packages) return place
  if (from === '') return null
  const outer = from.lastIndexOf('/node_modules/')
  return placeOf(packages, outer === -1 ? '' : from.slice(0, outer), name)
}

const isOurs = (locked: LockedPackage | undefined): boolean =>
  (locked?.os ?? ours.os).some((each) => ours.os.includes(each)) &&
  (locked?.cpu ?? ours.cpu).some((each) => ours.cpu.includes(each))

type Version = readonly [number, number, number]

/** The lowest version of each part of a range, and the first ones of all later majors that it includes. */
function versionsOf(range: string): readonly Version[] {
  return range.split('||').flatMap((part): readonly Version[] => {
    const [, sign, words = ''] = /^\s*(\^|>=)\s*([\d.]+)\s*$/.exec(part) ?? []
    if (sign === undefined) return []
    const lowest = version(words)
    return sign === '^' ? [lowest] : [lowest, ...[1, 2, 3, 4, 5].map((more): Version => [lowest[0] + more, 0, 0])]
  })
}

/** As npm's ranges are meant, in the forms that packages use; what is not understood counts as unfit. */
function satisfies(found: Version, range: string): boolean {
  return range.split('||').some((part) => {
    const rules = part.replace(/(\^|>=|<=|>|<|=|~)\s+/g, '$1').trim()
    return rules.split(/\s+/).every((rule) => obeys(found, rule))
  })
}

function obeys(found: Version, rule: string): boolean {
  if (rule === '' || rule === '*') return true
  const [, sign = '', words = ''] = /^(\^|>=|<|>|=|~)?v?([\d.x*]+)$/.exec(rule) ?? []
  if (words === '') return false
  const named = version(words)
  const order = compare(found, named)
  if (sign === '>=') return order >= 0
  if (sign === '>') return order > 0
  if (sign === '<') return order < 0
  if (sign === '^') return order >= 0 && found[0] === named[0]
  const given = words.split('.').filter((each) => /^\d+$/.test(each)).length
  const held = sign === '~' ? Math.min(given, 2) : given
  return order >= 0 && [0, 1, 2].slice(0, held).every((at) => found[at] === named[at])
}

function version(words: string): Version {
  const [major = 0, minor = 0, patch = 0] = words.split('.').map((each) => (/^\d+$/.test(each) ? Number(each) : 0))
  return [major, minor, patch]
}

const compare = (one: Version, other: Version): number => one[0] - other[0] || one[1] - other[1] || one[2] - other[2]
