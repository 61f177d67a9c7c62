import { localePath } from '#engine/site/addresses/paths.ts'
import type { Blueprint, Question } from './blueprint.ts'
import { partner } from './new-partner.ts'

const language: Question = {
  flag: 'language',
  ask: 'In which language is it written?',
  fallback: (_, { site }) => Object.keys(site.locales)[0],
}

/** The kinds of definitions that can be begun, each with what it asks and writes. */
export const blueprints: Record<string, Blueprint> = {
  form: {
    folder: 'forms',
    schema: 'form.schema.json',
    questions: [{ flag: 'title', ask: 'What is the form called?' }, language],
    write: (_, { title, language: locale }) => ({
      locales: [locale],
      title,
      steps: {
        contact: { title, fields: { firstName: { kind: 'given-name' }, email: { kind: 'email' } } },
      },
    }),
    next: (id, { language: locale = '' }, { site }) =>
      `It is live at ${localePath(site, `/forms/${id}`, locale)}. Add questions to its "fields".`,
  },
  page: {
    folder: 'pages',
    schema: 'page.schema.json',
    questions: [
      { flag: 'path', ask: 'At which address?', fallback: (id) => `/${id}` },
      { flag: 'title', ask: 'What is the page called?' },
      { flag: 'form', ask: 'Which form stands on it?', fallback: (_, { formIds }) => formIds[0] },
      language,
    ],
    write: (_, { path, title, form, language: locale }) => ({
      locales: [locale],
      path,
      title,
      description: title,
      sections: { form: { kind: 'form', form } },
    }),
    next: (_, { path = '', language: locale = '' }, { site }) =>
      `It is live at ${localePath(site, path, locale)}. Write its "description" for search results.`,
  },
  block: {
    folder: 'blocks',
    schema: 'block.schema.json',
    questions: [
      { flag: 'title', ask: 'Which heading does it have?' },
      { flag: 'text', ask: 'What does it say?' },
    ],
    write: (_, { title, text }) => ({ kind: 'text', title, paragraphs: { first: text } }),
    next: (id) => `Show it on a page: "sections": { "${id}": { "use": "${id}" } }`,
  },
  article: {
    folder: 'blog',
    schema: 'article.schema.json',
    questions: [
      { flag: 'title', ask: 'What is the article called?' },
      { flag: 'category', ask: 'What is it about: energy, finance or partnerships?', fallback: () => 'energy' },
      {
        flag: 'cover',
        ask: 'Which drawing of media/ stands above it?',
        fallback: (_, { drawings }) => drawings[0]?.id,
      },
      language,
    ],
    write: (_, { title = '', category, cover, language: locale = '' }) => ({
      ...{ draft: true, category, date: today(), cover },
      slugs: { [locale]: slugOf(title, locale) },
    }),
    texts: ({ title = '', language: locale = '' }) => ({ [`${locale}.md`]: draftOf(title) }),
    next: (id, { language: locale = '' }) =>
      `Write definitions/blog/${id}/${locale}.md: npx leadwright preview shows it. Take "draft" out to publish it.`,
  },
  partner,
  brand: {
    folder: 'brands',
    schema: 'brand.schema.json',
    questions: [
      { flag: 'name', ask: 'What is the brand called?' },
      { flag: 'sender', ask: 'From which e-mail address does it write to visitors?' },
      { flag: 'chat', ask: 'From which address does the script of its chat come, if it has one?', fallback: () => '' },
    ],
    write: (_, { name, sender, chat }) => ({ name, sender, ...(chat && { scripts: { chat: chatFrom(chat) } }) }),
    next: () => 'site.json names the brand that is shown.',
  },
  layout: {
    folder: 'layouts',
    schema: 'layout.schema.json',
    questions: [language],
    write: (_, { language: locale }) => ({
      locales: [locale],
      header: { home: true, languages: true },
      footer: { company: true },
    }),
    next: (id) => `Draw pages with it: "layout": "${id}".`,
  },
  menu: {
    folder: 'menus',
    schema: 'menu.schema.json',
    questions: [
      { flag: 'title', ask: 'What is the menu called, for those who hear it?' },
      { flag: 'page', ask: 'To which page does it lead first?', fallback: (_, { pages }) => pages[0]?.id },
      language,
    ],
    write: (_, { title, page, language: locale }) => ({
      locales: [locale],
      title,
      entries: { first: { title, page } },
    }),
    next: (id) => `Show it in the header or footer of a layout: "menu": "${id}".`,
  },
  consent: {
    folder: 'consents',
    schema: 'consent.schema.json',
    questions: [
      { flag: 'purpose', ask: 'What does it permit, in a word?', fallback: (id) => id },
      { flag: 'text', ask: 'The exact sentence beside the box?' },
    ],
    write: (_, { purpose, text }) => ({ purpose, text }),
    next: (id) => `Ask it in a form: "consents": { "${id}": {} }`,
  },
}

/** Day, month and year, as articles say it. */
function today(): string {
  return new Date().toISOString().slice(0, 10).split('-').reverse().join('-')
}

/** A title as the last part of an address. */
function slugOf(title: string, locale: string): string {
  // German writes them so where it has no dots.
  const german = locale === 'de' ? title.replaceAll(/[äöü]/gi, (letter) => `${letter}e`).replaceAll('ß', 'ss') : title
  const plain = german.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')
}

/** A text that has every part an article needs. */
function draftOf(title: string): string {
  return `---
title: ${JSON.stringify(title)}
description: What one knows after reading it.
cover: What the cover shows
conclusion: |
  The one thing to remember. More stands in [the blog](page:blog).
---

What it is about, in two sentences.

## What the first part says

600 to 1,500 words in all. definitions/README.md shows what else may stand here.
`
}

/** A chat whose script, frames and data come from one host. What is no address is told by the check. */
function chatFrom(source: string): object {
  const { origin, hostname } = URL.canParse(source) ? new URL(source) : { origin: source, hostname: source }
  const hosts = { script: [origin], connect: [origin], frame: [origin] }
  return { what: 'chat', category: 'functional', company: hostname, source, hosts }
}
