export {
  endErased,
  endExpired,
  endOfAddress,
  endSent,
  isSaved,
  openSavedForms,
  type SavedForms,
  savedFormsOf,
  savedFormTotals,
} from './saved-forms.ts'
