/**
 * An answer that is only calls has no text. In Chat Completions its content is null then, and gateways to other APIs
 * refuse an empty text; but some servers refuse null.
 */
export const nullContent = 'content: null'

/** How they say so: llama-cpp-python and others that use Pydantic, Ollama, gateways. */
export const nullContentWords =
  /\bcontent\b.{0,60}\bvalid string|content type: <nil>|\bcontent\b.{0,40}(not be null|not null|must be a string)/is

/** The body with empty texts; inside a text the quotes would be escaped. */
export const withEmptyContent = (body: string): string =>
  body.replaceAll('"role":"assistant","content":null', '"role":"assistant","content":""')
