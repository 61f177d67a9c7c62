// Generated from the files of this folder by `npx leadwright types`. Do not edit.
import { article, articles } from './blog.ts'
import { cards, faq, hero, points, sent, slider, statement, steps, testimonials, text } from './content.ts'
import { comparison, creditExample, periods, savingsCheck } from './figures.ts'
import { calculator, confirmation, deals, form, offers, unsubscription } from './interactive.ts'
import { company, contact, cookies, legal, partners, retention, sponsors } from './legal-notices.ts'

/** Every section kind by its id. */
export const sectionKinds = {
  article,
  articles,
  calculator,
  cards,
  company,
  comparison,
  confirmation,
  contact,
  cookies,
  'credit-example': creditExample,
  deals,
  faq,
  form,
  hero,
  legal,
  offers,
  partners,
  periods,
  points,
  retention,
  'savings-check': savingsCheck,
  sent,
  slider,
  sponsors,
  statement,
  steps,
  testimonials,
  text,
  unsubscription,
}
