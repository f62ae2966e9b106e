import { knownText, type Piece, type Word } from './posix/tree.ts'
import { afterOptions } from './started-programs.ts'

/** A file that a program changes. `isWhole`: a folder with all that is in it. */
interface Written {
  readonly path: readonly Piece[]
  readonly isWhole: boolean
}
type Writes = (args: readonly Word[]) => readonly Written[]

const textOf = (word: Word | undefined): string => (word === undefined ? '' : (knownText(word) ?? ''))
const one = ({ pieces: path }: Word): Written => ({ path, isWhole: false })
const whole = ({ pieces: path }: Word): Written => ({ path, isWhole: true })
const plain = (args: readonly Word[], valued = ''): readonly Word[] => {
  const takes = valued.split(' ')
  const found: Word[] = []
  for (let at = 0; at < args.length; at++) {
    const word = args[at]
    if (word === undefined) break
    const text = textOf(word)
    if (text === '--') return [...found, ...args.slice(at + 1)]
    if (!text.startsWith('-') || text === '-') found.push(word)
    else if (takes.includes(text)) at += 1
  }
  return found
}

/** The last word, or the folder of `-t`, and in it what is copied there. */
const copies =
  (movesAway: boolean): Writes =>
  (args) => {
    const at = args.findIndex((word) => /^(-t|--target-directory)$/.test(textOf(word)))
    const words = plain(args, '-t --target-directory -S --suffix -m --mode -o --owner -g --group')
    const target = args[at + 1]
    const to = at !== -1 && target !== undefined ? target : words.at(-1)
    const from = at === -1 ? words.slice(0, -1) : words
    if (to === undefined) return []
    const inside = from.map(
      ({ pieces }): Written => ({ path: [...to.pieces, '/', ...baseName(pieces)], isWhole: true }),
    )
    return [whole(to), ...inside, ...(movesAway ? from.map(whole) : [])]
  }

/** The pieces after the last slash. */
function baseName(pieces: readonly Piece[]): readonly Piece[] {
  const at = pieces.findLastIndex((piece) => piece?.includes('/') === true)
  const found = pieces[at]
  if (typeof found !== 'string') return pieces
  return [found.slice(found.lastIndexOf('/') + 1), ...pieces.slice(at + 1)].filter((piece) => piece !== '')
}

const all =
  (as: (word: Word) => Written, valued = ''): Writes =>
  (args) =>
    plain(args, valued).map(as)
const afterFirst =
  (as: (word: Word) => Written): Writes =>
  (args) =>
    plain(args).slice(1).map(as)

/** `sed -i`, `perl -pi -e`: the files after the program's text. */
const inPlace: Writes = (args) => {
  if (!args.some((word) => /^(-[a-zA-Z]*i|--in-place)/.test(textOf(word)))) return []
  const hasText = args.some((word) => /^-[a-zA-Z]*[ef]$|^--(expression|file)/.test(textOf(word)))
  return plain(args, '-e -f -pe -ne -pie -nie --expression --file')
    .slice(hasText ? 0 : 1)
    .map(one)
}

/** The value of an option: the next word, or what is joined to it. */
const option =
  (apart: RegExp, together: RegExp): Writes =>
  (args) =>
    args.flatMap((word, at) => {
      const value = args[at + 1]
      if (apart.test(textOf(word))) return value === undefined ? [] : [whole(value)]
      const given = together.exec(textOf(word))?.[1]
      return given === undefined ? [] : [{ path: [given], isWhole: true }]
    })

/** `find a b -delete`: all below. */
const found: Writes = (args) => {
  if (!args.some((word) => textOf(word) === '-delete')) return []
  const end = args.findIndex((word) => /^[-(!]/.test(textOf(word)))
  return args.slice(0, end).map(whole)
}

const gitWrites: Writes = (args) => {
  const [name, ...rest] = args
  switch (textOf(name)) {
    case 'rm':
    case 'clean':
    case 'restore':
      return plain(rest, '-s --source -e --exclude').map(whole)
    case 'mv':
      return copies(true)(rest)
    case 'checkout': {
      const at = rest.findIndex((word) => textOf(word) === '--')
      return (at === -1 ? [] : rest.slice(at + 1)).map(whole)
    }
    default:
      return []
  }
}

const table: { readonly [name: string]: Writes | undefined } = {
  cp: copies(false),
  mv: copies(true),
  install: copies(false),
  ln: copies(false),
  rsync: (args) => plain(args, '-e --rsh --exclude --include --filter').slice(-1).map(whole),
  rm: all(whole),
  rmdir: all(whole),
  unlink: all(one),
  shred: all(one, '-n -s --iterations --size'),
  truncate: all(one, '-s --size -r --reference'),
  touch: all(one, '-d -t -r --date --reference'),
  mkdir: all(one, '-m --mode'),
  tee: all(one),
  sponge: all(one),
  chmod: afterFirst(whole),
  chown: afterFirst(whole),
  chgrp: afterFirst(whole),
  sed: inPlace,
  gsed: inPlace,
  perl: inPlace,
  ruby: inPlace,
  dd: option(/^$/, /^of=(.+)$/s),
  sort: option(/^(-o|--output)$/, /^(?:-o|--output=)(.+)$/s),
  curl: option(/^(-[a-zA-Z]*o|--output)$/, /^--output=(.+)$/s),
  wget: option(/^(-[a-zA-Z]*O|--output-document)$/, /^(?:-O|--output-document=)(.+)$/s),
  patch: (args) => plain(args, '-p -i -d -o -r -D -F').slice(0, 1).map(one),
  tar: option(/^(-C|--directory)$/, /^--directory=(.+)$/s),
  unzip: option(/^-d$/, /^-d(.+)$/s),
  find: found,
  git: gitWrites,
  // Windows.
  del: all(whole),
  erase: all(whole),
  rd: all(whole),
  copy: copies(false),
  xcopy: copies(false),
  move: copies(true),
  ren: copies(true),
  rename: copies(true),
  'remove-item': all(whole),
  ri: all(whole),
  'set-content': all(one),
  'add-content': all(one),
  'out-file': all(one),
  'new-item': all(one),
  'copy-item': copies(false),
  'move-item': copies(true),
  'rename-item': copies(true),
}

/** The files that a program changes with these words, as far as they tell. */
export function writtenBy(name: string, args: readonly Word[]): readonly Written[] {
  const writes = Object.hasOwn(table, name) ? table[name] : undefined
  return writes === undefined ? [] : writes(args).filter(({ path }) => path.length > 0)
}

/** The folder that `cd` changes to; null: not known. Undefined: the program changes to none. */
export function folderAfter(name: string, args: readonly Word[]): string | null | undefined {
  if (name === 'popd') return null
  if (name !== 'cd' && name !== 'pushd' && name !== 'chdir' && name !== 'set-location') return undefined
  const [to] = afterOptions(args, {})
  return to === undefined ? null : knownText(to)
}
