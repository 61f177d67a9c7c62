import { outsideOf } from '#engine/form/journey'
import { type DefinitionProblem, didYouMean, type Library, reference, siteKey } from '#engine/library'
import type { FormDefinition, OnwardLink, OutsideRedirect } from '#schemas/generated/form.ts'
import { checkDestination } from '../../check-destination.ts'

/** Whom a form leads elsewhere, and the place in its file where that is said. */
interface Leading {
  form: FormDefinition
  library: Library
  file: string
  path: readonly string[]
}

/** What is said where a form ends: a button, or another site in place of the words. */
interface Said {
  page?: string
  link?: OnwardLink
  redirect?: OutsideRedirect
}

/** Where a form leads to is one place, is there for all its visitors, and elsewhere only what site.json allows. */
export function checkOnward({ page, link, redirect }: Said, { path, ...rest }: Leading): DefinitionProblem[] {
  const say = (key: string, message: string): DefinitionProblem[] => [
    { file: rest.file, path: [...path, key], on: 'key', message },
  ]
  if (redirect && page !== undefined)
    return say('redirect', 'Visitors are led to a page here already. Keep "page" or "redirect".')
  const instead = redirect ? 'redirect' : page !== undefined ? 'page' : null
  if (link && instead !== null)
    return say(
      'link',
      `Visitors never see this button: "${instead}" redirects visitors immediately. Remove one of the two.`,
    )
  return [
    ...(link ? checkLink(link, { ...rest, path: [...path, 'link'] }) : []),
    ...(redirect ? checkOutside(redirect.to, { ...rest, path: [...path, 'redirect', 'to'] }) : []),
  ]
}

function checkLink({ page, form: other, to }: OnwardLink, at: Leading): DefinitionProblem[] {
  const { form, library, file, path } = at
  const targets = [page, other, to].filter((target) => target !== undefined)
  if (targets.length !== 1) {
    const message = `The button leads ${targets.length === 0 ? 'nowhere' : 'to several places'}. Name one: a "page", a "form", or an address ("to").`
    return [{ file, path, on: 'key', message }]
  }
  if (to !== undefined) return checkOutside(to, { ...at, path: [...path, 'to'] })
  const { locales, draft: isDraft = false } = form
  if (page !== undefined)
    return checkDestination(page, { locales, isDraft, isOptional: true }, library, { file, path: [...path, 'page'] })
  return checkForm(other ?? '', { ...at, path: [...path, 'form'] })
}

/** Every brand shows every form at /forms/<id>. */
function checkForm(id: string, { form, library, file, path }: Leading): DefinitionProblem[] {
  const target = library.forms.get(id)?.value
  if (!target) return reference(library, 'forms', id, { file, path, on: 'value' })
  const say = (message: string) => [{ file, path, on: 'value' as const, message, with: [`forms/${id}`] }]
  if (target.draft && !form.draft)
    return say(`The form "${id}" is a draft, so this leads nowhere. Publish it, or name another.`)
  const known = Object.keys(library.site.value.locales)
  const lacking = form.locales.filter((locale) => known.includes(locale) && !target.locales.includes(locale))
  if (lacking.length === 0) return []
  return say(
    `The form "${id}" is not offered in ${lacking.join(', ')}, so this leads nowhere there. Add the language to it, or name another form.`,
  )
}

function checkOutside(address: string, { library, file, path }: Leading): DefinitionProblem[] {
  const host = outsideOf(address)?.host ?? address
  const say = (message: string) => [{ file, path, on: 'value' as const, message, with: [siteKey] }]
  const allowed = library.site.value.allowedHosts ?? []
  if (!allowed.includes(host))
    return say(
      `Forms may not lead to "${host}", which is none of the "allowedHosts" in site.json.${didYouMean(host, allowed)}`,
    )
  if (address.startsWith('http:') && !isLoopback(host))
    return say('On the way to http anybody can read and change what is shown. Write https.')
  return []
}

/** This machine, where nothing is on the way: for trying things out. */
export function isLoopback(host: string): boolean {
  return /^(127(\.\d+){3}|localhost)(:\d+)?$/.test(host)
}
