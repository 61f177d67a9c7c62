export { endErased, endExpired, endOfAddress, endSent, isSaved, savedFormsOf } from './end-saved.ts'
export { openSavedForms, type SavedForms } from './saved-forms.ts'
