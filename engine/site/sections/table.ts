// Generated from the files of this folder by `npx leadwright types`. Do not edit.
import { article } from './article.ts'
import { articles } from './articles.ts'
import { calculator } from './calculator.ts'
import { cards } from './cards.ts'
import { company } from './small-print/company.ts'
import { confirmation } from './confirmation.ts'
import { contact } from './small-print/contact.ts'
import { cookies } from './small-print/cookies.ts'
import { creditExample } from './figures/credit-example.ts'
import { deals } from './deals.ts'
import { faq } from './faq.ts'
import { form } from './form.ts'
import { hero } from './hero.ts'
import { legal } from './small-print/legal.ts'
import { partners } from './small-print/partners.ts'
import { periods } from './figures/periods.ts'
import { points } from './figures/points.ts'
import { retention } from './small-print/retention.ts'
import { savingsCheck } from './figures/savings-check.ts'
import { slider } from './slider.ts'
import { sponsors } from './small-print/sponsors.ts'
import { statement } from './statement.ts'
import { steps } from './steps.ts'
import { testimonials } from './testimonials.ts'
import { text } from './text.ts'
import { unsubscription } from './unsubscription.ts'

/** Every section kind by its id. */
export const sectionKinds = {
  article,
  articles,
  calculator,
  cards,
  company,
  confirmation,
  contact,
  cookies,
  'credit-example': creditExample,
  deals,
  faq,
  form,
  hero,
  legal,
  partners,
  periods,
  points,
  retention,
  'savings-check': savingsCheck,
  slider,
  sponsors,
  statement,
  steps,
  testimonials,
  text,
  unsubscription,
}
