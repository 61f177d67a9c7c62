import { isRouteErrorResponse } from 'react-router-dom'
import { UnknownPart } from '../../page/unknown-part.ts'

/** What the error screen says of an error. */
export interface Fault {
  /** As of an HTTP answer; 500 unless the error says another. */
  status: number
  /** Whether the page needs newer code than this. */
  isUnknownPart: boolean
}

export function faultOf(error: unknown): Fault {
  const isUnknownPart = error instanceof UnknownPart
  return { status: isRouteErrorResponse(error) ? error.status : 500, isUnknownPart }
}
