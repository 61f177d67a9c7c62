import type { BreadcrumbList, FAQPage, Graph, Organization, Question } from 'schema-dts'
import { plainWords } from '#engine/core/definition/links.ts'
import type { PageView } from '../portal/page-view.ts'

/**
 * What search engines read beside the page, in the terms of schema.org: who is behind it, where it stands, and its
 * questions with their answers. null for a page that they leave out, or that has no address they could name.
 */
export function structuredData({ brand, head, noindex, sections, locale }: PageView): Graph | null {
  const { origin } = brand
  if (origin === null || head === null || noindex) return null
  const organization: Organization = {
    '@type': 'Organization',
    '@id': `${origin}/#organization`,
    name: brand.name,
    url: `${origin}/`,
    logo: origin + (brand.files?.svg ?? head.image),
  }
  // Alone, a page has no place among others.
  const trail: BreadcrumbList[] =
    head.trail.length < 2
      ? []
      : [
          {
            '@type': 'BreadcrumbList',
            itemListElement: head.trail.map(({ href, title }, index) => ({
              '@type': 'ListItem',
              position: index + 1,
              name: title,
              item: origin + href,
            })),
          },
        ]
  const questions = sections.flatMap((section) => (section.kind === 'faq' ? Object.values(section.questions) : []))
  const faq: FAQPage[] =
    questions.length === 0 ? [] : [{ '@type': 'FAQPage', inLanguage: locale, mainEntity: questions.map(asQuestion) }]
  return { '@context': 'https://schema.org', '@graph': [organization, ...trail, ...faq] }
}

function asQuestion({ question, answer }: { question: string; answer: string }): Question {
  return {
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: plainWords(answer) },
  }
}
