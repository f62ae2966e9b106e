import { Fragment, type KeyboardEvent, useMemo } from 'react'
import type { SearchFound, SearchHit, SearchKind } from '../../../../src-shared/api/search.ts'
import { counted, shortenMiddle } from '../../../../src-shared/base/format.ts'
import { revealHidden } from '../../../../src-shared/base/hidden-characters.ts'
import { cx } from '../../../widgets/cx.ts'
import styles from './search.module.css'

export interface SearchHitsProps {
  found: SearchFound
  /** Whether hits may come from several projects. */
  wide: boolean
  stale: boolean
  onOpen: (hit: SearchHit) => void
}

/** The hits, by conversation. The arrow keys move through all of them. */
export function SearchHits({ found, wide, stale, onOpen }: SearchHitsProps) {
  const groups = useMemo(() => grouped(found.hits), [found])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the buttons inside
    <div className={cx(styles.found, stale && styles.stale)} onKeyDown={moveFocus}>
      <p className={styles.count} role="status">
        {countText(found)}
      </p>
      <ul aria-label="Search results">
        {groups.map((hits) => (
          <Group key={hits[0]?.conversationId} hits={hits} wide={wide} onOpen={onOpen} />
        ))}
      </ul>
    </div>
  )
}

const countText = ({ hits, more }: SearchFound): string =>
  `${counted(hits.length, 'result')}${more ? ', best matches first' : ''}`

function Group({
  hits,
  wide,
  onOpen,
}: {
  hits: readonly SearchHit[]
  wide: boolean
  onOpen: (hit: SearchHit) => void
}) {
  const [first] = hits
  if (first === undefined) return null
  return (
    <li className={styles.group}>
      <h3 className={styles.title} title={revealHidden(first.title)}>
        <span className={styles.name}>{revealHidden(first.title)}</span>
        {wide && <span className={styles.project}>{shortenMiddle(revealHidden(first.project), 24)}</span>}
      </h3>
      <ul>
        {hits.map((hit, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one step may have several hits
          <li key={`${hit.turnId}-${index}`}>
            <button type="button" className={styles.hit} onClick={() => onOpen(hit)}>
              <span className={styles.facts}>
                <span>{who(hit)}</span>
                {hit.damaged && <span>damaged on disk</span>}
                <span className={styles.when}>{when(hit.at)}</span>
              </span>
              <span className={styles.excerpt}>
                <Excerpt text={hit.excerpt} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </li>
  )
}

const kindText: { readonly [K in SearchKind]: string } = {
  title: 'Title',
  message: 'You',
  answer: 'Answer',
  call: 'Call',
  result: 'Result',
}
const who = (hit: SearchHit): string => (hit.who === '' ? kindText[hit.kind] : `${kindText[hit.kind]} · ${hit.who}`)

const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })
const hour = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const when = (at: number): string =>
  new Date(at).toDateString() === new Date().toDateString() ? hour.format(at) : day.format(at)

/** Conversations in the order of their best hit. */
function grouped(hits: readonly SearchHit[]): SearchHit[][] {
  const groups = new Map<string, SearchHit[]>()
  for (const hit of hits) groups.set(hit.conversationId, [...(groups.get(hit.conversationId) ?? []), hit])
  return [...groups.values()]
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || event.altKey) return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((each) => each.matches(':focus'))
  buttons[Math.max(0, Math.min(buttons.length - 1, at + step))]?.focus()
  event.preventDefault()
}

/** The host encloses each match in U+0002 and U+0003. */
function Excerpt({ text }: { text: string }) {
  return text.split('\u0002').map((part, index) => {
    const [match = '', rest] = part.split('\u0003')
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <Fragment key={index}>
        {rest === undefined ? match : <mark>{match}</mark>}
        {rest}
      </Fragment>
    )
  })
}
