import { fieldsAsked, itemName } from '#engine/form/journey'
import { storedAnswer } from '#engine/form/lead'
import {
  type Answer,
  type Answers,
  answerTo,
  answerWords,
  plainWords,
  type ResolvedField,
  type ResolvedForm,
  type ResolvedStep,
} from '#engine/form/model'
import { oncePerValue } from '#engine/form/values'
import { type LeadItem, type LeadMail, mailColours } from '#engine/site'
import type { Outgoing } from '../channel.ts'

/** The most characters of an answer, which stands whole in the plain text. */
const longestAnswer = 2000

const colours = oncePerValue<ReturnType<typeof mailColours>>()

/** A lead as its partner reads it: what was asked step by step, what was agreed to, where it came from. */
export function leadMail(
  { lead, form, answers, brand, page, attribution, ...outgoing }: Outgoing,
  subject: string,
): LeadMail {
  const { id, locale, receivedAt } = lead
  const words = outgoing.words()
  const asked = form.steps.flatMap((step) => groupsOf(step, form, answers))
  const sentences = (isGranted: boolean) =>
    form.consents
      .filter((consent) => (answerTo(consent.id, answers) === true) === isGranted)
      .map(({ text }) => ({ text: plainWords(text) }))
  const origin: LeadItem[] = [
    { name: words.brand, text: brand.name },
    ...(page === null ? [] : [{ name: words.page, text: page }]),
    ...(form.hidden ?? []).flatMap((field) => itemOf(field, form, answers)),
    ...Object.entries(attribution).map(([name, text]) => ({ name, text, isTyped: true })),
  ]
  const groups = [
    ...asked,
    { title: words.agreed, items: sentences(true) },
    { title: words.declined, items: sentences(false) },
    { title: words.from, items: origin },
  ]
  return {
    ...{ locale, subject, heading: form.title },
    about: [`${words.received}: ${receivedAt.slice(0, 16).replace('T', ' ')} UTC`, id],
    groups: groups.filter(({ items }) => items.length > 0),
    brand: { name: brand.name, colours: colours(brand, '', () => mailColours(brand.colours)) },
  }
}

/** The answers of a step; those of each item apart, where it is asked several times. */
function groupsOf(step: ResolvedStep, form: ResolvedForm, answers: Answers): LeadMail['groups'] {
  const byItem = Map.groupBy(fieldsAsked(step, answers), ({ place }) =>
    typeof place.item === 'number' ? place.item : null,
  )
  return [...byItem].map(([item, fields]) => ({
    title: plainWords(step.repeat && item !== null ? itemName(step.repeat, item) : step.title),
    items: fields.flatMap((field) => itemOf(field, form, answers)),
  }))
}

function itemOf(field: ResolvedField, form: ResolvedForm, answers: Answers): LeadItem[] {
  const answer = answerTo(field.id, answers)
  if (answer === undefined || field.kind === 'consent' || field.kind === 'count') return []
  const text = shortened(answerWords(field, answer, form))
  const href = hrefOf(field, answer, form, answers)
  const isTyped = typeof answer === 'string' && !Object.hasOwn(field.words.options ?? {}, answer)
  return [{ name: plainWords(field.words.title), text, ...(isTyped && { isTyped }), ...(href !== null && { href }) }]
}

/** What a partner does next is a press away. A mailbox may hold what would add another header to a mail. */
function hrefOf(field: ResolvedField, answer: Answer, form: ResolvedForm, answers: Answers): string | null {
  const stored = String(storedAnswer(field, answer, form, answers))
  if (field.kind === 'email') return `mailto:${encodeURIComponent(stored).replace('%40', '@')}`
  return field.kind === 'phone' && /^\+\d+$/.test(stored) ? `tel:${stored}` : null
}

function shortened(text: string): string {
  return text.length > longestAnswer ? `${text.slice(0, longestAnswer).toWellFormed()} …` : text
}
