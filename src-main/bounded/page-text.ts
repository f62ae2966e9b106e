import { convert } from 'html-to-text'

/** A page as text, and whether its rest was left out. */
export interface PageText {
  readonly text: string
  readonly cut: boolean
}

/** Limits of what is read of a page: its tags (a large article has some 10,000), and characters of the text. */
const [maxTags, maxText] = [25_000, 2_000_000]
/** Tags of the beginning that are read if the whole takes too long. */
const fewTags = 2000
/** Source: HTML, 4.9.11, attributes common to td and th: a larger colspan counts as 1000, a larger rowspan as 65534. */
const [maxColumns, maxRows] = [1000, 65_534]
/** Cells that all spans of a page may add; later ones count as 1. */
const maxSpanned = 5000

/** Headings, lists, tables and links stay, scripts and styling go. Long pages are read up to a number of tags. */
export function pageText(html: string, much: 'all' | 'beginning'): PageText {
  const read = beginning(html, much === 'all' ? maxTags : fewTags)
  const text = convert(withoutWideSpans(read), {
    wordwrap: false,
    baseElements: { selectors: ['main', 'article', 'body'], orderBy: 'selectors', returnDomByDefault: true },
    limits: { maxInputLength: 5_000_000, maxDepth: 200, ellipsis: '…' },
    selectors: [
      { selector: 'a', options: { ignoreHref: false, hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
      { selector: 'img', format: 'skip' },
      { selector: 'svg', format: 'skip' },
      { selector: 'nav', format: 'skip' },
      { selector: 'footer', format: 'skip' },
      { selector: 'script', format: 'skip' },
      { selector: 'style', format: 'skip' },
      { selector: 'table', format: 'dataTable' },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  }).trim()
  return { text: text.slice(0, maxText), cut: read.length < html.length || text.length > maxText }
}

/** Up to so many tags, opening and closing. */
function beginning(html: string, tags: number): string {
  let at = -1
  for (let count = 0; count <= tags; count++) {
    at = html.indexOf('<', at + 1)
    if (at < 0) return html
  }
  return html.slice(0, at)
}

/** A table is laid out in memory, cell by cell: how many there are must not be the page's choice alone. */
function withoutWideSpans(html: string): string {
  // No row can span more rows than there are.
  const rows = html.match(/<tr\b/gi)?.length ?? 0
  let left = maxSpanned
  return html.replace(
    /\b(colspan|rowspan)(\s{0,9}=\s{0,9}["']?\s{0,9})(\d{1,99})/gi,
    (_, name: string, between: string, digits: string) => {
      const most = name.toLowerCase() === 'colspan' ? maxColumns : Math.min(maxRows, Math.max(1, rows))
      const span = Math.min(Number(digits), most)
      left -= span
      return `${name}${between}${left < 0 ? 1 : span}`
    },
  )
}
