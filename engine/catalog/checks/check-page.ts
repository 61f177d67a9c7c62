import type { PageDefinition, Section } from '#schemas/generated/page.ts'
import type { FormSection } from '#schemas/generated/sections/form.ts'
import type { DefinitionProblem } from '../definition-problem.ts'
import { localePath, pagePath } from '../portal/paths.ts'
import { didYouMean } from '../sources/did-you-mean.ts'
import type { Entry, Library } from '../sources/source.ts'
import { checkAddresses } from './check-addresses.ts'
import { knownLocales, reference } from './check-references.ts'
import { checkAfter } from './form/check-after.ts'
import { checkOffered } from './form/check-offered.ts'
import type { Place } from './form/check-patches.ts'

export function checkPage(page: Entry<PageDefinition>, library: Library): DefinitionProblem[] {
  const { file, value } = page
  const problems = knownLocales(library, value.locales, { file, path: ['locales'] })
  for (const [id, section] of Object.entries(value.sections)) {
    problems.push(...checkSection(section, value, library, { file, path: ['sections', id] }))
  }
  problems.push(
    ...checkAfter(value.sections, { file, path: ['sections'] }),
    ...secondForms(page),
    ...checkOffered('page', page),
  )
  return [...problems, ...checkAddresses(page, library)]
}

/** A page draws the form of one section, in each language; which of two it is would be a matter of chance. */
function secondForms({ file, value }: Entry<PageDefinition>): DefinitionProblem[] {
  const forms = Object.entries(value.sections).filter(([, { kind }]) => kind === 'form')
  return forms.flatMap(([id, section], index) => {
    const first = forms.slice(0, index).find(([, other]) => meet(other.locales, section.locales))
    if (!first) return []
    const message = `This page shows a form in "${first[0]}" already, and a page has room for one. Put this one on a page of its own.`
    return [{ file, path: ['sections', id], on: 'key' as const, message }]
  })
}

function meet(one: readonly string[] | undefined, other: readonly string[] | undefined): boolean {
  return !one || !other || one.some((locale) => other.includes(locale))
}

function checkSection(section: Section, page: PageDefinition, library: Library, at: Place): DefinitionProblem[] {
  switch (section.kind) {
    case 'form':
      return checkFormSection(section, page, library, { ...at, path: [...at.path, 'form'] })
    case 'hero': {
      const { page: id, section: target } = section.action ?? {}
      const path = [...at.path, 'action']
      if (id !== undefined && target !== undefined) {
        const message = 'A button leads to one place: remove "page" or "section".'
        return [{ ...at, path: [...path, 'page'], on: 'value', message }]
      }
      if (id !== undefined) return checkTarget(id, section, page, library, { ...at, path: [...path, 'page'] })
      if (target === undefined || Object.hasOwn(page.sections, target)) return []
      const message = `This page has no section "${target}".${didYouMean(target, Object.keys(page.sections))}`
      return [{ ...at, path: [...path, 'section'], on: 'value', message }]
    }
    case 'cards':
      return Object.entries(section.cards).flatMap(([card, { page: id }]) =>
        id === undefined
          ? []
          : checkTarget(id, section, page, library, { ...at, path: [...at.path, 'cards', card, 'page'] }),
      )
    default:
      return []
  }
}

/** The page behind a button or a card is there for those who see it. */
function checkTarget(
  id: string,
  section: Section,
  page: PageDefinition,
  library: Library,
  at: Place,
): DefinitionProblem[] {
  const target = library.pages.get(id)?.value
  if (!target) return reference(library, 'pages', id, { ...at, on: 'value' })
  const say = (message: string) => [{ ...at, on: 'value' as const, message }]
  if (target.draft && !page.draft)
    return say(`The page "${id}" is a draft, so this leads nowhere. Publish the page, or make this one a draft too.`)
  const lacking = languagesOf(section, page, library).filter((locale) => !target.locales.includes(locale))
  if (lacking.length === 0) return []
  return say(
    `The page "${id}" is not offered in ${lacking.join(', ')}, so this leads nowhere there. Add the language to it, or give this section "locales" without it.`,
  )
}

/** The languages that a section is shown in. That the site has none such is said where the page names it. */
function languagesOf(section: Section, page: PageDefinition, { site }: Library): string[] {
  const isShown = (locale: string) => section.locales?.includes(locale) ?? true
  return page.locales.filter((locale) => isShown(locale) && Object.hasOwn(site.value.locales, locale))
}

function checkFormSection(
  section: FormSection,
  page: PageDefinition,
  library: Library,
  at: Place,
): DefinitionProblem[] {
  const form = library.forms.get(section.form)
  if (form?.value.draft && !page.draft) {
    const message = `The form "${section.form}" is a draft, so this page would show nothing here. Publish the form, or make the page a draft too.`
    return [{ ...at, on: 'value', message }]
  }
  const lacking = languagesOf(section, page, library).filter((locale) => form && !form.value.locales.includes(locale))
  const message = `The form "${section.form}" is not offered in ${lacking.join(', ')}, but this page is. Add the language to the form or take it from the page.`
  return [
    ...reference(library, 'forms', section.form, { ...at, on: 'value' }),
    ...(lacking.length > 0 ? [{ ...at, on: 'value' as const, message }] : []),
  ]
}

/** Two pages never share an address, nor does a former one hide a present one. */
export function checkPaths(library: Library): DefinitionProblem[] {
  const taken = new Map<string, string>()
  const site = library.site.value
  const pages = [...library.pages.values()]
  const present = pages.flatMap(({ file, value }) =>
    value.locales.flatMap((locale) => {
      const path = pagePath(site, value, locale)
      const first = taken.get(path)
      taken.set(path, first ?? file)
      if (first === undefined) return []
      const key = value.paths?.[locale] === undefined ? ['path'] : ['paths', locale]
      const message = `The address ${path} is taken by ${first}. Give one of the two another.`
      return [{ file, path: key, on: 'value' as const, message, with: [keyOf(first)] }]
    }),
  )
  const former = pages.flatMap(({ file, value }) =>
    (value.formerPaths ?? []).flatMap((path, index) => {
      const first = value.locales.map((locale) => taken.get(localePath(site, path, locale))).find(Boolean)
      for (const locale of value.locales) taken.set(localePath(site, path, locale), file)
      const message = `The address ${path} is taken by ${first}. Take it out of "formerPaths".`
      const at = { file, path: ['formerPaths', String(index)], on: 'value' as const }
      return first === undefined ? [] : [{ ...at, message, with: [keyOf(first)] }]
    }),
  )
  return [...present, ...former]

  function keyOf(file: string): string {
    return `pages/${[...library.pages].find(([, page]) => page.file === file)?.[0] ?? ''}`
  }
}
