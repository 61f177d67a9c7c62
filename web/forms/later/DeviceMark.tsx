import { useEffect, useState } from 'react'
import { safeStorage } from '../../stores/safe-storage.ts'
import { laterControl } from './later-control.ts'

/** Where the mark is kept. definitions/cookies/saved-form.json tells visitors of it. */
const name = 'saved-form'

/** Sends along by what this browser is known again when it opens what it saved. Without JavaScript it is any other. */
export function DeviceMark({ isNew = false }: { isNew?: boolean }) {
  const [mark, setMark] = useState('')
  useEffect(() => {
    const kept = safeStorage('localStorage')
    const random = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))))
    const known = kept.getItem(name) ?? (isNew ? random() : '')
    if (isNew) kept.setItem(name, known)
    setMark(known)
  }, [isNew])
  return <input type="hidden" name={laterControl.device} value={mark} />
}
