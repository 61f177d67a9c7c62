import type { ResolvedForm, Translate } from '#engine/form/model'
import { fetchParts, translate } from '#web/shims'
import type { FormSource } from './resolve-definition.ts'

/** A form with the words of its language. */
export interface LoadedForm {
  form: ResolvedForm
  t: Translate
}

const formWords: Readonly<Record<string, () => Promise<{ default: Parameters<typeof translate>[1] }>>> = {
  en: () => import('virtual:form-words/en'),
  es: () => import('virtual:form-words/es'),
  de: () => import('virtual:form-words/de'),
  fr: () => import('virtual:form-words/fr'),
  it: () => import('virtual:form-words/it'),
  nl: () => import('virtual:form-words/nl'),
}

const loading = new Map<string, { coming: Promise<void>; form?: LoadedForm; fault?: unknown }>()

/**
 * A form with its words and the code that it needs. Where that is still to come, this throws the promise of it, so that
 * React waits.
 */
export function loadedForm(source: FormSource): LoadedForm {
  const { definition, id, locale, market, groups, lists, consents } = source
  const key = JSON.stringify([definition, id, locale, market, groups, lists, consents])
  const known = loading.get(key)
  if (known?.form) return known.form
  if (known && 'fault' in known) throw known.fault
  if (known) throw known.coming
  const coming = load(source).then(
    (form) => void Object.assign(entry, { form }),
    (fault: unknown) => void Object.assign(entry, { fault }),
  )
  const entry = { coming }
  loading.set(key, entry)
  throw coming
}

async function load(source: FormSource): Promise<LoadedForm> {
  const { definition, locale } = source
  const words = formWords[locale]
  if (!words) throw new Error(`Leadwright has no words in “${locale}”. Give LeadForm one of ${Object.keys(formWords)}.`)
  const [{ default: files }, form] = await Promise.all([
    words(),
    isResolved(definition)
      ? definition
      : import('./resolve-definition.ts').then(({ resolveDefinition }) => resolveDefinition({ ...source, definition })),
  ])
  await fetchParts([form])
  return { form, t: translate(locale, files) }
}

/** A definition has its steps by their ids. */
function isResolved(definition: FormSource['definition']): definition is ResolvedForm {
  return Array.isArray(definition.steps)
}
