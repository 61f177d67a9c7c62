import type { FormChange } from '#engine/authoring'
import { may, type People, type Person } from '#server/people'
import { asking, type Plan, type Remark, type StudioForm } from '#server/studio'
import { type Desk, type Html, html, table, type Words } from './page.ts'

/** How people are called, by their ids. */
export type Names = (id: string) => string

/** What a person has seen who decides. */
export const seenOf = ({ review }: Pick<StudioForm, 'review'>) =>
  html`<input type="hidden" name="review" value="${review}">`

/**
 * Who has to put a draft live instead of one who wrote in it: one who may and did not, unless one of them approved it as it
 * is; null where there is none.
 */
export async function otherPublisher(
  people: Pick<People, 'list'>,
  { id }: Pick<Person, 'id'>,
  {
    authors,
    remarks = [],
    review,
  }: { authors: readonly string[]; remarks?: readonly Remark[] | undefined; review: string },
): Promise<string | null> {
  if (!authors.includes(id)) return null
  const others = (await people.list()).filter((each) => !authors.includes(each.id) && may(each.roles, 'publish'))
  const isApproved = remarks.some(
    (each) => each.kind === 'approve' && each.review === review && others.some((other) => other.id === each.who),
  )
  return isApproved ? null : (others[0]?.id ?? null)
}

/** Whether one who approved a draft for a time may not put it live by then. */
export async function barredAtTime(
  { people, studio }: Pick<Desk, 'people' | 'studio'>,
  form: string,
  who: string,
  authors: readonly string[],
): Promise<'right' | 'author' | null> {
  const person = (await people.list()).find(({ id }) => id === who)
  if (!person || !may(person.roles, 'publish')) return 'right'
  const { draft, review } = studio.form(form) ?? { draft: null, review: '' }
  const other = await otherPublisher(people, person, { authors, remarks: draft?.remarks, review })
  return other === null ? null : 'author'
}

/** What a draft changes for saved answers, leads and partners, as `leadwright diff` says it. */
export function effects(changes: readonly FormChange[] | null, { word, named }: Words): Html {
  if (changes === null) return html`<p>${word('review.no-effects')}</p>`
  if (changes.length === 0) return html`<p>${word('review.safe')}</p>`
  return table(
    word('review.effects'),
    ['effect', 'on', 'languages', 'change'].map((name) => word(`review.${name}`)),
    changes.map(({ effect, on, locales, change }) => [
      effect === 'breaking' ? html`<strong>${named('effect', effect)}</strong>` : named('effect', effect),
      ...[named('on', on), locales.join(', '), html`<span lang="en">${change}</span>`],
    ]),
  )
}

/** What was said of a draft, with a form to say more. */
export function discussion(form: StudioForm, person: Person, names: Names, { word, named, time }: Words): Html | null {
  const { id, draft, review } = form
  if (!draft) return null
  const { remarks = [], authors } = draft
  const open = asking(remarks)
  const mayApprove = may(person.roles, 'publish') && !authors.includes(person.id)
  return html`<h2 id="review">${word('review.title')}</h2>${
    remarks.length > 0 &&
    html`<ol class="plain">${remarks.map(
      (each) =>
        html`<li><strong>${names(each.who)}</strong> ${named('remark', each.kind)}, ${time(each.at)}${
          each.kind === 'approve' &&
          each.review !== review &&
          html` <span class="quiet">${word('review.before')}</span>`
        }${each.text !== '' && html`<p>${each.text}</p>`}</li>`,
    )}</ol>`
  }${open.length > 0 && html`<p class="note error">${word('review.open', { names: open.map(names).join(', ') })}</p>`}
<form method="post" action="/studio/${id}/remark" class="part">${seenOf(form)}<label>${word('review.text')}
<textarea name="text" rows="3" maxlength="2000"></textarea></label>
<p class="turn"><button class="plain" name="kind" value="comment">${word('review.comment')}</button>
<button class="plain" name="kind" value="changes">${word('review.changes')}</button>
${mayApprove && html`<button name="kind" value="approve">${word('review.approve')}</button>`}</p></form>`
}

/** What others changed in git otherwise than a draft has it, next to what it has. */
export function conflicts(form: StudioForm, { word }: Words): Html | null {
  const { conflicts: all = [] } = form.draft ?? {}
  if (all.length === 0) return null
  return html`<section class="note error" aria-labelledby="conflicts"><h2 id="conflicts">${word('conflicts.title')}</h2><p>${word('conflicts.about', { branch: `studio/${form.id}` })}</p>${table(
    word('conflicts.title'),
    [word('studio.place'), word('studio.draft'), word('conflicts.theirs')],
    all.map(({ name, path, before, after, author }) => [
      html`<code>${name} ${path}</code>`,
      before ?? '–',
      html`${after ?? '–'} (${author})`,
    ]),
  )}<form method="post" action="/studio/${form.id}/accept">${seenOf(form)}<button class="plain">${word('conflicts.seen')}</button></form></section>`
}

/** When a draft goes live, or why it did not. */
export function planned(
  plan: Plan | null,
  names: Names,
  isPublisher: boolean,
  { word, named, time }: Words,
): Html | null {
  if (plan?.state === 'refused')
    return html`<p class="note error">${word('plan.refused', { said: plan.said })} ${named('studio-not', plan.reason)}</p>`
  if (plan?.state !== 'planned' && plan?.state !== 'running') return null
  return html`<p class="note">${word('plan.at', { said: plan.said, name: names(plan.by) })} (${time(plan.at)})</p>${
    isPublisher &&
    html`<form method="post" action="/studio/${plan.form}/cancel"><input type="hidden" name="plan" value="${plan.id}">
<button class="plain">${word('plan.cancel')}</button></form>`
  }`
}

/** The fields with which a draft goes live at a time. @param first the time zones that come first */
export function planFields(id: string, first: readonly string[], { word }: Words): Html {
  const zones = [...new Set([...first, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
  return html`<details><summary>${word('plan.title')}</summary><div class="fields"><label>${word('plan.when')}
<input type="datetime-local" name="at"></label><label>${word('plan.zone')}
<select name="zone">${zones.map((zone) => html`<option>${zone}</option>`)}</select></label>
<button class="plain" formaction="/studio/${id}/plan">${word('plan.plan')}</button></div></details>`
}

/** Whether a variant can be made of it. */
export const hasVariants = ({ folder, value }: Pick<StudioForm, 'folder' | 'value'>): boolean =>
  (folder === 'forms' || folder === 'pages') && value?.variantOf === undefined

/** What else is made of a form: files for translators, and a variant. */
export function exchange({ id, folder, locales, value }: StudioForm, { word, language }: Words): Html {
  const others = locales.slice(1)
  const names = new Intl.DisplayNames([language], { type: 'language' })
  return html`${
    others.length > 0 &&
    html`<h2 id="texts">${word('texts.title')}</h2><ul>${others.map(
      (locale) =>
        html`<li>${names.of(locale) ?? locale}: <a href="/studio/${id}/texts?language=${locale}&amp;format=xliff">XLIFF</a>, <a href="/studio/${id}/texts?language=${locale}&amp;format=csv">CSV</a></li>`,
    )}</ul>
<form method="post" action="/studio/${id}/texts" enctype="multipart/form-data"><div class="fields"><label>${word('texts.into')}<select name="language">${others.map((locale) => html`<option value="${locale}">${names.of(locale) ?? locale}</option>`)}</select></label>
<label>${word('texts.file')}<input type="file" name="file" accept=".xlf,.xliff,.csv" required></label><button class="plain">${word('texts.import')}</button></div></form>`
  }${
    hasVariants({ folder, value }) &&
    html`<h2>${word('variant.title')}</h2><form method="post" action="/studio/${id}/variant"><div class="fields"><label>${word('studio.new-id')}<input name="id" required pattern="[a-z][a-z0-9_\\-]*" autocomplete="off"></label>
<label>${word('template.name')}<input name="title" required autocomplete="off"></label><button class="plain">${word('variant.make')}</button></div></form>`
  }`
}
