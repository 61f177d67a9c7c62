import { dayText } from '#engine/form/values'
import type { Market } from '#schemas/generated/site.ts'
import type { Site } from '../site.ts'
import type { Article } from './article.ts'
import { categoryName } from './article-query.ts'

/** An article as a list shows it. */
export interface ArticleCard {
  href: string
  /** The language it is in, where that is not the page's. */
  lang?: string
  title: string
  description: string
  /** The key of its category's name. */
  category: string
  /** The day it was published, as machines and as readers write it. */
  day: string
  when: string
  minutes: number
  /** The address of its cover's drawing. */
  picture: string | null
}

/** @param locale that of the page */
export function articleCard(site: Site, article: Article, locale: string): ArticleCard {
  const { path, category, day, minutes, cover, text } = article
  return {
    href: path,
    ...(article.locale !== locale && { lang: article.locale }),
    ...{ title: text.title, description: text.description, day, minutes },
    category: categoryName(site.definition, category),
    when: dayText(day, { locale, market: site.definition.locales[locale] as Market }),
    picture: pictureOf(site, cover),
  }
}

/** The address of a drawing of media/. */
export function pictureOf({ deals: { drawings } }: Pick<Site, 'deals'>, id: string): string | null {
  return drawings.find((drawing) => drawing.id === id)?.path ?? null
}
