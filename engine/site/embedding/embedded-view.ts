import type { Asked, Reads } from '../asked.ts'

/** The id of a form's page for frames, which leads are kept with. */
export function embeddedPage(form: string): string {
  return `form:${form}:embed`
}

/** The parameter, beside those of the site, under which a lead says on which site its form was embedded. */
export const embeddedOn = 'embedded_on'

/** What the script of the site around it asks of a frame: its colours, and which of several with the same form it is. */
export const embedReads: Reads = { theme: ['light', 'dark'], frame: ['2', '3', '4', '5', '6', '7', '8', '9'] }

/** The colours that the site around it asks for. */
export function askedScheme({ theme }: Asked): 'light' | 'dark' | null {
  return theme === 'light' || theme === 'dark' ? theme : null
}

/** Each frame of a page keeps a draft of its own, which goes by the section. */
export function frameSection(section: string, { frame }: Asked): string {
  return frame === undefined ? section : `${section}-${frame}`
}
