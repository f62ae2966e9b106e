import { useEffect, useRef, useState } from 'react'
import type { ModelFacts } from '../../../src-shared/api/settings-requests.ts'
import { ask } from '../../host/host.ts'
import type { ProfileForm } from './profile-form.ts'

/** How long typing must pause before a model is looked up, ms. */
const pause = 300

/**
 * What is known of the model in the form; null while it is looked up.
 * @param isNew a context window that nobody typed then follows the model
 */
export function useModelFacts(
  { baseUrl, model, contextWindow }: ProfileForm,
  set: (change: Partial<ProfileForm>) => void,
  isNew: boolean,
): ModelFacts | null {
  const [facts, setFacts] = useState<ModelFacts | null>(null)
  const untouched = useRef(contextWindow)
  const use = (found: ModelFacts) => {
    setFacts(found)
    if (!isNew || found.contextWindow === null || contextWindow !== untouched.current) return
    untouched.current = String(found.contextWindow)
    if (untouched.current !== contextWindow) set({ contextWindow: untouched.current })
  }
  const latest = useRef(use)
  latest.current = use
  useEffect(() => {
    let isGone = false
    setFacts(null)
    const found = () => ask('model-facts', { baseUrl, model }).catch(() => ({ price: null, contextWindow: null }))
    const late = setTimeout(() => void found().then((facts) => isGone || latest.current(facts)), pause)
    return () => {
      isGone = true
      clearTimeout(late)
    }
  }, [baseUrl, model])
  return facts
}
