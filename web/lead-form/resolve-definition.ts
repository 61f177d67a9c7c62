import { homeMarket } from '#engine/form/values'
import 'virtual:whole-kinds'
import { type KindWords, type ResolvedForm, resolveForm, withNeeds } from '#engine/form/model'
import type { FormDefinition, FormOptions } from '#engine/form/standalone'
import { translate } from '#web/shims'

/** A definition, or a form that was resolved before, and what it is resolved with. */
export interface FormSource extends Pick<FormOptions, 'id' | 'locale'> {
  definition: FormDefinition | ResolvedForm
  market?: FormOptions['market'] | undefined
  groups?: FormOptions['groups']
  lists?: FormOptions['lists']
  consents?: FormOptions['consents']
}

export interface DefinitionWords {
  kinds: object
  hints: Parameters<typeof translate>[1][string]
}

const words: Readonly<Record<string, () => Promise<{ default: DefinitionWords }>>> = {
  en: () => import('virtual:definition-words/en'),
  es: () => import('virtual:definition-words/es'),
  de: () => import('virtual:definition-words/de'),
  fr: () => import('virtual:definition-words/fr'),
  it: () => import('virtual:definition-words/it'),
  nl: () => import('virtual:definition-words/nl'),
}

/** Resolves a definition with the product's words for kinds and limits. */
export async function resolveDefinition(source: FormSource & { definition: FormDefinition }): Promise<ResolvedForm> {
  const { definition, id, locale, market = homeMarket(locale), groups = {}, lists = {}, consents = {} } = source
  const { kinds, hints } = (await words[locale]?.())?.default ?? { kinds: {}, hints: {} }
  if (!market) throw new Error(`Give LeadForm a market for “${locale}”.`)
  return withNeeds(
    resolveForm(id, definition, {
      ...{ locale, market, groups, lists, consents, settings: {} },
      ...{ kindWords: kinds as KindWords, hints: translate(locale, { chrome: hints }) },
    }),
  )
}
