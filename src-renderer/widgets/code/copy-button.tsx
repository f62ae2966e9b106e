import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'

/** Copies a text and confirms it briefly. */
export function CopyButton({ text, label }: { readonly text: string | (() => string); readonly label: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1200)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    if (await copyText(typeof text === 'string' ? text : text())) setCopied(true)
  }
  return (
    <button
      type="button"
      className="icon-copy"
      title={label}
      aria-label={copied ? 'Copied' : label}
      onClick={(event) => {
        event.stopPropagation()
        void copy()
      }}
    >
      {copied ? <Check size={13} aria-hidden="true" /> : <Copy size={13} aria-hidden="true" />}
    </button>
  )
}

/** Whether the text reached the clipboard. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
