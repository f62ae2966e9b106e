/**
 * Takes what looks like a secret out of what leaves the app (T30), and counts what it took, by kind. It knows
 * shapes, not meanings: what has no shape of its own, such as a password in a sentence, it cannot see. So
 * people are told the count, and look before they share.
 */
export interface Redactor {
  /** The text with a mark in each secret's place. */
  text(text: string): string
  /** Any plain JSON, its strings redacted, and the values of keys that are named like secrets. */
  deep<T>(value: T): T
  counts(): readonly RedactedKind[]
}
export interface RedactedKind {
  readonly kind: string
  readonly count: number
}

/** Shapes that services publish for secret scanners; the first that fits names a secret. */
const shapes: readonly { readonly kind: string; readonly shape: RegExp }[] = [
  { kind: 'private key', shape: /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g },
  { kind: 'Anthropic key', shape: /\bsk-ant-[\w-]{16,}/g },
  { kind: 'OpenRouter key', shape: /\bsk-or-[\w-]{16,}/g },
  { kind: 'OpenAI key', shape: /\bsk-[\w-]{16,}/g },
  { kind: 'Stripe key', shape: /\b[rs]k_(?:live|test)_\w{10,}/g },
  { kind: 'Groq key', shape: /\bgsk_\w{16,}/g },
  { kind: 'xAI key', shape: /\bxai-[\w-]{16,}/g },
  { kind: 'Google key', shape: /\bAIza[\w-]{30,}/g },
  { kind: 'Google token', shape: /\bya29\.[\w-]{16,}/g },
  { kind: 'Hugging Face token', shape: /\bhf_\w{16,}/g },
  { kind: 'Replicate token', shape: /\br8_\w{16,}/g },
  { kind: 'AWS key', shape: /\b(?:AKIA|ASIA|AROA)[0-9A-Z]{16}\b/g },
  { kind: 'GitHub token', shape: /\b(?:gh[pousr]_\w{20,}|github_pat_\w{20,})/g },
  { kind: 'GitLab token', shape: /\bglpat-[\w-]{16,}/g },
  { kind: 'npm token', shape: /\bnpm_\w{20,}/g },
  { kind: 'PyPI token', shape: /\bpypi-[\w-]{20,}/g },
  { kind: 'Slack token', shape: /\bxox[abeoprs]-[\w-]{10,}/g },
  { kind: 'Slack address', shape: /https:\/\/hooks\.slack\.com\/services\/[\w/]+/g },
  { kind: 'SendGrid key', shape: /\bSG\.[\w-]{16,}\.[\w-]{16,}/g },
  { kind: 'DigitalOcean token', shape: /\bdo[opr]_v1_[0-9a-f]{32,}/g },
  { kind: 'Telegram token', shape: /\b\d{8,10}:AA[\w-]{30,}/g },
  { kind: 'JSON web token', shape: /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/g },
  { kind: 'bearer token', shape: /(?<=\bBearer\s+)[\w.~+/-]{12,}=*/g },
  { kind: 'password in an address', shape: /(?<=\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@]*:)[^\s:/@]{3,}(?=@)/gi },
  {
    kind: 'named secret',
    shape:
      /(?<=(?:password|passwd|secret|token|api[-_]?key|access[-_]?key|private[-_]?key)\\?["']?\s*[:=]\s*\\?["']?)(?=[^\s"'\\,;]*\d)[A-Za-z0-9_\-+/=!@#$%^&*]{8,}/gi,
  },
]
const secretName =
  /(?:password|passwd|secret|api[-_]?key|access[-_]?key|access[-_]?token|auth[-_]?token|private[-_]?key)$/i

export function createRedactor(): Redactor {
  const counted = new Map<string, number>()
  const mark = (kind: string) => {
    counted.set(kind, (counted.get(kind) ?? 0) + 1)
    return `[redacted: ${kind}]`
  }
  const text = (given: string): string =>
    shapes.reduce((now, { kind, shape }) => now.replace(shape, (found) => (isMark(found) ? found : mark(kind))), given)
  const field = (key: string, value: unknown): unknown =>
    typeof value === 'string' && value.length >= 4 && secretName.test(key) ? mark('named secret') : walk(value)
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, field(key, each)]))
  }
  return {
    text,
    // Only strings change, and only to strings: the shape stays, which TypeScript can't see.
    deep: <T>(value: T) => walk(value) as T,
    counts: () => [...counted].map(([kind, count]) => ({ kind, count })),
  }
}

const isMark = (found: string): boolean => found.startsWith('[redacted')
