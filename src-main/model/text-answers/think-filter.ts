/** How models mark thinking at the beginning of their text, where no server takes it out. */
const opening =
  /^\s*(?:<(think|thinking|thought|reasoning|seed:think)>|(\[THINK\]|<\|START_THINKING\|>|(?:<\|start\|>assistant)?<\|channel\|>analysis<\|message\|>))/i
/** How thinking ends that has other marks than a tag. */
const closings: { readonly [first: string]: string } = {
  '[': '[/think]',
  s: '<|end_thinking|>',
  c: '<|end|>',
}
/** The head of an answer that is no thinking, in a form that has heads. Source: OpenAI, Harmony response format. */
const finalHead = /^(?:<\|start\|>assistant)?<\|channel\|>final(?:\s*<\|constrain\|>\w*)?<\|message\|>/
/** The longest beginning of an answer that may still become such a mark, characters. */
const longestMark = 40
/** The same of a head with channels. */
const longestHead = 80
/** More blank space than this before a mark is an answer's own, characters. */
const maxBlank = 1000

export interface SplitText {
  readonly kind: 'text' | 'reasoning'
  readonly text: string
}

/**
 * Takes thinking out of a streamed text: `<think>…</think>` at its beginning. What may be the beginning of a mark is held
 * back until that is known. Sources: templates of DeepSeek R1, Qwen 3, GLM and Seed-OSS; vLLM without a reasoning parser.
 */
export class ThinkFilter {
  private state: 'start' | 'inside' | 'after' | 'through' = 'start'
  private held = ''
  private closing = ''

  add(text: string): readonly SplitText[] {
    if (this.state === 'through') return [{ kind: 'text', text }]
    this.held += text
    const parts: SplitText[] = []
    while (this.step(parts));
    return parts
  }

  /** What was held back: the stream has ended. */
  rest(): readonly SplitText[] {
    const { held: text } = this
    this.held = ''
    return text === '' ? [] : [{ kind: this.state === 'inside' ? 'reasoning' : 'text', text }]
  }

  /** @returns whether there may be more to do */
  private step(parts: SplitText[]): boolean {
    switch (this.state) {
      case 'start':
        return this.begin(parts)
      case 'inside':
        return this.close(parts)
      case 'after':
        // Blank lines between the thinking and the answer belong to neither.
        this.held = this.held.trimStart()
        if (this.held === '') return false
        this.state = 'start'
        return true
      case 'through':
        return false
    }
  }

  private begin(parts: SplitText[]): boolean {
    const mark = opening.exec(this.held)
    if (mark !== null) {
      this.closing = closingOf(mark[1] ?? null, mark[2]?.toLowerCase() ?? '')
      this.held = this.held.slice(mark[0].length).trimStart()
      this.state = 'inside'
      return true
    }
    const start = this.held.trimStart()
    if ((start === '' && this.held.length < maxBlank) || mayBecomeMark(start)) return false
    this.state = 'through'
    this.held = this.held.replace(finalHead, '')
    parts.push({ kind: 'text', text: this.held })
    this.held = ''
    return false
  }

  private close(parts: SplitText[]): boolean {
    const at = this.held.toLowerCase().indexOf(this.closing)
    const end = at === -1 ? this.held.length - openEnd(this.held, this.closing) : at
    if (end > 0) parts.push({ kind: 'reasoning', text: this.held.slice(0, end) })
    this.held = this.held.slice(at === -1 ? end : at + this.closing.length)
    if (at === -1) return false
    this.state = 'after'
    return true
  }
}

function closingOf(tag: string | null, mark: string): string {
  if (tag !== null) return `</${tag.toLowerCase()}>`
  return closings[mark.startsWith('[') ? '[' : mark.startsWith('<|start_') ? 's' : 'c'] ?? ''
}

/** Whether what begins so may still be the beginning of a mark. */
function mayBecomeMark(start: string): boolean {
  if (start.startsWith('<|')) return start.length < longestHead && !start.includes('<|message|>')
  if (start.startsWith('[')) return '[think]'.startsWith(start.toLowerCase())
  return start.startsWith('<') && start.length < longestMark && !/[>\s]/.test(start)
}

/** How many characters at the end of a text may be the beginning of a mark. */
function openEnd(text: string, mark: string): number {
  const end = text.slice(1 - mark.length).toLowerCase()
  for (let at = 0; at < end.length; at++) if (mark.startsWith(end.slice(at))) return end.length - at
  return 0
}

/**
 * Thinking whose beginning is a part of the prompt, so that only its end is in the text. Null if there is none.
 * Source: templates of Qwen 3 (thinking) and DeepSeek R1.
 */
export function thoughtBefore(text: string): { readonly reasoning: string; readonly text: string } | null {
  const found = /^([\s\S]*?)<\/(?:think|thinking)>\s*/i.exec(text)
  if (found === null || /<think(ing)?>|```/i.test(found[1] ?? '')) return null
  return { reasoning: (found[1] ?? '').trim(), text: text.slice(found[0].length) }
}
