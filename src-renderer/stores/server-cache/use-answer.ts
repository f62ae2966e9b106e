import { useEffect, useState } from 'react'
import type { Method, Params, Result } from '../../../src-shared/api/host-api.ts'
import { ask } from '../../host/host.ts'
import { type Loadable, loaded, loading } from './loadable.ts'

/**
 * What the host answers, asked when the component comes and whenever the parameters change. An answer to other
 * parameters is never shown.
 * @param params null: nothing is asked yet
 * @param asOf where it changes, the same is asked again, and the answer before stays until the new one is here
 */
export function useAnswer<M extends Method>(
  method: M,
  params: Params<M> | null,
  asOf = '',
): { readonly answer: Loadable<Result<M>>; readonly again: () => void } {
  const [known, setKnown] = useState<{ readonly to: string; readonly answer: Loadable<Result<M>> } | null>(null)
  const [tries, setTries] = useState(0)
  const to = JSON.stringify(params)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the parameters; another state or try is why it is asked again.
  useEffect(() => {
    if (params === null) return
    let gone = false
    void loaded(ask(method, params)).then((answer) => {
      if (!gone) setKnown({ to, answer })
    })
    return () => {
      gone = true
    }
  }, [method, to, asOf, tries])
  const again = () => {
    setKnown(null)
    setTries((before) => before + 1)
  }
  return { answer: known !== null && known.to === to ? known.answer : loading, again }
}
