import { plainWords } from '#engine/form/model/links.ts'

/** Something that a text must not hold, and what to write instead. */
interface Slip {
  holds: RegExp
  says: string
}

const everywhere: readonly Slip[] = [
  { holds: /[\u2000-\u200b\u202f\u2060]/, says: 'The only space beside the common one is the no-break space, U+00A0.' },
  { holds: /^[ \u00a0]|[ \u00a0]$|[ \u00a0]{2}/, says: 'Take out the space that is too many.' },
  { holds: /['‘`´]/, says: 'The apostrophe is ’.' },
  { holds: /"/, says: 'Write the quotation marks of the language.' },
  { holds: /\.\.\./, says: 'Write … as one character.' },
  { holds: / -|- (?!\p{L}+)/u, says: 'Between spaces stands a –.' },
  { holds: /[!¡]/, says: 'We write without exclamation marks.' },
  {
    holds: /\d (?:[€£%]|°C|k?m|m²|k?W|kWh|[km]?g|[GM]B|[GM]bit\/s)(?![\p{L}\d])/u,
    says: 'A no-break space (U+00A0) stands between a figure and its unit.',
  },
]

const closeMarks: Slip = { holds: /[ \u00a0][?;:,.](?=\s|$)/, says: 'No space stands before a mark.' }

/** The others' quotation marks, and their own where they stand the wrong way. */
const curly: Slip = { holds: /[«»„‟‹›]|(?<=\p{L})“|”(?=\p{L})/u, says: 'Quotation marks are “…”.' }
const angled: Slip = { holds: /[“”„‟‹›]|«\s|\s»/, says: 'Quotation marks are «…», without spaces within.' }

const inLanguage: Readonly<Record<string, readonly Slip[]>> = {
  en: [closeMarks, curly],
  nl: [closeMarks, curly],
  it: [closeMarks, angled],
  es: [
    closeMarks,
    angled,
    { holds: /(?:^|\?)[^¿]*\?/, says: 'A question begins with ¿.' },
    { holds: /¿[^?]*(?:$|¿)/, says: 'A question ends with ?.' },
  ],
  de: [closeMarks, { holds: /[«»”‟‹›]|(?:^|[\s(])“/, says: 'Quotation marks are „…“.' }],
  fr: [
    { holds: /(?<!\u00a0)(?:[?;]|:(?=\s|$))/, says: 'A no-break space (U+00A0) stands before ? ; and :.' },
    { holds: /(?<=\S)(?<!\u00a0)[€%]/, says: 'A no-break space (U+00A0) stands before € and %.' },
    {
      holds: /[“”„‟‹›]|«(?!\u00a0)|(?<!\u00a0)»/,
      says: 'Quotation marks are « … », with no-break spaces (U+00A0) within.',
    },
  ],
}

/**
 * What a text has against the typography of its language, as the guide in locales/README.md has it: a sentence for
 * each slip. Of a language without rules only what holds for all is judged.
 */
export function typographySlips(locale: string, text: string): string[] {
  const read = plainWords(text).replace(/\{\{.*?\}\}|\{fact:.*?\}/g, '0')
  return [...everywhere, ...(inLanguage[locale] ?? [])].filter(({ holds }) => holds.test(read)).map(({ says }) => says)
}
