export { ArrivalHeading, endWords } from './ArrivalHeading.tsx'
export { DraftStore } from './drafts.ts'
export {
  addressAfter,
  continued,
  keepControls,
  movedForms,
  pageData,
  type TurnOutcome,
  takenBy,
  turnNumber,
} from './form-states.ts'
export { linkedForm, takeLater } from './later/take-later.ts'
export {
  AroundLater,
  answersCopy,
  FormDrawing,
  filesField,
  formEnd,
  goesOn,
  LaterOffer,
  loadCopy,
  loadFormParts,
  useAddressHelp,
} from './loaded-parts.ts'
export { SendingNotice } from './SendingNotice.tsx'
export { sendingOf, unreached } from './sending.ts'
export type { ThanksProps } from './Thanks.tsx'
export { Onwards, Stub } from './ThanksParts.tsx'
export { takeAddresses, withAddresses } from './take-addresses.ts'
export { loadSending, takeTurn } from './take-turn.ts'
