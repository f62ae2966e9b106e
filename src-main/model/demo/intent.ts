/** The intent of a request, guessed from its words. */
export type Intent = 'look' | 'repair' | 'verify' | 'write' | 'explain'

const rules: readonly (readonly [Intent, RegExp])[] = [
  ['look', /\brun the tests and read\b/i],
  ['verify', /\bonce more\b|\bverify\b|\bonly (?:run|check)\b/i],
  [
    'write',
    /\b(?:create|write|add)\b[^.\n]*\b(?:file\b|[\w/-]+\.\w{1,5}\b)[^.]*\b(?:with|containing|that says|saying)\b/i,
  ],
  [
    'repair',
    /\b(?:fix|repair|fail(?:s|ed|ing|ure)?|broken|bug|fault|wrong|red|green|make .* pass|debug|solve|correct)\b/i,
  ],
]

export function intentOf(text: string): Intent {
  return rules.find(([, words]) => words.test(text))?.[0] ?? 'explain'
}

/** The number of the step of a plan that a strategy's message asks for; 0 if it asks for none. */
export const stepNumber = (text: string): number => Number(/\bstep (\d+) of \d+: /i.exec(text)?.[1] ?? 0)

/** The current step if a strategy's message asks for one step of a plan; otherwise the whole message. */
export function currentRequest(text: string): string {
  return /\bstep \d+ of \d+: ([^\n]+)/i.exec(text)?.[1] ?? text
}
