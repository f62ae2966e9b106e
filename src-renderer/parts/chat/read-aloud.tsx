import { Volume2, VolumeX } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { IconButton } from '../../widgets/controls/icon-button.tsx'
import { spokenText } from './spoken-text.ts'

const voices = typeof speechSynthesis === 'undefined' ? null : speechSynthesis

/** The browser loads voices some time after the page. */
function followVoices(changed: () => void): () => void {
  voices?.addEventListener('voiceschanged', changed)
  return () => voices?.removeEventListener('voiceschanged', changed)
}
const hasVoice = (): boolean => (voices?.getVoices().length ?? 0) > 0

/** Reads an answer aloud with a system voice, until the end or a second click; hidden if there is no voice. */
export function ReadAloud({ text }: { readonly text: string }) {
  const available = useSyncExternalStore(followVoices, hasVoice)
  const [speaking, setSpeaking] = useState<SpeechSynthesisUtterance | null>(null)
  // Stops speaking when the answer is unmounted.
  useEffect(() => () => void (speaking !== null && voices?.cancel()), [speaking])
  if (voices === null || !available) return null
  const speak = () => {
    const next = new SpeechSynthesisUtterance(spokenText(text))
    const over = () => setSpeaking((now) => (now === next ? null : now))
    next.onend = over
    next.onerror = over
    voices.cancel()
    voices.speak(next)
    setSpeaking(next)
  }
  return (
    <IconButton
      small
      label={speaking === null ? 'Read aloud' : 'Stop reading'}
      onClick={() => (speaking === null ? speak() : setSpeaking(null))}
    >
      {speaking === null ? <Volume2 aria-hidden="true" /> : <VolumeX aria-hidden="true" />}
    </IconButton>
  )
}
