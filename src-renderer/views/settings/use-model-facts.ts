import { useEffect, useRef, useState } from 'react'
import type { ModelFacts } from '../../../src-shared/api/settings-requests.ts'
import { ask } from '../../host/host.ts'
import type { ProfileForm } from './profile-form.ts'

/** Delay after typing before a model is looked up, ms. */
const pause = 300

/**
 * Returns what is known about the model in the form; null while it is looked up.
 * @param isNew whether the profile is new: then the context window follows the model unless the user typed one
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
