import { listText, sameSpaces } from '#engine/form/values'
import type { FileRules } from '#schemas/generated/form.ts'
import type { AnswerProblem, Answers } from './answers.ts'

/** The types of files that a form can take: the ending of each, and its media type. */
export const fileTypes = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  heic: 'image/heic',
  avif: 'image/avif',
  gif: 'image/gif',
  tif: 'image/tiff',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
} as const

/** The ending of a type of file, such as pdf. */
export type FileType = keyof typeof fileTypes

/** What a field of kind `file` takes. How many files is in its schema. */
export interface FileLimits {
  accept: readonly FileType[]
  /** Of one file, in bytes. */
  maxBytes: number
  /** Of all files of the field together, in bytes. */
  maxTotalBytes: number
  /** The camera that phones offer: towards the visitor, or away from them. */
  capture?: 'user' | 'environment'
}

/** An uploaded file as answers hold it. */
export interface UploadedFile {
  /** 22 characters that cannot be guessed: knowing them gives access to the file. */
  id: string
  bytes: number
  /** With the ending of its type. */
  name: string
}

/** The most characters of a file's name. */
const longestFileName = 100

/** What the answers of a file field look like, as a pattern for each. */
export const referencePattern = `^[A-Za-z0-9_-]{22}/[1-9]\\d{0,11}/[^\\u0000-\\u001f\\u007f/\\\\]{1,${longestFileName}}$`

const reference = new RegExp(referencePattern, 'u')

const megabyte = 1024 * 1024

const usualTypes: readonly FileType[] = ['pdf', 'jpg', 'png', 'webp', 'heic']

/** In megabytes, of one file. */
const usualSize = 10

/** How many files a field takes, and which. */
export function fileLimits({
  accept = [...usualTypes],
  maxFiles = 1,
  maxMegabytes = usualSize,
  maxTotalMegabytes = maxFiles * maxMegabytes,
  capture,
}: FileRules = {}): { maxFiles: number; files: FileLimits } {
  const files = { accept, maxBytes: maxMegabytes * megabyte, maxTotalBytes: maxTotalMegabytes * megabyte }
  return { maxFiles, files: { ...files, ...(capture && { capture }) } }
}

/** The file that an answer refers to; null for a text that refers to none. */
export function uploadedFile(answer: string): UploadedFile | null {
  if (!reference.test(answer)) return null
  const [id = '', bytes = '', name = ''] = answer.split('/')
  return { id, bytes: Number(bytes), name }
}

/** A file as answers hold it: id, size and name. */
export function fileReference({ id, bytes, name }: UploadedFile): string {
  return `${id}/${bytes}/${name}`
}

/** A field, as far as its files go. */
interface Asked {
  id: string
  files?: FileLimits
}

/** Why a file was not taken, or not yet. */
export const fileMistakes = [
  ...(['fileType', 'fileSize', 'fileEmpty', 'fileInfected'] as const),
  ...(['fileFailed', 'fileGone', 'fileLoading'] as const),
] as const

export type FileMistake = (typeof fileMistakes)[number]

/** The answer for a file that was not taken, so that the visitor learns why. */
export function refusedFile(code: FileMistake, name: string): string {
  return `!${code}/${name}`
}

/** The problems of uploaded files that their field's schema does not find: the ones that were not taken, and how large all are. */
export function fileProblems(fields: readonly Asked[], answers: Answers): AnswerProblem[] {
  return fields
    .filter(({ files }) => files)
    .flatMap(({ id, files }): AnswerProblem[] => {
      const answer = answers[id]
      if (!files || !Array.isArray(answer)) return []
      const refused = answer.flatMap((text) => {
        const [, code, name = ''] = /^!(\w+)\/(.*)$/su.exec(String(text)) ?? []
        return (fileMistakes as readonly unknown[]).includes(code)
          ? [{ field: id, code: String(code), params: { name } }]
          : []
      })
      if (refused.length > 0) return refused
      const total = answer.reduce((sum, text) => sum + (uploadedFile(String(text))?.bytes ?? 0), 0)
      return total > files.maxTotalBytes ? [{ field: id, code: 'fileTotal', params: {} }] : []
    })
}

/** Whether a form asks for files at all. */
export function asksForFiles({ steps }: { steps: readonly { fields: readonly Asked[] }[] }): boolean {
  return steps.some(({ fields }) => fields.some(({ files }) => files !== undefined))
}

/** What sentences say of a field's limits: its types, and the most that one file and all may have. */
export function fileWords({ accept, maxBytes, maxTotalBytes }: FileLimits, locale: string): Record<string, string> {
  const types = listText(
    accept.map((type) => type.toUpperCase()),
    locale,
    'or',
  )
  return { types, each: sizeText(maxBytes, locale), all: sizeText(maxTotalBytes, locale) }
}

/** A size in words: 1.2 MB, 340 kB. */
export function sizeText(bytes: number, locale: string): string {
  const isSmall = bytes < megabyte
  const value = isSmall ? Math.max(1, Math.round(bytes / 1024)) : bytes / megabyte
  const format = new Intl.NumberFormat(locale, {
    ...{ style: 'unit', unit: isSmall ? 'kilobyte' : 'megabyte', maximumFractionDigits: 1 },
  })
  return sameSpaces(format.format(value))
}
