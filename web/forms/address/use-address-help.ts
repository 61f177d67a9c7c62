import { type RefObject, useEffect, useState } from 'react'
import type { AddressHelp } from '#engine/react'
import type { Browser, FormState } from '#web/page'

/**
 * What is known of the towns and streets that a form's step asks for: as the server said it, then as the visitor answers.
 * The code for it is loaded only where the step asks for some.
 */
export function useAddressHelp(
  element: RefObject<HTMLFormElement | null>,
  browser: Browser | null,
  state: FormState | null,
): AddressHelp | undefined {
  const { turn, version } = state ?? {}
  const [found, setFound] = useState<{ turn: FormState['turn']; help: AddressHelp }>()
  useEffect(() => {
    const { form } = version ?? {}
    const step = form?.steps.find(({ id }) => id === turn?.step)
    if (!browser || !form || !turn || !step?.fields.some(({ lookUp }) => lookUp !== undefined)) return
    let stop = () => {}
    let isLeft = false
    import('./follow-addresses.ts').then(
      ({ followAddresses }) => {
        if (!isLeft && element.current)
          stop = followAddresses(element.current, { form, step: step.id }, (help) => setFound({ turn, help }))
      },
      // Without a connection the visitor types it.
      () => {},
    )
    return () => {
      isLeft = true
      stop()
    }
  }, [element, browser, version, turn])
  return found?.turn === turn ? found?.help : state?.help
}
