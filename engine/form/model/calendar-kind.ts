import { boundDay, dayText, isDay, isMonth } from '#engine/form/values'
import type { Format, Kind } from './kind.ts'

const formats: Readonly<Record<'day' | 'month', Format>> = {
  day: {
    name: 'day',
    isRight: isDay,
    words: () => 'a day',
    samples: ['2026-12-31'],
    standard: () => ({ format: 'date' }),
  },
  month: {
    name: 'month',
    isRight: isMonth,
    words: () => 'a month',
    samples: ['2026-12'],
    standard: () => ({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$' }),
  },
}

/** A day or a month, asked as numbers: no calendar to page through for a date one knows. Its text has the year first. */
export function calendarKind(calendar: 'day' | 'month'): Kind {
  const month = [
    { id: 'month', length: 2 },
    { id: 'year', length: 4 },
  ]
  const split = (text: string) => text.split('-').reverse()
  return {
    schema: () => ({ type: 'string', format: calendar }),
    format: formats[calendar],
    calendar,
    parts: {
      asked: calendar === 'day' ? [{ id: 'day', length: 2 }, ...month] : month,
      join: (typed) =>
        typed
          .map((text) => text.replaceAll(/[\s-]/g, ''))
          .map((text) => (/^\d$/.test(text) ? `0${text}` : text))
          .reverse()
          .join('-'),
      split,
    },
    say: (answer, shown) => {
      const text = String(answer)
      return formats[calendar].isRight(text, shown.market.country) ? dayText(text, shown) : split(text).join(' ')
    },
    samples: ({ latest, earliest }, today) =>
      [latest, earliest, 'today'].flatMap((bound) =>
        bound === undefined ? [] : [boundDay(bound, today).slice(0, formats[calendar].samples[0]?.length)],
      ),
  }
}
