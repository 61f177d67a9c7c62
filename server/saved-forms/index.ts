export {
  endErased,
  endExpired,
  endOfAddress,
  endSent,
  isSaved,
  openSavedForms,
  type SavedForms,
  savedFormsOf,
} from './saved-forms.ts'
