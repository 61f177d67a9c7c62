import type { ArticleDefinition } from '#schemas/generated/article.ts'
import type { BlockDefinition } from '#schemas/generated/block.ts'
import type { BrandDefinition } from '#schemas/generated/brand.ts'
import type { ConsentDefinition } from '#schemas/generated/consent.ts'
import type { CookieDefinition } from '#schemas/generated/cookie.ts'
import type { DealsDefinition } from '#schemas/generated/deals.ts'
import type { FormDefinition } from '#schemas/generated/form.ts'
import type { GroupDefinition } from '#schemas/generated/group.ts'
import type { LayoutDefinition } from '#schemas/generated/layout.ts'
import type { ListDefinition } from '#schemas/generated/list.ts'
import type { MailDefinition } from '#schemas/generated/mail.ts'
import type { MediaDefinition } from '#schemas/generated/media.ts'
import type { MenuDefinition } from '#schemas/generated/menu.ts'
import type { PageDefinition } from '#schemas/generated/page.ts'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import type { QuestionsDefinition } from '#schemas/generated/questions.ts'
import type { SiteDefinition } from '#schemas/generated/site.ts'
import type { SponsorDefinition } from '#schemas/generated/sponsor.ts'
import type { TariffTable } from '#schemas/generated/tariff-table.ts'

/**
 * One file as it was read: definitions/forms/home-insurance.json or locales/de/forms/home-insurance.json. The words of an
 * article stand beside it: definitions/blog/blog3/article.json and de.md.
 */
export interface SourceFile {
  /** Its name for people, with the folder. */
  file: string
  /** null for a definition, the language for a translation or other words. */
  locale: string | null
  /** forms, pages, …; '' for a file that stands on its own, such as site.json. */
  folder: string
  /** The file's name without its ending; an article's is that of its folder. */
  id: string
  /** The folder within its folder, where it stands in one: finance for pages/finance/loan.json. */
  area?: string | undefined
  value: unknown
  /** It is there, and has mistakes that keep it from saying anything. */
  isUnreadable?: boolean
}

/** The folders of definitions and what a file in each is; folders.ts has all else that is known of them. */
export interface Definitions {
  brands: BrandDefinition
  forms: FormDefinition
  groups: GroupDefinition
  layouts: LayoutDefinition
  lists: ListDefinition
  consents: ConsentDefinition
  mails: MailDefinition
  menus: MenuDefinition
  blocks: BlockDefinition
  cookies: CookieDefinition
  pages: PageDefinition
  partners: PartnerDefinition
  tariffs: TariffTable
  sponsors: SponsorDefinition
  deals: DealsDefinition
  media: MediaDefinition
  questions: QuestionsDefinition
  blog: ArticleDefinition
}

/** A definition of the right shape, and the file it came from. */
export interface Entry<T> {
  file: string
  /** The folder within its folder, where it stands in one. */
  area?: string | undefined
  value: T
  /** What its file says itself, where `value` is more: a variant's patch on its base, a page with blocks in place. */
  own?: object
  /** For a variant: the id of its base. */
  variantOf?: string
  /** For a page: the sections that are made of blocks, and of which. */
  blocks?: Readonly<Record<string, string>>
}

/** Everything of the right shape, by folder and id. */
export interface Library extends LibraryFolders {
  site: Entry<SiteDefinition>
  /**
   * What is there but cannot be used: definitions (forms/pets) and words (de/forms/pets, de//chrome). What refers to one
   * of them is no second mistake.
   */
  broken: ReadonlySet<string>
  /** The trees of words, by language, folder and id. */
  words: WordFiles
}

type LibraryFolders = { [K in keyof Definitions]: ReadonlyMap<string, Entry<Definitions[K]>> }

/** `locale/folder/id` → the file's tree of words; for words of the product itself, `locale//chrome`. */
export type WordFiles = ReadonlyMap<string, Entry<object>>

export function wordFile(words: WordFiles, locale: string, folder: string, id: string): Entry<object> | undefined {
  return words.get(`${locale}/${folder}/${id}`)
}
