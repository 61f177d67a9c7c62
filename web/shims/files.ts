import type * as Files from '#engine/form/files'
import { parts } from './parts.ts'

/** Resolved forms have them in their schemas, and only checks list mistakes. */
export const referencePattern = ''
export const fileMistakes: readonly Files.FileMistake[] = []

export const fileProblems: typeof Files.fileProblems = (...all) => parts.files?.fileProblems(...all) ?? []
export const fileWords: typeof Files.fileWords = (...all) => parts.files?.fileWords(...all) ?? {}
export const uploadedFile: typeof Files.uploadedFile = (answer) => parts.files?.uploadedFile(answer) ?? null
