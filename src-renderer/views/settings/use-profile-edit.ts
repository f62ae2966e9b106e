import { type FormEvent, useState } from 'react'
import type { ProfileTest } from '../../../src-shared/api/settings-requests.ts'
import { type Failure, failureFrom } from '../../../src-shared/base/failure.ts'
import type { ModelProfile } from '../../../src-shared/settings/settings.ts'
import { ask } from '../../host/host.ts'
import { loadProfiles, makeDefaultModel } from '../../stores/server-cache/settings-store.ts'
import { formOf, type Problems, type ProfileForm, readForm } from './profile-form.ts'

interface ProfileEdit {
  readonly profile: ModelProfile
  /** Null if new. */
  readonly stored: ModelProfile | null
  readonly onDone: () => void
}

/** A profile being edited: its form, its key (null if unchanged), and the result of saving or testing. */
export function useProfileEdit({ profile, stored, onDone }: ProfileEdit) {
  const [form, setForm] = useState(() => formOf(profile))
  const [key, setKey] = useState<string | null>(null)
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const [test, setTest] = useState<ProfileTest | 'running' | null>(null)
  const set = (change: Partial<ProfileForm>) => {
    setForm({ ...form, ...change })
    setProblems(Object.fromEntries(Object.entries(problems).filter(([field]) => !(field in change))))
    setTest(null)
  }
  /** Performs an action with the profile if the form is valid. */
  const withProfile = async (work: (read: ModelProfile) => Promise<void>) => {
    const read = readForm(profile, form)
    setProblems(read.ok ? {} : read.problems)
    setFailure(null)
    if (!read.ok) return
    try {
      await work(read.profile)
    } catch (thrown) {
      setTest(null)
      setFailure(failureFrom(thrown))
    }
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    void withProfile(async (read) => {
      await ask('profile-save', { profile: read, key })
      await loadProfiles()
      if (stored === null) await makeDefaultModel(read)
      onDone()
    })
  }
  const tryOut = () =>
    withProfile(async (read) => {
      setTest('running')
      setTest(await ask('profile-test', { profile: read, key }))
    })
  return { form, set, key, setKey, problems, failure, setFailure, test, save, tryOut }
}
