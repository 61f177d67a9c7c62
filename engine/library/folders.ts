import type { FormDefinition } from '#schemas/generated/form.ts'
import type { Definitions } from './source.ts'

/** The mail that is sent to whoever asks to unsubscribe, and has the link in it. */
export const unsubscribeLink = 'unsubscribe-link'

/** The mail that asks those to confirm who have unsubscribed before, where sending the form is enough for everybody else. */
export const confirmAgain = 'confirm-subscription'

/** What is known of a folder of definitions beside its schema and its checks. */
export interface Folder {
  schema: string
  /** The schema of a definition that differs from another of the folder; left out where none may. */
  variantSchema?: string
  /** The keys under which other definitions name one of these by its id. */
  named?: readonly string[]
  /** The only folders whose definitions name one so; others mean something else by these keys. */
  namedIn?: keyof Definitions | readonly (keyof Definitions)[]
  /** The key under which other definitions name one of these for each language. */
  namedByLocale?: string
  /** The key under which other definitions list these, each under its id. */
  listed?: string
  /** What names one is nothing without it: a form without its group. A page without a form is still a page; one without its block lacks a part. */
  isNeeded?: true
  /** Whether a form uses one: then it is translated into the form's languages. The others say their languages, or have no words. */
  isUsedBy?: (form: FormDefinition, id: string) => boolean
  /** It is no folder but one file at the top, of this name. */
  isFile?: true
  /** Its files may stand in folders within, which sort them for people and mean nothing else. */
  hasAreas?: true
  /** Each of its definitions is a folder of this file and of its words as Markdown, one file for each language. */
  isMadeOf?: string
  /** The schema of such words. */
  textSchema?: string
  /** Its files are tables: CSV, and no JSON. */
  isTable?: true
}

/** The folders of definitions. */
export const folders: Readonly<Record<keyof Definitions, Folder>> = {
  brands: { schema: 'brand.schema.json', named: ['brand', 'brands'] },
  forms: {
    schema: 'form.schema.json',
    variantSchema: 'variant.schema.json',
    named: ['form', 'newsletter', 'popup', 'waitingList'],
  },
  groups: {
    schema: 'group.schema.json',
    named: ['use'],
    namedIn: 'forms',
    isNeeded: true,
    isUsedBy: ({ steps }, id) => Object.values(steps).some((step) => step.use === id),
  },
  layouts: { schema: 'layout.schema.json', named: ['layout'], namedByLocale: 'layouts' },
  lists: { schema: 'list.schema.json', named: ['optionList'], isNeeded: true },
  consents: {
    schema: 'consent.schema.json',
    named: ['consent'],
    namedIn: 'forms',
    listed: 'consents',
    isNeeded: true,
    isUsedBy: ({ consents = {}, offers }, id) => Object.hasOwn(consents, id) || offers?.consent === id,
  },
  mails: {
    schema: 'mail.schema.json',
    named: ['mail', 'confirm', 'noOffersMail', 'expiryMail'],
    isUsedBy: (form, id) => mailsOf(form).includes(id),
  },
  menus: { schema: 'menu.schema.json', named: ['menu'] },
  blocks: { schema: 'block.schema.json', named: ['use'], namedIn: 'pages', isNeeded: true },
  cookies: { schema: 'cookie.schema.json' },
  pages: {
    schema: 'page.schema.json',
    variantSchema: 'page-variant.schema.json',
    named: ['page', 'pages', 'of'],
    hasAreas: true,
  },
  partners: { schema: 'partner.schema.json' },
  tariffs: {
    schema: 'tariff-table.schema.json',
    named: ['table'],
    namedIn: ['partners', 'forms'],
    isNeeded: true,
    isTable: true,
  },
  sponsors: { schema: 'sponsor.schema.json' },
  deals: { schema: 'deals.schema.json', isFile: true },
  questions: { schema: 'questions.schema.json', isFile: true },
  media: { schema: 'media.schema.json', named: ['picture', 'cover'], namedByLocale: 'pictures' },
  blog: {
    schema: 'article.schema.json',
    named: ['article'],
    isMadeOf: 'article',
    textSchema: 'article-text.schema.json',
  },
}

export const folderNames = Object.keys(folders) as (keyof Definitions)[]

/** What is known of a folder by its name; undefined where it is none of ours. */
export function folderOf(name: string): Folder | undefined {
  return Object.hasOwn(folders, name) ? folders[name as keyof Definitions] : undefined
}

/** The folder of definitions that a file at the top of a tree is all of, such as deals.json; '' for any other file. */
export function folderOfFile(id: string): string {
  return folderOf(id)?.isFile ? id : ''
}

/** Where a definition stands in a tree of definitions or of words, without the ending. */
export function placeOf(folder: string, id: string, area = ''): string {
  return folderOf(folder)?.isFile ? id : [folder, area, id].filter((part) => part !== '').join('/')
}

/** The mails that go to those who fill in a form, by id. */
export function mailsOf(form: FormDefinition): string[] {
  const found = [form, ...Object.values(form.localeRules ?? {})].flatMap(
    ({ receipt, offers, subscription, reminder, saveAndResume }) => [
      receipt?.mail,
      offers?.mail,
      offers?.noOffersMail,
      offers?.expiryMail,
      reminder?.mail,
      saveAndResume?.mail,
      ...(subscription ? [subscription.confirm ?? confirmAgain, unsubscribeLink] : []),
    ],
  )
  return [...found, form.offers?.mail, form.offers?.expiryMail].filter((id) => typeof id === 'string')
}

/** The ids of the tables that a form computes values from, in any language. */
export function tablesOf(form: Pick<FormDefinition, 'computed' | 'localeRules'>): string[] {
  const all = [form, ...Object.values(form.localeRules ?? {})]
  const values = all.flatMap(({ computed }) => Object.values(computed ?? {}))
  return values.flatMap((value) => value?.table ?? [])
}
