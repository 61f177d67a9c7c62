import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { tell } from './signals.ts'

/** Says when the router has shown another page. The first one needs no word: who listens knows where it began. */
export function PageViews() {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (pathname !== last.current) tell('leadwright:page', null)
    last.current = pathname
  }, [pathname])
  return null
}
