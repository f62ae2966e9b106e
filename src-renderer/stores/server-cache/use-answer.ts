import { useEffect, useState } from 'react'
import type { Method, Params, Result } from '../../../src-shared/api/host-api.ts'
import { ask } from '../../host/host.ts'
import { type Loadable, loading, toLoadable } from './loadable.ts'

/**
 * Requests data from the host when the component mounts and whenever the parameters change. A response to other
 * parameters is never shown.
 * @param params null sends no request yet
 * @param asOf if it changes, the request is repeated; the previous response stays until the new one arrives
 */
export function useAnswer<M extends Method>(
  method: M,
  params: Params<M> | null,
  asOf = '',
): { readonly answer: Loadable<Result<M>>; readonly again: () => void } {
  const [known, setKnown] = useState<{ readonly to: string; readonly answer: Loadable<Result<M>> } | null>(null)
  const [tries, setTries] = useState(0)
  const to = JSON.stringify(params)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the parameters, and a new state or try repeats the request.
  useEffect(() => {
    if (params === null) return
    let gone = false
    void toLoadable(ask(method, params)).then((answer) => {
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
