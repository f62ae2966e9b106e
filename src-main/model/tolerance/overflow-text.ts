/**
 * How servers say that a request does not fit the model's context window. There is no common code, so the
 * wordings of the servers that people run are listed.
 */
const wordings: readonly RegExp[] = [
  /context_length_exceeded|exceed_context_size|request_too_large|string_above_max_length/i, // codes
  /maximum context length/i, // OpenAI, vLLM, Mistral, Together
  /maximum (prompt|model|input|sequence) length/i, // xAI, vLLM
  /exceeds? (the |its )?(available |maximum |model'?s? )*context/i, // llama.cpp, Ollama
  /context (the )?overflow|context (length|window|size).{0,40}(exceed|too (small|long)|only|overflow)/i, // LM Studio
  /(exceed|larger|longer|greater|more)\w* .{0,60}context (length|window|size)/i,
  /(prompt|input|request|message)s? (is |are |was )?too (long|large)/i, // Anthropic, Bedrock, Groq
  /prompt contains .{0,40}tokens.{0,60}too large/i, // Mistral
  /input token count .{0,40}exceeds/i, // Gemini
  /too many (input |prompt |total )?tokens\b(?! per)/i, // Cohere
  /reduce the length of (the|your) (messages|prompt|input)/i, // OpenAI, Groq
  /inputs?`? tokens \+ `?max_new_tokens/i, // Text Generation Inference
]

export function saysOverflow(text: string, code: string): boolean {
  const all = `${code} ${text}`
  return wordings.some((wording) => wording.test(all))
}
