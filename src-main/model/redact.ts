import type { Failure } from '../../src-shared/base/failure.ts'

const mark = '[key]'
/** Keys in the formats of well-known services, and anything that follows `Bearer`. */
const shapes = /\b(?:sk|gsk|pk|xai|key)[-_][A-Za-z0-9_*-]{8,}|(?=[^\s"',“”])(?<=\bBearer\s+)[^\s"',“”]{4,}/g

/** Removes keys from a failure: the server's text may repeat one (T28). */
export function redact(failure: Failure, key: string | null): Failure {
  const clean = (text: string) => {
    const own = key === null || key.length < 4 ? text : text.replaceAll(key, mark)
    return own.replace(shapes, mark)
  }
  const { kind, detail } = failure
  return {
    kind,
    message: clean(failure.message),
    advice: clean(failure.advice),
    ...(detail === undefined ? {} : { detail: clean(detail) }),
  }
}
