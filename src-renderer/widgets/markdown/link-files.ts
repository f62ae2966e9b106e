import { type FilePlace, findFilePlaces, type NamedPlace } from '../../../src-shared/workspace/file-places.ts'

/** The subset of an HTML tree that is processed here. Source: the hast specification. */
interface Node {
  readonly type: string
  readonly tagName?: string
  readonly value?: string
  readonly properties?: { readonly [name: string]: unknown }
  children?: Node[]
}

/** File names in code blocks and links are not linked. */
const leftAlone = new Set(['a', 'pre'])

/** Wraps each file name in a `span`, which is drawn as a link if the file exists. */
export const linkFiles = () => linkIn

function linkIn(node: Node): void {
  if (node.children === undefined || leftAlone.has(node.tagName ?? '')) return
  node.children = node.children.flatMap((child) => {
    if (child.type === 'text') return split(child.value ?? '')
    linkIn(child)
    return [child]
  })
}

function split(text: string): Node[] {
  const nodes: Node[] = []
  let from = 0
  for (const place of findFilePlaces(text)) {
    if (place.start > from) nodes.push({ type: 'text', value: text.slice(from, place.start) })
    nodes.push(named(place, text.slice(place.start, place.end)))
    from = place.end
  }
  if (from < text.length) nodes.push({ type: 'text', value: text.slice(from) })
  return nodes
}

const named = ({ path, line, column }: NamedPlace, text: string): Node => ({
  type: 'element',
  tagName: 'span',
  properties: { dataFile: path, dataLine: line, dataColumn: column },
  children: [{ type: 'text', value: text }],
})

/** The file reference of such a `span`; null for any other element. */
export function placeOfNode(node: Pick<Node, 'properties'> | undefined): FilePlace | null {
  const { dataFile: path, dataLine: line, dataColumn: column } = node?.properties ?? {}
  if (typeof path !== 'string') return null
  return { path, line: typeof line === 'number' ? line : null, column: typeof column === 'number' ? column : null }
}
