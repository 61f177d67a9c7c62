import culori from 'culori/require'
import type { Colours } from '#schemas/generated/brand.ts'
import { shown } from '../brands/contrast.ts'
import { ofInk, plainColours, type Scheme, tokens } from '../brands/tokens.ts'

/** The tokens of engine/react/theme.css that mails are drawn with. */
const used = {
  paper: tokens.paper,
  sheet: tokens.sheet,
  line: { light: ofInk(0.9, 0.08), dark: ofInk(0.36, 0.35) },
  text: tokens.text,
  quiet: tokens.quiet,
  figure: tokens.figure,
  action: tokens.action,
  actionText: tokens['action-text'],
  actionEdge: tokens['action-edge'],
}

/** The line below the brand's name, as wide as on its pages. */
const rules = { single: '1px solid', bold: '5px solid', double: '5px double' } as const

/** The colours of a mail by day and by night, as hexadecimal sRGB, which is all that mail programs know. */
export type MailColours = Readonly<Record<Scheme, Readonly<Record<keyof typeof used, string>>>> & { rule: string }

/** @param colours those of the brand, or the site's */
export function mailColours(colours: Colours = plainColours): MailColours {
  const by = (scheme: Scheme) =>
    Object.fromEntries(
      Object.entries(used).map(([name, made]) => [name, culori.formatHex(shown(made[scheme](colours)))]),
    ) as MailColours[Scheme]
  return { light: by('light'), dark: by('dark'), rule: rules[colours.rule ?? 'single'] }
}
