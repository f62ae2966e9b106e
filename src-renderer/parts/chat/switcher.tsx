import { ChevronLeft, ChevronRight } from 'lucide-react'

interface Props {
  /** What is switched: `version of this message`. */
  readonly what: string
  readonly at: number
  readonly of: number
  readonly go: (index: number) => void
}

/** `‹ 2/3 ›`; nothing if there is only one. */
export function Switcher({ what, at, of, go }: Props) {
  if (of < 2) return null
  return (
    <span className="chat-switcher">
      <button type="button" aria-label={`Previous ${what}`} disabled={at <= 0} onClick={() => go(at - 1)}>
        <ChevronLeft size={14} aria-hidden="true" />
      </button>
      <span className="figure">
        {at + 1}/{of}
      </span>
      <button type="button" aria-label={`Next ${what}`} disabled={at >= of - 1} onClick={() => go(at + 1)}>
        <ChevronRight size={14} aria-hidden="true" />
      </button>
    </span>
  )
}
