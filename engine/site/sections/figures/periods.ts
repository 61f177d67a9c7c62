import { type DefinitionProblem, didYouMean, languagesOf, siteKey } from '#engine/library'
import type { PeriodsSection } from '#schemas/generated/sections/periods.ts'
import { type PeriodName, periodNames, periodsByHour, type Span, spanOf, spansOf } from '../../periods/day-hours.ts'
import type { SectionKind, SectionPlace } from '../../section-kind.ts'

/** The hours of each period of a weekday, and the period of each hour. */
export interface PeriodsView extends PeriodsSection {
  spans: Readonly<Record<PeriodName, readonly Span[]>>
  byHour: readonly PeriodName[]
}

/** A tariff of three periods, whose hours are facts of the market. */
export const periods = {
  check: checkPeriods,

  view(section, { catalog, market }) {
    const spans = spansOf(section, catalog.definition, market.country)
    return { ...section, spans, byHour: periodsByHour(spans).flat() }
  },
} satisfies SectionKind<PeriodsSection, PeriodsView>

/** The hours of all periods are facts of each market that reads them, and make up a day. */
function checkPeriods(section: PeriodsSection, place: SectionPlace): DefinitionProblem[] {
  const { page, library, file } = place
  const site = library.site.value
  const countries = languagesOf(section, page, library).map(
    (locale) => page.market?.country ?? site.locales[locale]?.country ?? '',
  )
  const at = (path: readonly string[], message: string): DefinitionProblem => ({
    ...{ file, path: [...place.path, ...path], on: 'value', message, with: [siteKey] },
  })
  const wrong = periodNames.flatMap((name) =>
    section[name].hours.flatMap(({ fact }, index) => {
      const message = wrongHours(fact)
      return message === null ? [] : [at([name, 'hours', String(index), 'fact'], message)]
    }),
  )
  if (wrong.length > 0) return wrong
  const unclear = countries.map(wrongDay).find((message) => message !== null)
  return unclear ? [at([], unclear)] : []

  function wrongHours(name: string): string | null {
    const { facts = {} } = site
    const fact = Object.hasOwn(facts, name) ? facts[name] : undefined
    if (!fact) return `There is no fact "${name}" in site.json.${didYouMean(name, Object.keys(facts))}`
    const lacking = countries.filter((country) => spanOf(fact, country) === null)
    return lacking.length > 0
      ? `The fact "${name}" is no range of full hours in ${lacking.join(', ')}, where this is read. Give it one there ("markets" in site.json), or give this section "locales" without it.`
      : null
  }

  function wrongDay(country: string): string | null {
    const hours = periodsByHour(spansOf(section, site, country))
    const hour = hours.findIndex(({ length }) => length !== 1)
    if (hour === -1) return null
    const which = hours[hour]?.length === 0 ? 'no period' : 'several periods'
    return `The hour from ${hour}:00 belongs to ${which} in ${country}, and each belongs to one. Name other facts as "hours", or correct them in site.json.`
  }
}
